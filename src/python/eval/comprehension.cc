#include "python/eval/comprehension.h"
#include "python/eval/guards.h"

#include "python/eval/iterator.h"
#include "python/eval/namespaces.h"

namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

// What a comprehension gives, one by one. The first iterable is evaluated where the comprehension
// is written, everything else when it is asked for.
class Generator : public Iterator {
 public:
  Generator(Evaluator& e, const Comprehension& c, Iterator* first)
      : Iterator("generator <genexpr>"), c_(c), names_(local_names(c)), file_(e.file()) {
    open_.push_back(first);
    scope_ = &e.new_scope(Scope{.names = e.pool().make(Value::Kind::kDict),
                                .enclosing = &e.scope(),
                                .is_comprehension = true,
                                .locals = &names_});
  }

  Value* key = nullptr;  // of the item given last, in a dict comprehension

  void taint_parts(Evaluator& e, std::string_view reason, Span span) override {
    const ScopeGuard guard(e, scope_, file_);
    e.taint(c_, reason);
    for (Iterator* from : open_) {
      if (from) e.taint(*from, reason, span);
    }
  }

 private:
  Value* advance(Evaluator& e, Span) override {
    const ScopeGuard guard(e, scope_, file_);
    while (!open_.empty() && known()) {
      const ForClause& clause = c_.clauses[open_.size() - 1];
      Iterator* from = open_.back();
      Value* item = from ? from->next(e, e.span(*clause.iterable)) : nullptr;
      if (!from || !from->known()) return give_up(e);
      if (!item) {
        open_.pop_back();
        continue;
      }
      e.assign(*clause.target, *item, nullptr);
      const auto taken = conditions(e, clause);
      if (taken == Evaluator::Truth::kUnknown) return give_up(e);
      if (taken == Evaluator::Truth::kFalse) continue;
      if (open_.size() == c_.clauses.size()) {
        key = c_.key ? e.eval(*c_.key) : nullptr;
        return e.eval(*c_.value);
      }
      const Expr& next = *c_.clauses[open_.size()].iterable;
      open_.push_back(iterator_of(e, *e.eval(next), e.span(next)));
    }
    return nullptr;
  }

  Evaluator::Truth conditions(Evaluator& e, const ForClause& clause) {
    for (const Expr* condition : clause.conditions) {
      const auto truth = e.truth(*e.eval(*condition));
      if (truth != Evaluator::Truth::kTrue) return truth;
    }
    return Evaluator::Truth::kTrue;
  }

  Value* give_up(Evaluator& e) {
    forget("a comprehension over something unknown");
    e.taint(c_, "inside a comprehension over something unknown");
    return nullptr;
  }

  const Comprehension& c_;
  const NameSet names_;
  Scope* scope_;
  const FileId file_;
  std::vector<Iterator*> open_;  // one per clause that is being run
};

}  // namespace

bool add_item(Evaluator& e, Value& out, Value* item, Span span) {
  if (out.kind == Value::Kind::kSet) {
    if (!e.check_key(*item, span)) return false;
    e.step(out.items().size() / 8);
    for (const Value* other : out.items()) {
      if (equal(*other, *item)) return true;
    }
  }
  out.edit_items().push_back(item);
  return true;
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
  function->locals = local_names(l.parameters, {}, l.body);
  return object_value(e, std::move(owned), "function <lambda>", e.span(l));
}

Value* eval_comprehension(Evaluator& e, const Comprehension& c) {
  Iterator* first = iterator_of(e, *e.eval(*c.clauses[0].iterable), e.span(*c.clauses[0].iterable));
  auto* generator = new Generator(e, c, first);
  if (c.what == ComprehensionKind::kGenerator) {
    return iterator_value(e, std::unique_ptr<Iterator>(generator), e.span(c));
  }
  e.pool().keep(ObjectPtr(generator));
  const Value::Kind kind = c.what == ComprehensionKind::kSet    ? Value::Kind::kSet
                           : c.what == ComprehensionKind::kDict ? Value::Kind::kDict
                                                                : Value::Kind::kList;
  Value* out = e.pool().make(kind, e.span(c));
  const char* unknown_part = nullptr;
  while (Value* value = generator->next(e, e.span(c))) {
    e.check_items(out->items().size() + out->dict().size() + 1, e.span(c));
    if (kind != Value::Kind::kDict) {
      if (!add_item(e, *out, value, e.span(c))) unknown_part = "a set with an unknown item";
      continue;
    }
    if (!e.check_key(*generator->key, e.span(c))) {
      unknown_part = "a dict with an unknown key";
      continue;
    }
    const OriginParts origin{.value = value->span, .how = How::kComputed, .set = value};
    out->edit_dict().set(generator->key, value, e.pool().origin(origin));
  }
  if (!generator->known()) return e.unknown(generator->unknown, e.span(c));
  return unknown_part ? e.unknown(unknown_part, e.span(c)) : out;
}

}  // namespace mmlint::python
