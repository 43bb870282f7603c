#include "python/eval/hazards.h"

#include "python/eval/evaluator.h"
#include "syntax/walk.h"

namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

void Hazards::warn(ProblemKind kind, Span span, std::map<std::string, std::string> captures) {
  Problem problem{kind, span, std::move(captures), {}};
  if (kind == ProblemKind::kVariableNotGiven) problem.cause = problem.captures["name"];
  add_once(found, std::move(problem));
}

void Hazards::warn_of_token(const Value& value) {
  if (value.kind != Value::Kind::kString) return;
  const BaseVariable* v = tokens->find(value.text());
  if (!v) return;
  warn(ProblemKind::kBaseVariableInExpression, value.literal ? value.span : v->span,
       {{"variable", "_base_." + v->path}});
}

bool Hazards::holds_unknown_template(Span place) const {
  return std::ranges::any_of(unknown_templates, [&](const UnknownTemplate& each) {
    return place.begin <= each.span.begin && each.span.end <= place.end;
  });
}

std::string_view Hazards::with_other_tokens(Pool& pool, std::string_view text) const {
  return pool.keep(tokens->with_other_digits(text));
}

void Evaluator::warn_of_edit(const Value& value, const Expr& target) {
  if (!value.thawed || lazy) return;
  const Expr* root = &target;
  while (root->kind == ExprKind::kAttribute || root->kind == ExprKind::kSubscript) {
    root = root->kind == ExprKind::kAttribute ? as<Attribute>(*root).object
                                              : as<Subscript>(*root).object;
  }
  const std::string_view name = id_of(*root);
  if (name.empty() || name == "_base_") return;
  hazards.warn(ProblemKind::kBaseEditedInPlace, span(target), {{"name", std::string(name)}});
}

void Evaluator::warn_of_call(const Value& callee, const Expr& written) {
  const NativeObject* native = native_of(callee);
  if (native && native->self && native->changes_self) warn_of_edit(*native->self, written);
  if (!hazards.frozen.empty()) warn_of_frozen(written);
}

// On Python 3.11 and later MMEngine makes what is imported from a frozen module a lazy object
// (mmengine/config/utils.py, _is_builtin_module).
void Evaluator::warn_of_frozen(const Expr& called) {
  std::string name;
  const Expr* root = &called;
  for (; root->kind == ExprKind::kAttribute; root = as<Attribute>(*root).object)
    name.insert(0, "." + std::string(as<Attribute>(*root).name));
  const std::string_view id = id_of(*root);
  if (!id.empty() && hazards.frozen.contains(id))
    hazards.warn(ProblemKind::kLazyStandardCall, span(called), {{"name", std::string(id) + name}});
}

void Evaluator::warn_of_leak(const Expr& target) {
  if (scope_ != &module_) return;
  if (target.kind == ExprKind::kName) {
    hazards.warn(ProblemKind::kLeakedName, span(target),
                 {{"name", std::string(as<Name>(target).id)}});
  } else if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
    for (const Expr* item : as<Sequence>(target).items) warn_of_leak(*item);
  }
}

void Evaluator::warn_of_read_base(const Expr& context) {
  if (lazy && called_id(context) == "read_base")
    hazards.warn(ProblemKind::kNestedReadBase, span(context));
}

}  // namespace mmlint::python
