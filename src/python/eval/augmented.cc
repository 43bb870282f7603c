#include "python/eval/augmented.h"

#include "python/eval/natives.h"
#include "python/eval/operators.h"

namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

Value* augmented(Evaluator& e, Operator op, Value& left, Value& right, Span span) {
  if (left.kind == Value::Kind::kList && op == Operator::kAdd) {
    if (extend_list(e, left, right, span)) return &left;
    e.taint(left, "+= of an unknown value", span);
    return nullptr;
  }
  if (left.kind == Value::Kind::kDict && op == Operator::kBitOr) {
    Arguments arguments;
    arguments.positional = {&right};
    arguments.span = span;
    e.call(*e.attribute(left, "update", span), arguments);
    return left.kind == Value::Kind::kUnknown ? nullptr : &left;
  }
  const bool is_kept = left.kind == Value::Kind::kList || left.kind == Value::Kind::kSet ||
                       left.kind == Value::Kind::kDict;
  Value* result = binary(e, op, left, right, span);
  if (result->kind == Value::Kind::kUnknown) {
    if (left.kind != Value::Kind::kTuple) e.taint(left, result->text(), span);
    return is_kept ? nullptr : result;
  }
  if (left.kind != Value::Kind::kList) return result;
  left.edit_items().assign(result->items());  // list *= number
  return &left;
}

AugmentedTarget::AugmentedTarget(Evaluator& e, const Expr& target) : e_(e), target_(target) {
  if (target.kind == ExprKind::kAttribute) object_ = e.eval(*as<Attribute>(target).object);
  if (target.kind != ExprKind::kSubscript) return;
  object_ = e.eval(*as<Subscript>(target).object);
  const Expr& index = *as<Subscript>(target).index;
  if (index.kind != ExprKind::kSlice) key_ = e.eval(index);
}

Value* AugmentedTarget::read() {
  const Span span = e_.span(target_);
  if (!object_) return e_.eval(target_);
  e_.last_read = nullptr;
  if (target_.kind == ExprKind::kAttribute) {
    return e_.attribute(*object_, as<Attribute>(target_).name, span);
  }
  if (key_) return e_.item(*object_, *key_, span);
  return get_slice(e_, *object_, as<Slice>(*as<Subscript>(target_).index));
}

void AugmentedTarget::write(Value& value, const Origin* origin) {
  const Span span = e_.span(target_);
  if (!object_) return e_.assign(target_, value, origin);
  if (target_.kind == ExprKind::kAttribute) {
    return e_.set_attribute(*object_, as<Attribute>(target_).name, value, origin, span);
  }
  if (key_) return e_.set_item(*object_, *key_, value, origin, span);
  set_slice(e_, *object_, as<Slice>(*as<Subscript>(target_).index), &value);
}

}  // namespace mmlint::python
