#include "script/objects.h"
#include "script/walk_values.h"

// Objects that a script keeps in lists, tuples and dicts. A container is known by the place that
// makes it, since its changed copies keep that place. Where the walk loses sight of a container,
// all that was ever put into it escapes.
namespace mmlint::script {

bool hold(Walk& walk, Span container, const Alternatives& values) {
  bool out = false;
  const auto add = [&](Span made) {
    walk.held[container].insert(made);
    out = true;
  };
  for (const Alternative& each : values) {
    if (each.data() && each.data()->is_container()) {
      if (each.data()->span != container) add(each.data()->span);
    } else if (each.is_unknown() || is_whole(each.symbol())) {
      for (const Span made : each.sites.calls()) add(made);
    }
  }
  return out;
}

void hold(Walk& walk, Span container, const Value& all_of) {
  hold(walk, container, data_of(&all_of, all_of.span));
}

bool holds_objects(const Walk& walk, const Alternatives& values) {
  return std::ranges::any_of(values, [&](const Alternative& each) {
    return each.data() && each.data()->is_container() && walk.held.contains(each.data()->span);
  });
}

void escape_containers(Walk& walk, const Alternatives& values) {
  for (const Alternative& each : values) {
    if (each.data() && each.data()->is_container()) walk.escaped.insert(each.data()->span);
  }
}

void escape(Walk& walk, const Alternatives& values) {
  escape_containers(walk, values);
  for (const Alternative& each : values) {
    if (each.is_unknown() || is_whole(each.symbol()))
      walk.escaped.insert(each.sites.calls().begin(), each.sites.calls().end());
  }
}

void hand_containers(Walk& walk, std::string_view function, const Givens& given) {
  constexpr std::array<std::string_view, 13> kFollowed = {
      "bool", "dict",  "getattr", "hasattr", "id",    "isinstance", "len",
      "list", "print", "repr",    "setattr", "tuple", "type"};
  if (is_in(function, kFollowed)) return;
  for (const Given& each : given) escape_containers(walk, each.value);
}

void take_out(Walk& walk, const Alternatives& objects, const Alternatives& item,
              const State& state) {
  if (std::ranges::none_of(item, [](const Alternative& each) {
        return each.is_unknown() || each.symbol().root() == Symbol::Kind::kRank;
      }))
    return;
  escape_containers(walk, objects);
  escape_inside(walk, objects, state);
}

void escape_inside(Walk& walk, const Alternatives& objects, const State& state) {
  for (const Alternative& object : objects) {
    if (!object.symbol().is_instance()) continue;
    for (const auto& known : state.attributes.inside(object.symbol())) escape(walk, known.value);
  }
}

void escape_contents(Walk& walk) {
  std::vector<Span> left(walk.escaped.begin(), walk.escaped.end());
  while (!left.empty()) {
    const auto found = walk.held.find(left.back());
    left.pop_back();
    if (found == walk.held.end()) continue;
    for (const Span inside : found->second) {
      if (walk.escaped.insert(inside).second) left.push_back(inside);
    }
  }
}

}  // namespace mmlint::script
