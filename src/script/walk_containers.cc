#include <algorithm>
#include <array>
#include <utility>

#include "script/walker.h"
#include "value/pool.h"

// The methods of lists and dicts of the script. One that changes it binds the name that it has here
// to a changed copy.
namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

bool is_dict(const Value* value) {
  return value && value->kind == Value::Kind::kDict;
}

// What can be assigned to again: a name or an attribute.
const Expr* place_of(const syntax::Call& expr) {
  if (expr.callee->kind != ExprKind::kAttribute) return nullptr;
  const Expr* object = as<syntax::Attribute>(*expr.callee).object;
  const bool is_place = object->kind == ExprKind::kName || object->kind == ExprKind::kAttribute;
  return is_place ? object : nullptr;
}

bool is_list_change(std::string_view method) {
  constexpr std::array<std::string_view, 8> kMethods = {"append", "clear",  "extend",  "insert",
                                                        "pop",    "remove", "reverse", "sort"};
  return std::find(kMethods.begin(), kMethods.end(), method) != kMethods.end();
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

}  // namespace

// A copy that is to be changed, which counts in the budget as what it holds.
Value* WalkContext::copy_of(const Value& dict, Span at) {
  spend(dict.dict().entries().size() / 8);
  Value* out = out_.pool->make(Value::Kind::kDict, at);
  out->set_text(dict.text());
  out->edit_dict().copy(dict.dict());
  return out;
}

// {**a, **b} and a | b
Alternatives WalkContext::merged(const Value& a, const Value& b, Span at) {
  Value* out = copy_of(a, at);
  for (const Entry& entry : b.dict().entries())
    out->edit_dict().set(entry.key, entry.value, entry.origin);
  return data_of(out, at);
}

// `kwargs.update(device_ids=[0])` and `kwargs.update({...})`.
void Walker::update_dict(const Value& dict, const Givens& given, Span at, State& state) {
  Value* changed = copy_of(dict, dict.span);
  for (const Given& each : given) {
    const Value* more = only_data(each.value);
    if (each.name.empty() && is_dict(more)) {
      for (const Entry& entry : more->dict().entries())
        changed->edit_dict().set(entry.key, entry.value, entry.origin);
      continue;
    }
    if (each.name.empty()) return change_item(data_of(&dict, at), nullptr, unknown(at), state);
    const Span written = each.value.front().at;
    changed->edit_dict().set(out_.pool->string(out_.pool->keep(each.name), each.span),
                             data(each.value, written), out_.pool->origin({each.span, written}));
  }
  replace_shared(&dict, changed, state);
}

// A method of what is a dict on every path; nullopt for what is no such method.
std::optional<Alternatives> Walker::call_dict(const Alternatives& dicts, std::string_view method,
                                              const syntax::Call& expr, const Givens& given,
                                              State& state) {
  const Span at = span(expr);
  const Expr* place = place_of(expr);
  const Value* only = only_data(dicts);
  if (place) see_global(*frame_, *place, state);
  if (method == "update") {
    if (!only) return std::nullopt;
    update_dict(*only, given, at, state);
    return data_of(out_.pool->none(at), at);
  }
  const bool lists = method == "keys" || method == "values" || method == "items";
  if (only && lists && given.empty()) return listed(*only, method, at, *out_.pool);
  if (only && method == "copy") return copied(dicts, at, state);
  const bool removes = method == "pop", sets = method == "setdefault";
  if ((method != "get" && !removes && !sets) || given.empty() || given.size() > 2)
    return std::nullopt;
  const Value* key = only_data(given.front().value);
  if (!key || !hashable(*key)) {
    if (removes || sets) change_item(dicts, nullptr, unknown(at), state);
    return unknown(at);
  }
  Alternatives otherwise = data_of(out_.pool->none(at), at);
  if (given.size() > 1) otherwise = given[1].value;
  Alternatives out;
  for (const Alternative& each : dicts) {
    const Entry* entry = each.data()->dict().find(*key);
    Alternatives one = otherwise;
    if (entry) one = {alternative_of(*entry->value, entry->value->span)};
    out = either(std::move(out), under(std::move(one), each.guard));
  }
  if (only && place && (removes || (sets && !only->dict().find(*key)))) {
    Value* changed = copy_of(*only, only->span);
    if (removes)
      changed->edit_dict().erase(*key);
    else
      changed->edit_dict().set(const_cast<Value*>(key), data(otherwise, otherwise.front().at),
                               out_.pool->origin({at, otherwise.front().at}));
    replace_shared(only, changed, state);
  }
  return out.empty() ? unknown(at) : out;
}

// A method of a list or dict that the script knows; nullopt for any other.
std::optional<Alternatives> Walker::call_container(std::string_view method,
                                                   const syntax::Call& expr, const Givens& given,
                                                   State& state) {
  if (!receiver_ || receiver_->empty()) return std::nullopt;
  const Alternatives objects = *receiver_;
  if (std::all_of(objects.begin(), objects.end(),
                  [](const Alternative& each) { return is_dict(each.data()); }))
    return call_dict(objects, method, expr, given, state);
  const Value* list = only_data(objects);
  const Expr* place = place_of(expr);
  if (!list || list->kind != Value::Kind::kList || !place || !is_list_change(method))
    return std::nullopt;
  see_global(*frame_, *place, state);
  const Span at = span(expr);
  Alternatives changed = unknown(at);
  if (method == "append" && given.size() == 1 && frame_->rolled == 0 &&
      spend(list->items().size() / 8)) {
    Value* longer = out_.pool->make(Value::Kind::kList, list->span);
    longer->edit_items().assign(list->items());
    longer->edit_items().push_back(data(given.front().value, given.front().span));
    changed = data_of(longer, list->span);
  }
  changed_.insert(list);
  assign(*place, changed, state);
  return unknown(at);
}

}  // namespace mmlint::script
