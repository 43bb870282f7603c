#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "shell/shell_value.h"
#include "shell_syntax/ast.h"

// The environment of the shell interpreter: its variables at one point of the script. Internal to
// this folder.
namespace mmlint::shell {

struct FunctionDefinition {
  const shell_syntax::Function* function = nullptr;  // null: no function
  const ShellValue* origin = nullptr;  // the string that it was read from; null: the file
  const Source* source = nullptr;      // the file
};

struct Variable {
  // One value, or those of an array. Empty if it is unset, or exported without a value.
  std::vector<ShellValue> values;
  bool is_array = false;
  bool exported = false;     // may: on some path
  bool maybe_not = false;    // may: on another path it is not exported
  bool is_unset = false;     // must: by `unset`
  Span span = {};            // the assignment
  bool conditional = false;  // some path to here does not have the assignment
  // Functions are kept in the same map, under "name()" behind a blank, so that branches join them
  // like variables.
  FunctionDefinition function = {};
};

// A map of variables that remembers its changes, so that a branch can be undone.
class Variables {
 public:
  // Null if the script has neither set nor unset it: then only the caller knows. Valid until the
  // next change.
  const Variable* find(std::string_view name) const;
  void set(std::string_view name, Variable variable);
  const std::map<std::string, Variable, std::less<>>& all() const { return variables_; }

  using Mark = std::size_t;
  // The present state, for roll_back().
  Mark mark() const { return log_.size(); }
  // Restores the state of the mark. Returns each variable that was changed since then, as it was
  // before the restoring.
  std::map<std::string, Variable> roll_back(Mark mark);

  // Makes every value a default, because a script that is read here may set any of them.
  void make_overridable();

 private:
  struct Change {
    std::string name;
    std::optional<Variable> before;  // nullopt if it was not there
  };
  std::map<std::string, Variable, std::less<>> variables_;
  std::vector<Change> log_;
};

}  // namespace mmlint::shell
