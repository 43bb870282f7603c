#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "shell/shell_value.h"
#include "shell_syntax/ast.h"

// The variables of the shell interpreter at a program point. Internal to this folder.
namespace mmlint::shell {

// A function of the script. It owns nothing.
struct FunctionDefinition {
  const shell_syntax::Function* function = nullptr;  // null: not a function
  const ShellValue* origin = nullptr;  // the string that holds the definition; null: the file
  const Source* source = nullptr;      // the file
};

// A variable that the script has set or unset, or a function.
struct Variable {
  // One value, or the items of an array. Empty if it is unset, or exported without a value.
  SharedVector<ShellValue> values;
  bool is_array = false;
  bool exported = false;     // may: it is exported on some path
  bool maybe_not = false;    // may: it is not exported on some path
  bool is_unset = false;     // must: `unset` has removed it
  Span span = {};            // the assignment
  bool conditional = false;  // may: some path to this point does not make the assignment
  // A function is kept in the same map, under " name()", so that branches join it like a variable.
  FunctionDefinition function = {};
};

// A map of variables with a log of its changes, so that those of a branch can be undone.
class Variables {
 public:
  // Returns a variable; null if the script has neither set nor unset it, so that only the caller
  // knows its value. Valid until the next change.
  const Variable* find(std::string_view name) const;
  void set(std::string_view name, Variable variable);
  using Map = std::map<std::string, Variable, std::less<>>;
  const Map& all() const { return variables_; }
  // Returns the variables of the script. The names of functions and of what the shell keeps for
  // itself begin with a space.
  class Values {
   public:
    explicit Values(const Map& all) : begin_(all.lower_bound("!")), end_(all.end()) {}
    Map::const_iterator begin() const { return begin_; }
    Map::const_iterator end() const { return end_; }

   private:
    Map::const_iterator begin_, end_;
  };
  Values values() const { return Values(variables_); }
  // Returns the names of the variables whose value is a count of cards.
  const std::set<std::string, std::less<>>& counting() const { return counting_; }

  using Mark = std::size_t;
  // Returns a mark of the present state, for roll_back().
  Mark mark() const { return log_.size(); }
  // Restores the state at the mark. Returns each variable that was changed since the mark, with the
  // value that it had before the call.
  std::map<std::string, Variable> roll_back(Mark mark);

  // Makes every value a default: a script that is read here, and is not known, may set any of them.
  void make_overridable();

 private:
  struct Change {
    std::string name;
    std::optional<Variable> variable;  // nullopt if it is not there
  };
  // Makes a variable what `change` says, and `change` what it was.
  void exchange(Change& change);
  Map variables_;
  std::set<std::string, std::less<>> counting_;
  std::vector<Change> log_;
};

}  // namespace mmlint::shell
