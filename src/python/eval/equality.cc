
#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "value/scalar_text.h"

namespace mmlint::python {
namespace {

// True if the value holds something whose == is not known.
bool has_doubt(Evaluator& e, const Value& v, int depth = 0) {
  e.step();
  if (v.kind == Value::Kind::kUnknown || v.kind == Value::Kind::kReference ||
      depth > e.limits().depth)
    return true;
  if (v.kind == Value::Kind::kObject)
    return v.object() && dynamic_cast<const Iterator*>(v.object()) == nullptr &&
           dynamic_cast<const RangeObject*>(v.object()) == nullptr &&
           dynamic_cast<const NativeObject*>(v.object()) == nullptr;
  for (const Value* item : v.items()) {
    if (has_doubt(e, *item, depth + 1)) return true;
  }
  for (const Entry& entry : v.dict().entries()) {
    if (has_doubt(e, *entry.value, depth + 1)) return true;
  }
  return false;
}

}  // namespace

std::optional<bool> equals(Evaluator& e, const Value& a, const Value& b) {
  if (a.kind == Value::Kind::kUnknown || b.kind == Value::Kind::kUnknown) return std::nullopt;
  if (is_number(a) && is_number(b)) {
    if (a.big != b.big && (a.kind == Value::Kind::kFloat || b.kind == Value::Kind::kFloat))
      return std::nullopt;
    return equal_numbers(a, b);
  }
  if (a.kind == Value::Kind::kReference && b.kind == Value::Kind::kReference)
    return a.object() == b.object();
  if (a.kind == Value::Kind::kString && b.kind == Value::Kind::kString) {
    e.step(std::min(a.text().size(), b.text().size()) / 64);
    return a.text() == b.text();
  }
  if (dynamic_cast<const DictView*>(a.object()) || dynamic_cast<const DictView*>(b.object()))
    return std::nullopt;
  if (a.kind != b.kind) return false;
  if (a.kind == Value::Kind::kObject) {
    if (dynamic_cast<const ClassObject*>(a.object()) ||
        dynamic_cast<const FunctionObject*>(a.object())) {
      return a.object() == b.object();
    }
    return equal(a, b);
  }
  if (&a == &b || !a.is_container()) return equal(a, b);
  if (has_doubt(e, a) || has_doubt(e, b)) return std::nullopt;
  if (a.kind == Value::Kind::kSet) e.step(a.items().size() * b.items().size() / 8);
  return equal(a, b);
}

}  // namespace mmlint::python
