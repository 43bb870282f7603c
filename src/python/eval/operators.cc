#include "python/eval/operators.h"

#include "python/eval/guards.h"
#include "python/eval/iterator.h"
#include "python/eval/natives.h"
#include "value/scalar_text.h"

namespace mmlint::python {
using syntax::Operator;

namespace {

// Both sides and the result share their items, so a base's must be live from now on.
Value* concatenate(Evaluator& e, Value& a, Value& b, Span span) {
  e.check_items(a.items().size() + b.items().size(), span);
  Value* out = e.pool().make(a.kind, span);
  out->edit_items().reserve(a.items().size() + b.items().size());
  for (Value* side : {&a, &b}) {
    const Value::Items& items = *e.iterate(*side, span);
    out->edit_items().append(items);
  }
  return out;
}

Value* repeat(Evaluator& e, Value& sequence, const Value& times, Span span) {
  const bool is_text = sequence.kind == Value::Kind::kString;
  const std::size_t size = is_text ? sequence.text().size() : sequence.items().size();
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(0, int_of(times)));
  std::size_t total = 0;
  if (__builtin_mul_overflow(size, count, &total)) total = SIZE_MAX;
  if (is_text) {
    e.check_text(total, span);
    std::string out;
    out.reserve(total);
    if (total != 0) out = sequence.text();
    while (out.size() < total) out.append(out, 0, std::min(out.size(), total - out.size()));
    return e.new_text(out, span);
  }
  e.check_items(total, span);
  e.step(total / 16);
  Value* out = e.pool().make(sequence.kind, span);
  out->edit_items().reserve(total);
  const Value::Items& items = *e.iterate(sequence, span);
  for (std::size_t i = 0; size != 0 && i < count; ++i) {
    out->edit_items().append(items);
  }
  return out;
}

// dict | dict
Value* unite(Evaluator& e, Value& a, Value& b, Span span) {
  Value* out = e.pool().make(Value::Kind::kDict, span);
  for (Value* side : {&a, &b}) {
    e.step(side->dict().size());
    for (std::size_t i = 0; i < side->dict().size(); ++i) {
      Value* value = e.live_entry(*side, i);
      out->edit_dict().set(side->dict().entries()[i].key, value, side->dict().entries()[i].origin);
    }
  }
  return out;
}

std::optional<bool> contains(Evaluator& e, Value& item, Value& container, Span span) {
  if (container.kind == Value::Kind::kUnknown || item.kind == Value::Kind::kUnknown)
    return std::nullopt;
  switch (container.kind) {
    case Value::Kind::kString:
      if (item.kind != Value::Kind::kString) {
        e.raise("TypeError", "'in <string>' requires string as left operand", span);
      }
      e.step(container.text().size() / 16);
      return container.text().find(item.text()) != std::string_view::npos;
    case Value::Kind::kDict:
      if (!e.check_key(item, span)) return std::nullopt;
      return container.dict().find(item) != nullptr;
    case Value::Kind::kSet:
      if (item.kind != Value::Kind::kSet && !e.check_key(item, span)) return std::nullopt;
      e.step(container.items().size() / 8);
      return std::ranges::any_of(container.items(),
                                 [&](const Value* other) { return equal(*other, item); });
    case Value::Kind::kList:
    case Value::Kind::kTuple: {
      bool maybe = false;
      e.step(container.items().size() / 8);
      for (const Value* other : container.items()) {
        const auto same = other == &item ? std::optional(true) : equals(e, *other, item);
        if (same && *same && !maybe) return true;
        maybe = maybe || !same;
      }
      return maybe ? std::nullopt : std::optional(false);
    }
    case Value::Kind::kObject: {
      if (is_environment(container)) return environment_has(e, container, item, span);
      if (const auto* range = dynamic_cast<const RangeObject*>(container.object())) {
        if (item.kind == Value::Kind::kInt || item.kind == Value::Kind::kBool)
          return !item.big && range->contains(int_of(item));
        return item.kind == Value::Kind::kFloat ? std::nullopt : std::optional(false);
      }
      const auto* view = dynamic_cast<const DictView*>(container.object());
      if (view && view->of == DictView::Of::kKeys && view->dict->kind == Value::Kind::kDict) {
        if (!e.check_key(item, span)) return std::nullopt;
        return view->dict->dict().find(item) != nullptr;
      }
      Iterator* items = iterator_of(e, container, span);
      while (Value* other = items ? items->next(e, span) : nullptr) {
        const auto same = equals(e, *other, item);
        if (!same) items->forget("used by a search that is not known");
        if (!same || *same) return same;
      }
      return items && items->known() ? std::optional(false) : std::nullopt;
    }
    case Value::Kind::kBytes:
      return std::nullopt;
    default:
      e.raise("TypeError",
              fmt::format("argument of type '{}' is not iterable", type_name(container)), span);
  }
}

// Whether <, == or > holds between two values; neither can, for NaN or sets.
struct Order {
  bool less = false;
  bool equal = false;
  bool greater = false;
};

// Without rounding the integer to a double (float_richcompare in CPython's floatobject.c).
Order order_exactly(std::int64_t i, double d) {
  constexpr double kBeyond = 9223372036854775808.0;  // 2**63
  if (std::isnan(d)) return {};
  if (d >= kBeyond) return {.less = true};
  if (d < -kBeyond) return {.greater = true};
  const double whole = std::trunc(d);
  const auto w = static_cast<std::int64_t>(whole);
  if (i != w) return {.less = i<w, .greater = i> w};
  return {.less = whole<d, .equal = whole == d, .greater = whole> d};
}

// nullopt if it cannot be known; raises TypeError for what has no order.
std::optional<Order> order(Evaluator& e, const Value& a, const Value& b, Span span) {
  const auto of = [](int c) { return Order{c<0, c == 0, c> 0}; };
  if (a.kind == Value::Kind::kUnknown || b.kind == Value::Kind::kUnknown) return std::nullopt;
  if (is_number(a) && is_number(b)) {
    if (a.big || b.big) return std::nullopt;
    if (a.kind != Value::Kind::kFloat && b.kind != Value::Kind::kFloat) {
      return of(int_of(a) < int_of(b) ? -1 : int_of(a) > int_of(b));
    }
    if (a.kind == b.kind) {
      const double x = a.floating;
      const double y = b.floating;
      return Order{x<y, x == y, x> y};
    }
    const Order int_first = a.kind == Value::Kind::kFloat ? order_exactly(int_of(b), a.floating)
                                                          : order_exactly(int_of(a), b.floating);
    return a.kind == Value::Kind::kFloat ? Order{int_first.greater, int_first.equal, int_first.less}
                                         : int_first;
  }
  if (a.kind == Value::Kind::kString && b.kind == Value::Kind::kString) {
    e.step(std::min(a.text().size(), b.text().size()) / 64);
    return of(a.text().compare(b.text()));  // UTF-8 keeps the order of code points
  }
  if (a.is_sequence() && a.kind == b.kind) {
    const DepthGuard guard(e, span);
    for (std::size_t i = 0; i < a.items().size() && i < b.items().size(); ++i) {
      e.step();
      if (a.items()[i] == b.items()[i] && a.items()[i]->kind != Value::Kind::kUnknown) continue;
      const auto same = equals(e, *a.items()[i], *b.items()[i]);
      if (!same) return std::nullopt;
      if (!*same) return order(e, *a.items()[i], *b.items()[i], span);
    }
    return of(a.items().size() < b.items().size() ? -1 : a.items().size() > b.items().size());
  }
  const auto may_have_order = [](const Value& v) {
    if (v.kind == Value::Kind::kSet || v.kind == Value::Kind::kBytes) return true;
    return v.kind == Value::Kind::kObject && !dynamic_cast<const FunctionObject*>(v.object()) &&
           !dynamic_cast<const NativeObject*>(v.object()) &&
           !dynamic_cast<const RangeObject*>(v.object());
  };
  if (may_have_order(a) || may_have_order(b)) return std::nullopt;
  e.raise("TypeError",
          fmt::format("'<' not supported between instances of '{}' and '{}'", type_name(a),
                      type_name(b)),
          span);
}

// Python's `is`. Whether equal numbers and strings are one object is CPython's business.
std::optional<bool> identical(const Value& a, const Value& b) {
  if (a.kind == Value::Kind::kUnknown || b.kind == Value::Kind::kUnknown) return std::nullopt;
  if (a.kind == Value::Kind::kNone || b.kind == Value::Kind::kNone) return a.kind == b.kind;
  if (a.kind == Value::Kind::kBool && b.kind == Value::Kind::kBool) return a.boolean == b.boolean;
  if (a.kind != b.kind) return false;
  // A key, which is one value here for equal texts (shared_key) that may be two objects there.
  const bool is_key = a.kind == Value::Kind::kString && !a.span.known();
  if (&a == &b && !is_key) return true;
  if (a.kind == Value::Kind::kReference) return a.object() == b.object();
  if (a.kind == Value::Kind::kObject) {
    const auto* native = dynamic_cast<const NativeObject*>(a.object());
    if (native && native->self) return std::nullopt;
    return equal(a, b);
  }
  if (a.kind == Value::Kind::kTuple && a.items().empty() && b.items().empty()) return true;
  if (a.is_container() || !equal(a, b)) return false;
  return std::nullopt;
}

}  // namespace

