#include "python/eval/statements.h"

// Annotations as CPython 3.11 compiles them (Python/compile.c, compiler_annassign and
// compiler_visit_annotations).
namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

bool are_skipped(const Scope* scope) {
  while (scope->enclosing) scope = scope->enclosing;
  return scope->skips_annotations;
}

}  // namespace

void run_annotation(Evaluator& e, const Annotated& stmt) {
  if (!stmt.value && stmt.target->kind == ExprKind::kAttribute) {
    e.eval(*as<Attribute>(*stmt.target).object);
  }
  if (!stmt.value && stmt.target->kind == ExprKind::kSubscript) {
    e.eval(*as<Subscript>(*stmt.target).object);
    e.eval(*as<Subscript>(*stmt.target).index);
  }
  const bool in_function = &e.scope() != &e.module_scope() && !e.scope().is_class;
  if (stmt.annotation && !in_function && !are_skipped(&e.scope())) e.eval(*stmt.annotation);
}

void run_annotations(Evaluator& e, const Function& function) {
  if (are_skipped(&e.scope())) return;
  for (const Parameter& p : function.parameters) {
    if (p.annotation) e.eval(*p.annotation);
  }
  if (function.returns) e.eval(*function.returns);
}

}  // namespace mmlint::python
