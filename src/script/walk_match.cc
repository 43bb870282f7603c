
#include "script/walk_statements.h"
#include "script/walk_values.h"

namespace mmlint::script {

using syntax::as;
using syntax::ExprKind;
using syntax::Pattern;

namespace {

// Adds what is known for one alternative to what is known for those before.
void join(Truth& all, const Truth& one) {
  if (one.can_hold) all.if_holds = all.can_hold ? common(all.if_holds, one.if_holds) : one.if_holds;
  if (one.can_fail) all.if_fails = all.can_fail ? common(all.if_fails, one.if_fails) : one.if_fails;
  all.can_hold = all.can_hold || one.can_hold;
  all.can_fail = all.can_fail || one.can_fail;
  all.varies = all.varies || one.varies;
}

bool is_sequence(const Value& value) {
  return value.kind == Value::Kind::kList || value.kind == Value::Kind::kTuple;
}

// Whether a value is an instance of a built-in type; nullopt if the type is not one of these.
std::optional<bool> is_instance(const Value& value, std::string_view type) {
  using Kind = Value::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 7> kTypes = {{{"str", Kind::kString},
                                                                        {"int", Kind::kInt},
                                                                        {"float", Kind::kFloat},
                                                                        {"bool", Kind::kBool},
                                                                        {"list", Kind::kList},
                                                                        {"tuple", Kind::kTuple},
                                                                        {"dict", Kind::kDict}}};
  if (type == "int" && value.kind == Kind::kBool) return true;
  for (const auto& [name, kind] : kTypes) {
    if (type == name) return value.kind == kind;
  }
  return std::nullopt;
}

std::size_t stars_of(const Pattern& pattern) {
  return static_cast<std::size_t>(std::ranges::count_if(
      pattern.parts, [](const Pattern* part) { return part->kind == Pattern::Kind::kStar; }));
}

// The item of a sequence that a part of a pattern matches; null for the starred part.
const Value* item_for(const Pattern& pattern, std::size_t part, const Value& sequence) {
  for (std::size_t i = 0; i <= part; ++i) {
    if (pattern.parts[i]->kind != Pattern::Kind::kStar) continue;
    const std::size_t from_end = pattern.parts.size() - part;
    return i == part ? nullptr : sequence.items()[sequence.items().size() - from_end];
  }
  return sequence.items()[part];
}

// Whether a value matches a pattern; `subject` is one alternative.
Truth matches(Walk& walk, const Pattern& pattern, const Alternative& subject, State& state) {
  const Value* data = subject.data();
  const bool is_known = data && data->kind != Value::Kind::kUnknown;
  switch (pattern.kind) {
    case Pattern::Kind::kAny:
    case Pattern::Kind::kStar:
      return known_truth(true);
    case Pattern::Kind::kValue:
      return equality({subject}, value(walk, *pattern.value, state));
    case Pattern::Kind::kOr: {
      const bool only_values = std::ranges::all_of(
          pattern.parts, [](const Pattern* part) { return part->kind == Pattern::Kind::kValue; });
      if (only_values) {
        Value* all = walk.out.pool->make(Value::Kind::kTuple, subject.at);
        for (const Pattern* part : pattern.parts)
          all->edit_items().push_back(script::part(walk, value(walk, *part->value, state),
                                                   walk.span(*part->value), subject.at));
        return membership({subject}, data_of(all, subject.at));
      }
      Truth none = known_truth(true);
      for (const Pattern* part : pattern.parts)
        none = both(none, negated(matches(walk, *part, subject, state)));
      return negated(std::move(none));
    }
    case Pattern::Kind::kSequence: {
      if (!is_known) return {};
      const std::size_t stars = stars_of(pattern);
      const std::size_t least = pattern.parts.size() - stars;
      if (!is_sequence(*data) ||
          (stars == 0 ? data->items().size() != least : data->items().size() < least))
        return known_truth(false);
      Truth all = known_truth(true);
      for (std::size_t i = 0; i < pattern.parts.size(); ++i) {
        const Value* item = item_for(pattern, i, *data);
        if (item)
          all =
              both(all, matches(walk, *pattern.parts[i], alternative_of(*item, subject.at), state));
      }
      return all;
    }
    case Pattern::Kind::kMapping: {
      if (!is_known) return {};
      if (data->kind != Value::Kind::kDict) return known_truth(false);
      Truth all = known_truth(true);
      for (std::size_t i = 0; i < pattern.keys.size(); ++i) {
        const Alternatives keys = value(walk, *pattern.keys[i], state);
        const Value* key = only_data(keys);
        const Entry* entry = key && hashable(*key) ? data->dict().find(*key) : nullptr;
        if (!entry) return key ? known_truth(false) : Truth{};
        all = both(all, matches(walk, *pattern.parts[i], alternative_of(*entry->value, subject.at),
                                state));
      }
      return all;
    }
    case Pattern::Kind::kClass: {
      if (!pattern.value) return known_truth(false);
      const Alternatives types = value(walk, *pattern.value, state);
      const Alternative* type = only_symbol(types);
      const std::string_view builtin =
          pattern.value->kind == ExprKind::kName ? as<syntax::Name>(*pattern.value).id : "";
      if (is_known && !(type && walk.program.class_of(type->symbol()))) {
        const std::optional<bool> is = is_instance(*data, builtin);
        if (is == false) return known_truth(false);
        if (is && pattern.parts.empty()) return known_truth(true);
        if (is && pattern.parts.size() == 1)
          return matches(walk, *pattern.parts[0], subject, state);
      }
      if (type && walk.program.class_of(type->symbol()) &&
          walk.program.class_of(subject.symbol())) {
        const auto all = walk.program.linearized(subject.symbol().class_of());
        const bool is = is_in(type->symbol(), all);
        if (!is || pattern.parts.empty()) return known_truth(is);
      }
      return {};
    }
  }
  return {};
}

// Binds the names of a pattern that matches.
void capture(Walk& walk, const Pattern& pattern, const Alternatives& subject, State& state) {
  if (!pattern.name.empty()) bind_name(walk, pattern.name, subject, state);
  const Value* data = only_data(subject);
  for (std::size_t i = 0; i < pattern.parts.size(); ++i) {
    Alternatives part = unknown(walk.frame->statement);
    if (pattern.kind == Pattern::Kind::kOr) {
      part = subject;
    } else if (data && pattern.kind == Pattern::Kind::kSequence && is_sequence(*data) &&
               data->items().size() + stars_of(pattern) >= pattern.parts.size()) {
      const Value* item = item_for(pattern, i, *data);
      if (item) part = alternatives_of(walk, *item, item->span);
    } else if (data && pattern.kind == Pattern::Kind::kMapping && i < pattern.keys.size()) {
      const Alternatives keys = value(walk, *pattern.keys[i], state);
      const Value* key = only_data(keys);
      const Entry* entry = key && hashable(*key) ? data->dict().find(*key) : nullptr;
      if (entry) part = alternatives_of(walk, *entry->value, entry->value->span);
    } else if (data && pattern.kind == Pattern::Kind::kClass && pattern.parts.size() == 1 &&
               pattern.value && pattern.value->kind == ExprKind::kName &&
               is_instance(*data, as<syntax::Name>(*pattern.value).id) == true) {
      part = subject;
    }
    capture(walk, *pattern.parts[i], part, state);
  }
}

}  // namespace

void match(Walk& walk, const syntax::Match& stmt, State& state) {
  Alternatives subject = with_defaults(value(walk, *stmt.subject, state), walk.out.options);
  if (!walk.spend(state.size())) return;
  const ProgramPoint before = state.point;
  State behind;
  behind.alive = false;
  for (const syntax::Case& each : stmt.cases) {
    // What a case assumes is kept for all behind it.
    if (!state.alive || !walk.spend(1 + state.point.guard.conditions().size() / 4)) break;
    Truth truth{false, false, {}, {}, false};
    Alternatives matched, others;
    for (const Alternative& alternative : subject) {
      Truth one = matches(walk, *each.pattern, alternative, state);
      one.can_hold = one.can_hold && one.if_holds.add(alternative.guard);
      one.can_fail = one.can_fail && one.if_fails.add(alternative.guard);
      if (one.can_hold) matched.push_back(alternative);
      if (one.can_fail) others.push_back(alternative);
      join(truth, one);
    }
    State rest = state;
    rest.enter_branch(truth, false);
    state.enter_branch(truth, true);
    state.alive = truth.can_hold;
    if (state.alive) state.assume(truth.if_holds);
    rest.alive = truth.can_fail;
    if (rest.alive) rest.assume(truth.if_fails);
    if (state.alive) {
      if (!matched.empty()) capture(walk, *each.pattern, matched, state);
      if (each.guard) {
        const Truth guard = condition(walk, *each.guard, state);
        State refused = state;
        refused.alive = guard.can_fail;
        if (refused.alive) refused.assume(guard.if_fails);
        rest = meet(std::move(rest), refused);
        for (const Alternative& alternative : matched) {
          Alternatives left = under({alternative}, guard.if_fails);
          if (refused.alive) others.insert(others.end(), left.begin(), left.end());
        }
        state.alive = guard.can_hold;
        if (state.alive) state.assume(guard.if_holds);
      }
      block(walk, each.body, state);
      behind = meet(std::move(behind), state);
    }
    state = std::move(rest);
    if (!others.empty()) subject = std::move(others);
  }
  state = meet(std::move(behind), state);
  state.point.open = before.open;
  state.point.open_where = before.open_where;
}

}  // namespace mmlint::script