std::string_view type_name(const Value& v) {
  constexpr std::string_view kNames[] = {"NoneType",   "bool",   "int",    "float", "str",
                                         "bytes",      "list",   "tuple",  "set",   "dict",
                                         "LazyObject", "object", "unknown"};
  if (v.kind == Value::Kind::kDict && v.config_dict) return "ConfigDict";
  if (v.kind != Value::Kind::kObject) return kNames[static_cast<std::size_t>(v.kind)];
  if (const auto* native = dynamic_cast<const NativeObject*>(v.object())) {
    return native->is_type ? "type" : native->in_python ? "function" : "builtin_function_or_method";
  }
  if (dynamic_cast<const FunctionObject*>(v.object())) return "function";
  if (dynamic_cast<const ModuleObject*>(v.object())) return "module";
  if (dynamic_cast<const ClassObject*>(v.object())) return "type";
  return v.text().substr(0, v.text().find(' '));
}

namespace {

// Raises what Python raises where the types have no such operator.
[[noreturn]] void refuse_operands(Evaluator& e, Operator op, const Value& a, const Value& b,
                                  Span span, bool in_place) {
  const auto is_series = [](const Value& v) {
    return v.kind == Value::Kind::kString || v.is_sequence();
  };
  if (op == Operator::kAdd && is_series(a))
    e.raise(
        "TypeError",
        fmt::format("can only concatenate {0} (not \"{1}\") to {0}", type_name(a), type_name(b)),
        span);
  if (op == Operator::kMultiply && (is_series(a) || is_series(b)))
    e.raise("TypeError",
            fmt::format("can't multiply sequence by non-int of type '{}'",
                        type_name(is_series(a) ? b : a)),
            span);
  const std::string_view more = in_place ? "=" : op == Operator::kPower ? " or pow()" : "";
  e.raise("TypeError",
          fmt::format("unsupported operand type(s) for {}{}: '{}' and '{}'", text_of(op), more,
                      type_name(a), type_name(b)),
          span);
}

}  // namespace

