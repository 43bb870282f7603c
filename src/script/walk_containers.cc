
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

// The methods of lists and dicts of the script. One that changes it binds the name that it has here
// to a changed copy.
namespace mmlint::script {

using syntax::Expr;
using syntax::ExprKind;

namespace {

bool is_dict(const Value* value) {
  return value && value->kind == Value::Kind::kDict;
}

// What can be assigned to again: a name or an attribute.
const Expr* place_of(const syntax::Call& expr) {
  if (expr.callee->kind != ExprKind::kAttribute) return nullptr;
  const Expr* object = syntax::as<syntax::Attribute>(*expr.callee).object;
  const bool is_place = object->kind == ExprKind::kName || object->kind == ExprKind::kAttribute;
  return is_place ? object : nullptr;
}

bool is_list_change(std::string_view method) {
  constexpr std::array<std::string_view, 8> kMethods = {"append", "clear",  "extend",  "insert",
                                                        "pop",    "remove", "reverse", "sort"};
  return is_in(method, kMethods);
}

// The entries of a dict as keys(), values() and items() give them.
Alternatives listed(const Value& dict, std::string_view method, Span at, Pool& pool) {
  Value* out = pool.make(Value::Kind::kList, at);
  for (const Entry& entry : dict.dict().entries()) {
    Value* item = method == "keys" ? entry.key : entry.value;
    if (method == "items") {
      item = pool.make(Value::Kind::kTuple, at);
      item->edit_items().assign({entry.key, entry.value});
    }
    out->edit_items().push_back(item);
  }
  return data_of(out, at);
}

// `kwargs.update(device_ids=[0])` and `kwargs.update({...})`.
void update_dict(Walk& walk, const Value& dict, const Givens& given, Span at, State& state) {
  Value* changed = copy_of(walk, dict, dict.span);
  for (const Given& each : given) {
    const Value* more = only_data(each.value);
    if (each.name.empty() && is_dict(more)) {
      hold(walk, dict.span, *more);
      for (const Entry& entry : more->dict().entries())
        changed->edit_dict().set(entry.key, entry.value, entry.origin);
      continue;
    }
    if (each.name.empty()) {
      for (const Given& other : given) escape(walk, other.value);
      return change_item(walk, data_of(&dict, at), nullptr, unknown(at), state);
    }
    const Span written = each.value.front().at;
    changed->edit_dict().set(walk.out.pool->string(walk.out.pool->keep(each.name), each.span),
                             part(walk, each.value, written, dict.span),
                             walk.out.pool->origin({each.span, written}));
  }
  replace_shared(walk, &dict, changed, state);
}

// A method of what is a dict on every path; nullopt for what is no such method.
std::optional<Alternatives> call_dict(Walk& walk, const Alternatives& dicts,
                                      std::string_view method, const syntax::Call& expr,
                                      const Givens& given, State& state) {
  const Span at = walk.span(expr);
  const Expr* place = place_of(expr);
  const Value* only = only_data(dicts);
  if (place) see_global(*walk.frame, *place, state);
  if (method == "update") {
    if (!only) return std::nullopt;
    update_dict(walk, *only, given, at, state);
    return data_of(walk.out.pool->none(at), at);
  }
  const bool lists = method == "keys" || method == "values" || method == "items";
  if (only && lists && given.empty()) {
    hold(walk, at, *only);
    return listed(*only, method, at, *walk.out.pool);
  }
  if (only && method == "copy") return copied(walk, dicts, at, state);
  const bool removes = method == "pop", sets = method == "setdefault";
  if ((method != "get" && !removes && !sets) || given.empty() || given.size() > 2)
    return std::nullopt;
  const Value* key = only_data(given.front().value);
  Alternatives otherwise = data_of(walk.out.pool->none(at), at);
  if (given.size() > 1) otherwise = given[1].value;
  if (!key || !hashable(*key)) {
    escape(walk, dicts);
    escape(walk, otherwise);
    if (removes || sets) change_item(walk, dicts, nullptr, unknown(at), state);
    const Alternative* symbol = only_symbol(given.front().value);
    if (!only || !symbol || method != "get") return unknown(at);
    return one_of(walk, *only, given.front().value, &otherwise, at);
  }
  Alternatives out;
  for (const Alternative& each : dicts) {
    const Entry* entry = each.data()->dict().find(*key);
    Alternatives one = otherwise;
    if (entry) one = alternatives_of(walk, *entry->value, entry->value->span);
    out = either(std::move(out), under(std::move(one), each.guard));
  }
  if ((removes || sets) && (!only || !place)) {
    escape(walk, dicts);
    escape(walk, otherwise);
  }
  if (only && place && (removes || (sets && !only->dict().find(*key)))) {
    Value* changed = copy_of(walk, *only, only->span);
    if (removes)
      changed->edit_dict().erase(*key);
    else
      changed->edit_dict().set(const_cast<Value*>(key),
                               part(walk, otherwise, otherwise.front().at, only->span),
                               walk.out.pool->origin({at, otherwise.front().at}));
    replace_shared(walk, only, changed, state);
  }
  return out.empty() ? unknown(at) : out;
}

}  // namespace

// A copy that is to be changed, which counts in the budget as what it holds.
Value* copy_of(Walk& walk, const Value& dict, Span at) {
  walk.spend(dict.dict().entries().size() / 8);
  Value* out = walk.out.pool->make(Value::Kind::kDict, at);
  out->set_text(dict.text());
  out->edit_dict().copy(dict.dict());
  return out;
}

std::optional<Alternatives> paired(Walk& walk, const syntax::Call& expr, const Givens& given,
                                   State& state) {
  if (expr.callee->kind != ExprKind::kName) return std::nullopt;
  const std::string_view name = syntax::as<syntax::Name>(*expr.callee).id;
  const bool counts = name == "enumerate";
  if (!counts && name != "zip") return std::nullopt;
  const Span at = walk.span(expr);
  std::vector<std::vector<Alternatives>> all;
  bool holds = false;
  for (const Given& each : given) {
    const auto items = each.name.empty() && each.stars == 0
                           ? items_of_all(walk, each.value, at, state)
                           : std::nullopt;
    if (!items) return std::nullopt;
    all.push_back(*items);
    holds = holds || holds_objects(walk, each.value);
  }
  if (!holds || (counts && all.size() != 1)) return std::nullopt;
  const auto shortest = std::ranges::min(all, {}, &std::vector<Alternatives>::size).size();
  if (shortest > kMaxAlternatives) return std::nullopt;
  Value* out = walk.out.pool->make(Value::Kind::kList, at);
  for (std::size_t i = 0; i < shortest; ++i) {
    Value* tuple = walk.out.pool->make(Value::Kind::kTuple, at);
    if (counts)
      tuple->edit_items().push_back(walk.out.pool->integer(static_cast<std::int64_t>(i), at));
    for (const auto& items : all) tuple->edit_items().push_back(part(walk, items[i], at, at));
    out->edit_items().push_back(tuple);
  }
  return data_of(out, at);
}

std::optional<Alternatives> merged(Walk& walk, const Alternatives& all, const Alternatives& more,
                                   Span at) {
  constexpr std::size_t kMost = 6;
  const auto are_dicts = [](const Alternatives& of) {
    return std::ranges::all_of(of, [](const Alternative& each) { return is_dict(each.data()); });
  };
  if (all.size() * more.size() > kMost || !are_dicts(all) || !are_dicts(more)) return std::nullopt;
  Alternatives out;
  for (const Alternative& one : all) {
    for (const Alternative& other : more) {
      Guard guard = one.guard;
      if (!guard.add(other.guard)) continue;
      Value* both = copy_of(walk, *one.data(), at);
      for (const Entry& entry : other.data()->dict().entries())
        both->edit_dict().set(entry.key, entry.value, entry.origin);
      out.push_back({Alternative::Data{both}, at, std::move(guard)});
    }
  }
  return out.empty() ? std::nullopt : std::optional(std::move(out));
}

// A method of a list or dict that the script knows; nullopt for any other.
std::optional<Alternatives> call_container(Walk& walk, std::string_view method,
                                           const syntax::Call& expr, const Givens& given,
                                           State& state) {
  if (!walk.receiver || walk.receiver->empty()) return std::nullopt;
  const Alternatives objects = *walk.receiver;
  if (std::ranges::all_of(objects, [](const Alternative& each) { return is_dict(each.data()); }))
    return call_dict(walk, objects, method, expr, given, state);
  const Value* list = only_data(objects);
  const Expr* place = place_of(expr);
  if (!list || list->kind != Value::Kind::kList || !place || !is_list_change(method))
    return std::nullopt;
  see_global(*walk.frame, *place, state);
  const Span at = walk.span(expr);
  Alternatives changed = unknown(at);
  if (method == "append" && given.size() == 1 && walk.frame->rolled == 0 &&
      walk.spend(list->items().size() / 8)) {
    Value* longer = walk.out.pool->make(Value::Kind::kList, list->span);
    longer->edit_items().assign(list->items());
    longer->edit_items().push_back(part(walk, given.front().value, given.front().span, list->span));
    changed = data_of(longer, list->span);
  } else {
    escape(walk, objects);
    for (const Given& each : given) escape(walk, each.value);
  }
  walk.changed.insert(list);
  assign(walk, *place, changed, state);
  return unknown(at);
}

}  // namespace mmlint::script
