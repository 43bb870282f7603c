#pragma once

#include <memory_resource>

#include "shell/expander.h"
#include "shell/summary.h"

namespace mmlint::shell {

// What the interpreter keeps of a branch until it is joined with the others. Internal to this
// folder.

// How a block of commands ends: normally behind its last command, by `return`, or by `exit`.
enum class Completion : std::uint8_t { kNormal, kReturn, kExit };

// The state at the end of a branch.
struct BranchState {
  std::map<std::string, Variable>
      changes;  // the variables that the branch may have changed, as they are at its end
  Completion completion = Completion::kNormal;
};

// Which branch of a statement runs if the caller gives no value for what it tests, as in
// `if [ -z "$GPUS" ]; then GPUS=8; fi`.
struct DefaultBranch {
  std::optional<std::size_t> by_default;    // 0-based index of the branch; nullopt if not known
  std::string depends_on;                   // the variable or parameter that is tested
  std::optional<UnboundTest> unbound = {};  // the test ends the script if `set -u` is in effect
};

// A variable of the outer scope that a function's `local` hides, to be restored behind the
// function.
struct SavedVariable {
  std::string name;
  std::optional<Variable> before;  // nullopt if it was not set
};

// The state of the interpreter besides the variables, which Expander holds. Internal to this
// folder.
class InterpreterState : public Expander {
 protected:
  InterpreterState(const Source& source, std::string_view file_name, const Start& start,
                   Summary& out)
      : Expander(source, file_name), start_(start), out_(out) {
    may_follow(source);
  }

  // A file costs what it weighs: functions that call themselves several times are followed as far
  // as all loops of usual scripts go.
  void may_follow(const Source& source) {
    constexpr std::size_t kBytesPerStep = 4;
    if (weighed_.insert(&source).second) most_steps_ += source.bytes().size() / kBytesPerStep;
  }
  // Nothing more is recorded, and the summary is marked as incomplete.
  void give_up() override;
  void note_cut() override { out_.cut = true; }
  // Records the variables and functions that only a subshell has set. `changes`: those of the
  // subshell.
  void note_lost(const std::map<std::string, Variable>& changes);
  // Runs commands whose changes of the state end with them, as in (...) and pipelines.
  template <class Run>
  void in_subshell(Run&& run) {
    const Variables::Mark mark = variables_.mark();
    const auto* arguments = arguments_;
    run();
    arguments_ = arguments;
    note_lost(variables_.roll_back(mark));
    if (!out_.incomplete) completion_ = Completion::kNormal;
  }
  // Runs the commands of a branch, undoes their changes of the state and returns these, to be
  // joined.
  template <class Run>
  BranchState branch(Run&& run) {
    const Variables::Mark mark = variables_.mark();
    const bool conditional = std::exchange(context_.conditional, true);
    const auto* arguments = arguments_;
    run();
    arguments_ = arguments;
    context_.conditional = conditional;
    BranchState out{variables_.roll_back(mark), completion_};
    if (!out_.incomplete) completion_ = Completion::kNormal;
    return out;
  }

  static constexpr std::size_t kMaxNoted = 64u << 20;  // bytes of words in the summary
  // Options of the shell, which are kept among the variables as kFolder is.
  static constexpr std::string_view kPipefail = " pipefail";
  static constexpr std::string_view kErrexit = " errexit";
  static constexpr std::string_view kAllexport = " allexport";
  static constexpr std::string_view kNounset = " nounset";
  // The variable of the loop that xargs is, which no script can read.
  static constexpr std::string_view kEachInput = " input";

  const Start& start_;
  Summary& out_;
  std::pmr::monotonic_buffer_resource arena_;  // owns the syntax trees of strings that are followed
  CommandContext context_;
  Completion completion_ = Completion::kNormal;
  bool condition_ = false;  // the status of the next statement decides a condition
  bool tested_ = false;     // inside of one: bash ignores `set -e` there
  NameReader names_;
  std::vector<FunctionDefinition> defined_;  // all functions so far, for run_uncalled()
  std::set<const shell_syntax::Function*> called_;
  std::vector<std::size_t> waits_;                     // indexes of `wait` in Summary::commands
  std::deque<ShellValue> texts_;                       // owns the strings that are followed
  std::size_t kept_bytes_ = 0;                         // the size of texts_
  std::deque<std::vector<ShellValue>> new_arguments_;  // owns the parameters of `set --`
  std::vector<SavedVariable>* locals_ = nullptr;  // of the function that is followed; not owned
  bool elsewhere_ = false;  // what is followed runs in a container or on another machine
  std::map<std::string, ShellValue> written_;  // the text of files that the script wrote, by path
  std::vector<ShellValue> made_folders_;       // the folders that commands have made so far
  bool may_make_more_ = false;                 // may: commands have made other folders too
  bool uncalled_ = false;                      // following functions that this script never calls
  bool before_pipeline_ = false;               // may_make_more_ at the start of the pipeline
  int calls_ = 0;                              // the depth of nested functions and strings
  bool returned_early_ = false;                // may: a path has left the function by `return`
  const void* chain_ = nullptr;                // the && or || that was followed last
  std::optional<bool> chain_holds_;
  std::set<const Source*> weighed_;   // the files of most_steps_
  std::size_t steps_ = 0;             // statements followed so far
  std::size_t most_steps_ = 6'000;    // of these, which grows with the files that are followed
  bool in_rounds_ = false;            // following a loop round by round, without recording
  std::size_t round_steps_ = 4'000;   // steps that are left for following loops round by round
  std::size_t settings_noted_ = 0;    // variables recorded so far, which are bounded
  std::size_t unexported_noted_ = 0;  // variables of Launch::unexported, which are bounded
  std::size_t noted_bytes_ = 0;       // bytes of words recorded so far, at most kMaxNoted
};

}  // namespace mmlint::shell
