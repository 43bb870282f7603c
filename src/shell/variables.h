#pragma once

#include "base/source.h"
#include "shell/assigned_names.h"
#include "shell/shell_value.h"

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
  bool items_are_default = false;  // may: the caller can change the items of the array
  bool exported = false;           // may: it is exported on some path
  bool maybe_not = false;          // may: it is not exported on some path
  bool is_unset = false;           // must: `unset` has removed it
  Span span = {};                  // the assignment
  bool conditional = false;        // may: some path to this point does not make the assignment
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

  // What a loop has made unknown where it begins, of what nothing has set since.
  struct Forgotten {
    AssignedNames names;
    // What decides besides the names what they become.
    bool conditional = false;
    std::string all_exported;
    const Source* source = nullptr;
    const ShellValue* origin = nullptr;

    bool is_as(const Forgotten& other) const {
      return conditional == other.conditional && all_exported == other.all_exported &&
             source == other.source && origin == other.origin;
    }
  };
  const Forgotten& forgotten() const { return forgotten_; }
  // Until the state is rolled back.
  void set_forgotten(Forgotten forgotten) { forgotten_ = std::move(forgotten); }

  struct Mark {
    std::size_t changes;
    Forgotten forgotten;
  };
  // Returns a mark of the present state, for roll_back().
  Mark mark() const { return {log_.size(), forgotten_}; }
  // Restores the state at the mark. Returns each variable that was changed since the mark, with the
  // value that it had before the call.
  std::map<std::string, Variable> roll_back(const Mark& mark);

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
  Forgotten forgotten_;
};

}  // namespace mmlint::shell
