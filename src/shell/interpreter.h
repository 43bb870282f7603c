#pragma once

#include <deque>
#include <map>
#include <memory_resource>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/source.h"
#include "shell/assigned_names.h"
#include "shell/branch_state.h"
#include "shell/expander.h"
#include "shell/summary.h"

namespace mmlint::shell {

// The abstract interpreter behind summarize(): follows a script statement by statement and writes
// into the summary what runs. Both sides of a branch are followed, each from the same state, and
// their states are joined: a variable keeps what all of them agree on. A loop's body is followed
// once, with what it assigns unknown from its beginning. When a bound is exceeded it stops, and the
// summary is marked as incomplete.
class Interpreter : public Expander {
 public:
  // Both must outlive the interpreter.
  Interpreter(const Source& source, Summary& out);
  // Follows the statements of the source. To be called once.
  void run(shell_syntax::Block script);

 private:
  void block(shell_syntax::Block block);
  void statement(const shell_syntax::Statement& statement);
  void foreground(const shell_syntax::Statement& statement);
  void pipeline(const shell_syntax::Pipeline& pipeline);
  void and_or(const shell_syntax::AndOr& both);
  void condition(shell_syntax::Block block);
  void note_status(std::size_t pipeline, const shell_syntax::Statement& next);
  void forget_assigned(const shell_syntax::Statement& statement);
  void give_up();
  // Runs commands whose changes of the state end with them, as in (...) and pipelines.
  template <class Run>
  void in_subshell(Run&& run) {
    const Variables::Mark mark = variables_.mark();
    const auto* arguments = arguments_;
    run();
    arguments_ = arguments;
    variables_.roll_back(mark);
    if (!out_.incomplete) completion_ = Completion::kNormal;
  }
  void run_substitution(shell_syntax::Block block) override;

  // branches.cc: `if`, `case`, && and ||, and the join of their states.
  void if_clause(const shell_syntax::If& clause);
  void case_clause(const shell_syntax::Case& clause);
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
  // The branch that a test of a parameter selects if the caller gives nothing. `taken`: the first
  // branch runs where the condition holds.
  DefaultBranch choice(shell_syntax::Block condition, bool taken);
  // Joins the states of all branches of a statement.
  void meet(std::vector<BranchState> branches, const DefaultBranch& choice);
  static Variable meet(const Variable* a, const Variable* b);

  // loops.cc: loops, and functions where they are called.
  void any_loop(const shell_syntax::Statement& clause);
  void add_called(std::map<std::string, AssignedName, std::less<>>& names,
                  shell_syntax::Block block) const;
  Loop over_words(const shell_syntax::For& clause);
  Loop over_numbers(const shell_syntax::ForArithmetic& clause);
  void loop(Loop loop, shell_syntax::Block condition, shell_syntax::Block body);
  void run_function(FunctionDefinition known, bool conditional, std::vector<ShellValue> arguments);
  const Variable* find_function(std::string_view name) const;
  void run_uncalled();

  // builtins.cc: assignments and the commands of the shell itself.
  void assign(const shell_syntax::Assignment& assignment, bool exports);
  void assign(const shell_syntax::Assignment& assignment, ShellValue value, bool exports);
  void set_variable(std::string_view name, std::vector<ShellValue> values, Span span,
                    bool exports = false);
  void export_all(Variable& variable) const override;
  void unknown_variable(std::string_view name, Span span);
  void declare(const shell_syntax::Command& command, std::string_view name,
               const std::vector<Field>& words);
  bool builtin(std::string_view name, const std::vector<Field>& words);
  void set_options(const std::vector<Field>& words);
  void change_folder(const std::vector<Field>& words);
  void export_name(std::string_view name, Span span);
  void unset(const std::vector<Field>& words);
  const ShellValue* keep_text(ShellValue text);
  void evaluate(const std::vector<Field>& words);
  bool option(std::string_view name) const;
  void note_setting(std::string_view name, const Variable& variable, bool removed);

  // commands.cc: other commands, and the environment that they get.
  void command(const shell_syntax::Command& command);
  std::size_t note_command(const shell_syntax::Command& command, const std::vector<Field>& words);
  void call(const Variable& function, const std::vector<Field>& words,
            const std::vector<EnvironmentWrite>& own);
  void external(const shell_syntax::Command& command, const std::vector<Field>& words,
                std::vector<EnvironmentWrite> own);
  void run_text(const ShellValue& text, std::vector<ShellValue> arguments,
                const std::vector<EnvironmentWrite>& own);
  std::vector<EnvironmentWrite> environment(const std::vector<EnvironmentWrite>& own, bool cleared);
  EnvironmentWrite setting_of(const Field& word) const;
  static Variable no_shift();

  // embedded.cc: Python inside of the script.
  void embed_code(CodeTarget& target, const Field& code);
  void embed_heredocs(const shell_syntax::Command& command, Launch* launch);

  static constexpr std::size_t kMaxNoted = 64u << 20;  // bytes of words in the summary
  // Options of the shell; they are kept among the variables, see kFolder.
  static constexpr std::string_view kPipefail = " pipefail";
  static constexpr std::string_view kErrexit = " errexit";
  static constexpr std::string_view kAllexport = " allexport";

  const Source& source_;
  Summary& out_;
  std::pmr::monotonic_buffer_resource arena_;  // owns the nodes of strings that are followed
  CommandContext context_;
  Completion completion_ = Completion::kNormal;
  bool condition_ = false;                   // the status of the next statement decides a condition
  std::vector<FunctionDefinition> defined_;  // all functions so far, for run_uncalled
  std::set<const shell_syntax::Function*> called_;
  std::vector<std::size_t> waits_;                     // the indexes of `wait` commands
  std::deque<ShellValue> texts_;                       // owns the strings that are followed
  std::size_t kept_bytes_ = 0;                         // of texts_
  std::deque<std::vector<ShellValue>> new_arguments_;  // owns those of `set --`
  std::vector<SavedVariable>* locals_ = nullptr;       // to be restored behind the function
  int calls_ = 0;                                      // the depth of nested functions and strings
  bool returned_early_ = false;  // some path has left the function that is followed
  std::size_t steps_ = 0;
  std::size_t settings_noted_ = 0;
  std::size_t noted_bytes_ = 0;
};

}  // namespace mmlint::shell
