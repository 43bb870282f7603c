#include "python/eval/augmented.h"

#include <algorithm>

#include "python/eval/natives.h"
#include "python/eval/operators.h"
#include "python/eval/slices.h"

namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only
using mmlint::Dict;

namespace {

// dict |= mapping or pairs, and ConfigDict |= mapping, are update().
Value* update(Evaluator& e, Value& left, Value& right, Span span) {
  if (is_addict(left)) e.taint(left, "addict's Dict was updated", span);
  if (left.kind == Value::Kind::kUnknown) return nullptr;
  Value* method = left.config_dict ? config_dict_method(e, left, "update", span)
                                   : dict_method(e, left, "update", span);
  Arguments arguments;
  arguments.positional = {&right};
  arguments.span = span;
  e.call(*method, arguments);
  return left.kind == Value::Kind::kUnknown ? nullptr : &left;
}

bool is_set_operator(Operator op) {
  return op == Operator::kBitOr || op == Operator::kBitAnd || op == Operator::kSubtract ||
         op == Operator::kBitXor;
}

}  // namespace

Value* augmented(Evaluator& e, Operator op, Value& left, Value& right, Span span) {
  const bool is_list = left.kind == Value::Kind::kList;
  if (is_list && op == Operator::kAdd) {
    if (extend_list(e, left, right, span)) return &left;
    e.taint(left, "+= of an unknown value", span);
    return nullptr;
  }
  if (left.kind == Value::Kind::kDict && op == Operator::kBitOr)
    return update(e, left, right, span);
  Value* result = binary(e, op, left, right, span);
  if (left.kind == Value::Kind::kObject && left.object() && result->kind == Value::Kind::kUnknown) {
    e.taint(*left.object(), result->text(), span);
  }
  const bool in_place = (is_list && op == Operator::kMultiply) ||
                        (left.kind == Value::Kind::kSet && !left.fixed && is_set_operator(op));
  if (!in_place) return result;
  if (result->kind == Value::Kind::kUnknown) {
    e.taint(left, result->text(), span);
    return nullptr;
  }
  left.edit_items().assign(result->items());
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
  set_slice(e_, *object_, as<Slice>(*as<Subscript>(target_).index), value);
}

}  // namespace mmlint::python
