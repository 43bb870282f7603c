
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
      for (const Entry& entry : more->dict().entries())
        changed->edit_dict().set(entry.key, entry.value, entry.origin);
      continue;
    }
    if (each.name.empty())
      return change_item(walk, data_of(&dict, at), nullptr, unknown(at), state);
    const Span written = each.value.front().at;
    changed->edit_dict().set(walk.out.pool->string(walk.out.pool->keep(each.name), each.span),
                             data(walk, each.value, written),
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
  if (only && lists && given.empty()) return listed(*only, method, at, *walk.out.pool);
  if (only && method == "copy") return copied(walk, dicts, at, state);
  const bool removes = method == "pop", sets = method == "setdefault";
  if ((method != "get" && !removes && !sets) || given.empty() || given.size() > 2)
    return std::nullopt;
  const Value* key = only_data(given.front().value);
  Alternatives otherwise = data_of(walk.out.pool->none(at), at);
  if (given.size() > 1) otherwise = given[1].value;
  if (!key || !hashable(*key)) {
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
  if (only && place && (removes || (sets && !only->dict().find(*key)))) {
    Value* changed = copy_of(walk, *only, only->span);
    if (removes)
      changed->edit_dict().erase(*key);
    else
      changed->edit_dict().set(const_cast<Value*>(key), data(walk, otherwise, otherwise.front().at),
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

// {**a, **b} and a | b
Alternatives merged(Walk& walk, const Value& a, const Value& b, Span at) {
  Value* out = copy_of(walk, a, at);
  for (const Entry& entry : b.dict().entries())
    out->edit_dict().set(entry.key, entry.value, entry.origin);
  return data_of(out, at);
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
    longer->edit_items().push_back(data(walk, given.front().value, given.front().span));
    changed = data_of(longer, list->span);
  }
  walk.changed.insert(list);
  assign(walk, *place, changed, state);
  return unknown(at);
}

}  // namespace mmlint::script
