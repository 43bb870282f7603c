#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/shell_value.h"
#include "shell_syntax/ast.h"

// The variables of a script at one point of following it. Internal to launch.
namespace mmlint::shell {

// A function, and the text that it stands in if that is no file.
struct FunctionDefinition {
  const shell_syntax::Function* function = nullptr;
  const ShellValue* origin = nullptr;
};

struct Variable {
  // One value, or those of an array. No value: unset, or `export X` of one that the script did not
  // set.
  std::vector<ShellValue> values;
  bool is_array = false;
  bool exported = false;
  bool maybe_not = false;            // exported, but not on every way here
  bool is_unset = false;             // by `unset`
  Span span = {};                    // the assignment
  bool conditional = false;          // not on every way here
  FunctionDefinition function = {};  // kept under another name; see Interpreter
};

// Remembers what was changed, so that a branch can be taken back.
class Variables {
 public:
  // Null if the script has not touched it: then only the caller knows.
  const Variable* find(std::string_view name) const;
  void set(std::string_view name, Variable variable);
  const std::map<std::string, Variable, std::less<>>& all() const { return variables_; }

  using Mark = std::size_t;
  Mark mark() const { return log_.size(); }
  // The state of the mark again; gives what the names changed since then hold now.
  std::map<std::string, Variable> roll_back(Mark mark);

  // Somebody else may have set any of them.
  void make_overridable();

 private:
  struct Change {
    std::string name;
    std::optional<Variable> before;
  };
  std::map<std::string, Variable, std::less<>> variables_;
  std::vector<Change> log_;
};

}  // namespace mmlint::shell
