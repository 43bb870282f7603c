#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "script/summary.h"

// The abstract state of the walk: what is known at one point of one path, and how the states of
// several paths are joined where they meet.
namespace mmlint::script {

// An environment: the alternatives of each bound name. Copies share their map until one of them
// changes.
class Names {
 public:
  using Map = std::map<std::string, Alternatives, std::less<>>;

  // Null if the name is not bound. Valid until the next change.
  const Alternatives* find(std::string_view name) const;
  void set(std::string name, Alternatives value);
  void erase(std::string_view name);
  std::size_t size() const { return map_ ? map_->size() : 0; }
  // All of them, by name. Valid until the next change.
  const Map& all() const;
  // Whether both are copies of one environment, so that they are the same.
  bool shares(const Names& other) const { return map_ == other.map_; }

  // What a name stands for that only one of two environments has.
  using Missing = std::function<Alternatives(const std::string& name)>;
  // Becomes the union of both environments: a name that only one has keeps its alternatives, and
  // gets those of `here` where it is missing here, or of `there`; either may be empty.
  void meet(const Names& other, const Missing& here = {}, const Missing& there = {});

 private:
  Map& own();
  std::shared_ptr<Map> map_;  // null: empty
};

// The variables of all modules, by their index. Copies share them until one of them changes.
class Modules {
 public:
  // Null if the module has no such name. Valid until the next change.
  const Alternatives* find(int module, std::string_view name) const;
  void set(int module, std::string name, Alternatives value);
  void erase(int module, std::string_view name);
  const Names* names(int module) const;  // null if it has none
  bool shares(const Modules& other) const { return all_ == other.all_; }
  void meet(const Modules& other);

 private:
  Names& own(int module);
  std::shared_ptr<std::vector<Names>> all_;  // null: none
};

struct State {
  bool alive = true;  // false: the point is not reachable
  ProgramPoint point;
  Names locals;      // of the function or the class that is walked
  Modules modules;   // the global names
  Names attributes;  // of objects, under their symbols: "<options>.x"
  // The reaching definitions of the config's keys.
  std::map<std::string, Build::Definitions, std::less<>> definitions;

  // Adds a path condition. The state is dead if it contradicts what holds.
  void assume(const Guard& guard);
  // The cost of a copy in units of the walk's budget. What is shared counts little: it is copied
  // only where a path changes it.
  std::size_t size() const { return locals.size() + definitions.size() + attributes.size() / 16; }
  // Whether both states are certainly the same but for the local names.
  bool is_like(const State& other) const;
};

// The join of two states: what may hold in either, and what must hold in both. A dead state adds
// nothing.
State meet(State a, const State& b);
ProgramPoint meet(ProgramPoint a, const ProgramPoint& b);
// Adds definitions that reach the same place.
void add(Build::Definitions& all, const Build::Definitions& more);

}  // namespace mmlint::script
