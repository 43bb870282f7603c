#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "script/summary.h"

// The abstract state of the walk: what is known at one point of one path, and how the states of
// several paths are joined where they meet.
namespace mmlint::script {

// An environment: the alternatives of each bound name. Copies share their map until one of them
// changes.
class Names {
 public:
  // Null if the name is not bound. Valid until the next change.
  const Alternatives* find(std::string_view name) const;
  void set(std::string name, Alternatives value);
  void erase(std::string_view name);
  std::size_t size() const { return map_ ? map_->size() : 0; }
  // Becomes the union of both environments: a name that only one has keeps its alternatives.
  void meet(const Names& other);

 private:
  using Map = std::map<std::string, Alternatives, std::less<>>;
  Map& own();
  std::shared_ptr<Map> map_;  // null: empty
};

struct State {
  bool alive = true;  // false: the point is not reachable
  ProgramPoint point;
  Names locals;   // of the function that is walked
  Names globals;  // of the module, and attributes of objects under their symbols: "<options>.x"
  // The reaching definitions of the config's keys.
  std::map<std::string, Build::Definitions, std::less<>> definitions;

  // Adds a path condition. The state is dead if it contradicts what holds.
  void assume(const Guard& guard);
  // The cost of a copy in units of the walk's budget. The globals count little: they are copied
  // only where a path changes them.
  std::size_t size() const { return locals.size() + definitions.size() + globals.size() / 16; }
};

// The join of two states: what may hold in either, and what must hold in both. A dead state adds
// nothing.
State meet(State a, const State& b);
ProgramPoint meet(ProgramPoint a, const ProgramPoint& b);
// Adds definitions that reach the same place.
void add(Build::Definitions& all, const Build::Definitions& more);

}  // namespace mmlint::script
