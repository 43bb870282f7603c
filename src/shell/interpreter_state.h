#pragma once

#include <deque>
#include <map>
#include <memory_resource>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/branch_state.h"
#include "shell/expander.h"
#include "shell/summary.h"

namespace mmlint::shell {

// What the interpreter keeps while it follows a script, besides its variables. Internal to this
// folder.
class InterpreterState : public Expander {
 protected:
  InterpreterState(const Source& source, std::string_view file_name, const Start& start,
                   Summary& out)
      : Expander(source, file_name), start_(start), out_(out) {}

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
  // Options of the shell; they are kept among the variables, see kFolder.
  static constexpr std::string_view kPipefail = " pipefail";
  static constexpr std::string_view kErrexit = " errexit";
  static constexpr std::string_view kAllexport = " allexport";

  const Start& start_;
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
  bool elsewhere_ = false;  // what is followed runs in a container or on another machine
  std::map<std::string, ShellValue> written_;  // by path: the text of files that were written
  int calls_ = 0;                              // the depth of nested functions and strings
  bool returned_early_ = false;                // some path has left the function that is followed
  std::size_t steps_ = 0;
  std::size_t settings_noted_ = 0;
  std::size_t noted_bytes_ = 0;
};

}  // namespace mmlint::shell
