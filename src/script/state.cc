#include "script/state.h"

#include <algorithm>

namespace mmlint::script {
namespace {

OnPaths meet(OnPaths a, OnPaths b) {
  return a == b ? a : OnPaths::kSome;
}

}  // namespace

const Alternatives* Names::find(std::string_view name) const {
  if (!map_) return nullptr;
  const auto found = map_->find(name);
  return found == map_->end() ? nullptr : &found->second;
}

Names::Map& Names::own() {
  if (!map_)
    map_ = std::make_shared<Map>();
  else if (map_.use_count() > 1)
    map_ = std::make_shared<Map>(*map_);
  return *map_;
}

void Names::set(std::string name, Alternatives value) {
  own().insert_or_assign(std::move(name), std::move(value));
}

void Names::erase(std::string_view name) {
  if (find(name)) own().erase(own().find(name));
}

void Names::meet(const Names& other) {
  if (map_ == other.map_ || !other.map_) return;
  if (!map_) {
    map_ = other.map_;
    return;
  }
  for (const auto& [name, alternatives] : *other.map_) {
    const Alternatives* known = find(name);
    if (known && same(*known, alternatives)) continue;
    set(name, known ? either(*known, alternatives) : alternatives);
  }
}

void State::assume(const Guard& guard) {
  if (!point.guard.add(guard)) alive = false;
  if (point.guard.answer({Question::Kind::kGroup}) == true) point.group = OnPaths::kAll;
}

void add(Build::Definitions& all, const Build::Definitions& more) {
  for (const std::size_t write : more.writes) {
    if (std::find(all.writes.begin(), all.writes.end(), write) == all.writes.end())
      all.writes.push_back(write);
  }
  all.as_loaded = all.as_loaded || more.as_loaded;
}

ProgramPoint meet(ProgramPoint a, const ProgramPoint& b) {
  a.guard = common(a.guard, b.guard);
  a.handled = a.handled && b.handled;
  a.group = meet(a.group, b.group);
  a.runner = meet(a.runner, b.runner);
  return a;
}

State meet(State a, const State& b) {
  if (!b.alive) return a;
  if (!a.alive) return b;
  a.point = meet(std::move(a.point), b.point);
  a.locals.meet(b.locals);
  a.globals.meet(b.globals);
  for (auto& [key, definitions] : a.definitions) {
    if (b.definitions.count(key) == 0) definitions.as_loaded = true;
  }
  for (const auto& [key, definitions] : b.definitions) {
    const auto [known, is_new] = a.definitions.try_emplace(key, definitions);
    if (is_new)
      known->second.as_loaded = true;
    else
      add(known->second, definitions);
  }
  return a;
}

}  // namespace mmlint::script
