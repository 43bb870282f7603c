#include "resolve/eval/comprehension.h"

#include <fmt/format.h>

#include "resolve/eval/numbers.h"

namespace mmlint::resolve {

using namespace syntax;  // NOLINT: the node types, in this file only
using resolve::Dict;

void add_item(Evaluator& e, Value& out, Value* item, Span span) {
  if (out.kind == Kind::kSet) {
    if (!hashable(*item)) {
      e.raise("TypeError", fmt::format("unhashable type: '{}'", type_name(*item)), span);
    }
    for (const Value* other : out.items) {
      if (equal(*other, *item)) return;
    }
  }
  out.items.push_back(item);
}

Value* eval_lambda(Evaluator& e, const Lambda& l) {
  auto* function = new FunctionObject();
  ObjectPtr owned(function);
  function->name = "<lambda>";
  function->file = e.file();
  function->parameters = l.parameters;
  for (const Parameter& p : l.parameters) {
    function->defaults.push_back(p.default_value ? e.eval(*p.default_value) : nullptr);
  }
  function->expression = l.body;
  function->scope = &e.scope();
  Value* value = e.pool().make(Kind::kObject, e.span(l));
  value->text = "function <lambda>";
  value->object = e.pool().keep(std::move(owned));
  return value;
}

bool Comprehensions::clauses(const Comprehension& c, std::size_t depth, Value* first, Value& out) {
  if (depth == c.clauses.size()) {
    e.step();
    Value* key = c.key ? e.eval(*c.key) : nullptr;
    Value* value = e.eval(*c.value);
    e.check_items(out.items.size() + out.dict.size() + 1, e.span(c));
    if (!key) {
      if (out.kind == Kind::kSet && value->kind == Kind::kUnknown) return false;
      add_item(e, out, value, e.span(c));
    } else {
      if (!hashable(*key)) return false;
      out.dict.set(
          key, value,
          pool.origin({.key = {}, .value = value->span, .how = How::kComputed, .set = value}));
    }
    return true;
  }
  const ForClause& clause = c.clauses[depth];
  Value* iterable = first ? first : e.eval(*clause.iterable);
  const auto* items = e.iterate(*iterable, e.span(*clause.iterable));
  if (!items) return false;
  for (std::size_t i = 0; i < items->size(); ++i) {
    e.step();
    e.assign(*clause.target, *(*items)[i], nullptr);
    bool taken = true;
    for (const Expr* condition : clause.conditions) {
      const Evaluator::Truth truth = e.truth(*e.eval(*condition));
      if (truth == Evaluator::Truth::kUnknown) return false;
      taken = taken && truth == Evaluator::Truth::kTrue;
      if (!taken) break;
    }
    if (taken && !clauses(c, depth + 1, nullptr, out)) return false;
  }
  return true;
}

Value* Comprehensions::eval(const Comprehension& c) {
  // The first iterable is evaluated outside.
  Value* first = e.eval(*c.clauses[0].iterable);
  const Kind kind = c.what == ComprehensionKind::kSet    ? Kind::kSet
                    : c.what == ComprehensionKind::kDict ? Kind::kDict
                                                         : Kind::kList;
  Value* out = pool.make(kind, e.span(c));
  out->view = c.what == ComprehensionKind::kGenerator;
  Scope* before = e.scope_;
  e.scopes_.push_back(Scope{pool.make(Kind::kDict), before, true, {}, {}});
  e.scope_ = &e.scopes_.back();
  struct Restore {
    Scope*& place;
    Scope* value;
    ~Restore() { place = value; }
  } restore{e.scope_, before};
  if (!clauses(c, 0, first, *out)) {
    e.taint(*c.value, "inside a comprehension over something unknown");
    return e.unknown("a comprehension over something unknown", e.span(c));
  }
  return out;
}

}  // namespace mmlint::resolve
