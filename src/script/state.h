#pragma once

#include <map>
#include <string>
#include <vector>

#include "script/summary.h"

namespace mmlint::script {

// What names stand for. Copies share what they hold until one of them changes.
class Names {
 public:
  const Alternatives* find(std::string_view name) const;  // null if it is not bound
  void set(std::string name, Alternatives value);
  void erase(std::string_view name);
  std::size_t size() const { return map_ ? map_->size() : 0; }
  // What both paths know, side by side.
  void meet(const Names& other);

 private:
  using Map = std::map<std::string, Alternatives, std::less<>>;
  Map& own();
  std::shared_ptr<Map> map_;  // null: empty
};

// What is known at one point of one path.
struct State {
  bool alive = true;  // false: nothing gets here
  ProgramPoint point;
  Names locals;   // of the function that is walked
  Names globals;  // and attributes of objects: "<options>.x"
  std::map<std::string, std::vector<std::size_t>, std::less<>> writes;  // see Build::writes

  // Goes on only if all of it holds.
  void assume(const Guard& guard);
  // What costs when a state is copied; the globals are copied only where a path changes them.
  std::size_t size() const { return locals.size() + writes.size() + globals.size() / 16; }
};

// Where two paths meet. One that nothing gets along does not count.
State meet(State a, const State& b);
ProgramPoint meet(ProgramPoint a, const ProgramPoint& b);

}  // namespace mmlint::script
