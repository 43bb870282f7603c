#pragma once

#include "script/summary.h"

// The abstract state of the walk: what is known at a program point, and the join of the states of
// several paths.
namespace mmlint::script {

// The attribute of a class that is bound if objects of the class may have attributes
// that no statement of the program has set, such as the keys of a dict.
inline constexpr const char* kHoldsMore = "<any>";

// The alternatives of each name that is bound. Copies share what none of them has changed.
class Names {
 public:
  using Map = PersistentMap<Alternatives>;

  // Returns the alternatives of a name; null if it is not bound. Valid until the next change.
  const Alternatives* find(std::string_view name) const { return map_.find(name); }
  void set(std::string name, Alternatives value);
  void erase(std::string_view name) { map_.erase(name); }
  std::size_t size() const { return map_.size(); }
  // Returns all names with their alternatives, sorted by name. Valid until the next change.
  const Map& all() const { return map_; }
  // Returns true if both share all names, and are certainly the same.
  bool shares(const Names& other) const { return map_.shares(other.map_); }
  // Returns true if both bind the same names to the same alternatives.
  bool equals(const Names& other) const;

  // Gives the alternatives of a name in the one of two joined states in which it is not bound.
  using Missing = std::function<Alternatives(const std::string& name)>;
  // What is known on the two joined paths, and not behind the join.
  struct Paths {
    Guard here, there;
  };
  // Joins with `other`: each name gets the union of its alternatives in both, under what holds on
  // the path of each if they differ. A name that is bound only in `other` also gets those of
  // `here`, one that is bound only here those of `there`; without these functions it keeps what it
  // has.
  void meet(const Names& other, const Paths& paths = {}, const Missing& here = {},
            const Missing& there = {});

 private:
  Map map_;
};

// The same of the attributes of objects, by their symbols: "<options>.x".
class Attributes : public Names {
 public:
  const Alternatives* find(Symbol attribute) const { return Names::find(attribute.text()); }
  void set(Symbol attribute, Alternatives value) { Names::set(attribute.str(), std::move(value)); }
  void erase(Symbol attribute) { Names::erase(attribute.text()); }

  struct Known {
    Symbol attribute;
    std::string_view path;  // from the object to it: "a.b"
    Alternatives value;
  };
  // Returns what is known inside of an object, sorted by path.
  std::vector<Known> inside(Symbol object) const;
};

// The global names of all modules, by the module's index in the program. Copies share them until
// one of them changes.
class Modules {
 public:
  // Returns the alternatives of a module's name; null if it is not bound. Valid until the next
  // change.
  const Alternatives* find(int module, std::string_view name) const;
  void set(int module, std::string name, Alternatives value);
  void erase(int module, std::string_view name);
  // Returns the names of a module; null if none was ever bound. Valid until the next change.
  const Names* names(int module) const;
  // Returns true if both share their names, and are certainly the same.
  bool shares(const Modules& other) const { return all_ == other.all_; }
  // Joins with `other`: see Names.
  void meet(const Modules& other, const Names::Paths& paths);

 private:
  Names& own(int module);
  std::shared_ptr<std::vector<Names>> all_;  // null: none
};

// What is known at a program point.
struct State {
  bool alive = true;  // false: no path reaches the point
  // Must: inside a `try` that goes on after an exception, something has succeeded that needs CUDA.
  bool proven = false;
  ProgramPoint point;
  Names locals;     // the names of the function or class body that is walked
  Modules modules;  // the global names
  Attributes attributes;
  // The reaching definitions of the config's keys. Copies share what none of them has changed.
  PersistentMap<Build::Definitions> definitions;

  // Destroys the default process group.
  void leave_group() {
    point.group = OnPaths::kNone;
    point.guard.forget({Question::Kind::kGroup});
  }
  // Adds to the path condition. The state is not alive any more if that contradicts it.
  void assume(const Guard& guard);
  // Returns true if it is not known whether a run takes the branch where a condition holds, or that
  // where it fails. It is known if some rank or some turn of a loop takes it.
  bool leaves_open(const Truth& truth, bool holds) const;
  // Notes that the state is in one of these branches.
  void enter_branch(const Truth& truth, bool holds);
  // Returns the path condition with what has been proven.
  Guard known_guard() const;
  // Returns the cost of a copy in units of Walk::budget. Attributes count little, and modules
  // and the config's keys not at all, as copies share them.
  std::size_t size() const { return locals.size() + attributes.size() / 16; }
  // Returns true if both states are certainly the same, local names aside.
  bool is_like(const State& other) const;
};

// Narrows what the names of a state have: where one of them is the option with this name, its
// default is there only on paths on which `guard` holds. `module` has the global names that are
// meant; a name that may have another value than the option keeps that one.
void narrow_option(State& state, int module, const std::string& option, const Guard& guard);
// Each returns the join of two states or points: of a may fact what holds in one of them, of a must
// fact what holds in both. A state that is not alive contributes nothing.
State meet(State a, const State& b);
// Joins `state`, after a part of an expression was evaluated, with `before`, the state of the paths
// that skip it. `guard` holds on these paths; null means that no path skips the part. The result
// has the path condition of `before`, unless only one of the two states is alive.
void join_left_out(State before, const Guard* guard, State& state);
ProgramPoint meet(ProgramPoint a, const ProgramPoint& b);
using ReachingDefinitions = PersistentMap<Build::Definitions>;  // by key path
// Adds the definitions of `more`, which reach the same point, to `all`.
void add(Build::Definitions& all, const Build::Definitions& more);
// Does the same for each key. Where only one of them defines it, the value of the config file is
// left on the path of the other: `here` holds on the path of `all`, `there` on that of `more`.
void add(ReachingDefinitions& all, const Guard& here, const ReachingDefinitions& more,
         const Guard& there);
// Adds the value of the config file, which is left on paths on which `guard` holds.
void leave_as_loaded(Build::Definitions& all, const Guard& guard);

}  // namespace mmlint::script