Value* binary(Evaluator& e, Operator op, Value& a, Value& b, Span span, bool in_place) {
  if (a.kind == Value::Kind::kUnknown) return e.unknown(a.text(), a.span);
  if (b.kind == Value::Kind::kUnknown) return e.unknown(b.text(), b.span);
  e.hazards.look_into(a);
  e.hazards.look_into(b);
  if (a.kind == Value::Kind::kObject || b.kind == Value::Kind::kObject) {
    const auto plain = [](const Value& v) {
      return v.kind != Value::Kind::kObject || dynamic_cast<const FunctionObject*>(v.object()) ||
             dynamic_cast<const RangeObject*>(v.object()) ||
             dynamic_cast<const Iterator*>(v.object());
    };
    if (!plain(a) || !plain(b)) return e.unknown("an operator on an object", span);
  }
  if (is_number(a) && is_number(b)) {
    if (Value* result = arithmetic(e, op, a, b, span)) return result;
    refuse_operands(e, op, a, b, span, in_place);
  }
  if (op == Operator::kAdd) {
    if (a.kind == Value::Kind::kString && b.kind == Value::Kind::kString) {
      e.check_text(a.text().size() + b.text().size(), span);
      return e.new_text(std::string(a.text()) + std::string(b.text()), span);
    }
    if (a.is_sequence() && a.kind == b.kind) return concatenate(e, a, b, span);
    if (a.config_dict && a.dict().size() == 0) return &b;  // addict's Dict.__add__
  }
  if (op == Operator::kMultiply) {
    const auto repeats = [](const Value& s, const Value& n) {
      return (s.kind == Value::Kind::kString || s.is_sequence()) &&
             (n.kind == Value::Kind::kInt || n.kind == Value::Kind::kBool) && !n.big;
    };
    if (repeats(a, b)) return repeat(e, a, b, span);
    if (repeats(b, a)) return repeat(e, b, a, span);
  }
  if (op == Operator::kModulo && a.kind == Value::Kind::kString) {
    return e.unknown("% formatting is not computed", span);
  }
  if (a.kind == Value::Kind::kBytes || b.kind == Value::Kind::kBytes) {
    return e.unknown("an operator on bytes is not computed", span);
  }
  if (op == Operator::kBitOr && a.kind == Value::Kind::kDict && b.kind == Value::Kind::kDict &&
      !a.config_dict && !b.config_dict) {
    return unite(e, a, b, span);
  }
  const bool joins =
      op == Operator::kBitOr ||
      (a.kind == Value::Kind::kSet &&
       (op == Operator::kBitAnd || op == Operator::kBitXor || op == Operator::kSubtract));
  if (joins && a.kind == b.kind && (a.kind == Value::Kind::kDict || a.kind == Value::Kind::kSet)) {
    // Values that both sides hold can be changed through the result.
    e.taint(a, "joined by an operator that is not computed", span);
    e.taint(b, "joined by an operator that is not computed", span);
    return e.unknown("an operator on sets or ConfigDicts is not computed", span);
  }
  refuse_operands(e, op, a, b, span, in_place);
}

std::optional<bool> compare(Evaluator& e, Operator op, Value& a, Value& b, Span span) {
  e.hazards.look_into(a);
  e.hazards.look_into(b);
  const auto negated = [](std::optional<bool> x) { return x ? std::optional(!*x) : x; };
  switch (op) {
    case Operator::kIs:
      return identical(a, b);
    case Operator::kIsNot:
      return negated(identical(a, b));
    case Operator::kIn:
      return contains(e, a, b, span);
    case Operator::kNotIn:
      return negated(contains(e, a, b, span));
    default:
      break;
  }
  if (op == Operator::kEqual) return equals(e, a, b);
  if (op == Operator::kNotEqual) return negated(equals(e, a, b));
  const auto o = order(e, a, b, span);
  if (!o) return std::nullopt;
  switch (op) {
    case Operator::kLess:
      return o->less;
    case Operator::kLessEqual:
      return o->less || o->equal;
    case Operator::kGreater:
      return o->greater;
    default:
      return o->greater || o->equal;
  }
}

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
  Value* result = binary(e, op, left, right, span, true);
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
