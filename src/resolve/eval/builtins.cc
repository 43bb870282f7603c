#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "resolve/eval/natives.h"
#include "resolve/eval/numbers.h"

namespace mmlint::resolve {
namespace {

using A = const Arguments&;

Value* first(A a) {
  return a.positional.empty() ? nullptr : a.positional[0];
}
bool any_unknown(A a) {
  for (const Value* value : a.positional) {
    if (value->kind == Kind::kUnknown) return true;
  }
  for (const Keyword& k : a.keywords) {
    if (k.value->kind == Kind::kUnknown) return true;
  }
  return false;
}

// The items of the first argument; null if there is none or they are not known.
const std::vector<Value*>* items_of(Evaluator& e, A a) {
  return first(a) ? e.iterate(*first(a), a.span) : nullptr;
}

Value* make_sequence(Evaluator& e, Kind kind, A a) {
  Value* out = e.pool().make(kind, a.span);
  if (a.positional.empty() && a.keywords.empty()) {
    out->literal = true;
    return out;
  }
  const auto* items = items_of(e, a);
  if (!items || a.positional.size() > 1) return not_computed(e, a, "a sequence of unknown items");
  out->items = *items;
  return out;
}

Value* list(Evaluator& e, Value*, A a) {
  return make_sequence(e, Kind::kList, a);
}
Value* tuple(Evaluator& e, Value*, A a) {
  return make_sequence(e, Kind::kTuple, a);
}

Value* set(Evaluator& e, Value*, A a) {
  Value* all = make_sequence(e, Kind::kList, a);
  if (all->kind == Kind::kUnknown) return all;
  Value* out = e.pool().make(Kind::kSet, a.span);
  for (Value* item : all->items) {
    if (item->kind == Kind::kUnknown) return item;
    if (!hashable(*item)) {
      e.raise("TypeError", fmt::format("unhashable type: '{}'", type_name(*item)), a.span);
    }
    const bool there = std::any_of(out->items.begin(), out->items.end(),
                                   [item](const Value* other) { return equal(*other, *item); });
    if (!there) out->items.push_back(item);
  }
  return out;
}

// dict(...): the keywords keep where they were written.
Value* dict(Evaluator& e, Value*, A a) {
  Value* out = e.pool().make(Kind::kDict, a.span);
  out->literal = true;
  if (a.positional.size() > 1) e.raise("TypeError", "dict expected at most 1 argument", a.span);
  if (Value* other = first(a)) {
    if (other->kind == Kind::kDict) {
      for (std::size_t i = 0; i < other->dict.size(); ++i) {
        Value* value = e.live_entry(*other, i);
        out->dict.set(other->dict.at(i).key, value, other->dict.at(i).origin);
      }
    } else {
      const auto* pairs = items_of(e, a);
      if (!pairs) return not_computed(e, a, "a dict of unknown items");
      for (Value* pair : *pairs) {
        const auto* parts = e.iterate(*pair, a.span);
        if (!parts) return not_computed(e, a, "a dict of unknown items");
        if (parts->size() != 2) e.raise("ValueError", "dict() needs pairs", a.span);
        if (!hashable(*(*parts)[0])) return not_computed(e, a, "a dict with an unknown key");
        Value* value = (*parts)[1];
        out->dict.set((*parts)[0], value,
                      e.pool().origin({.value = value->span, .how = How::kComputed, .set = value}));
      }
    }
  }
  for (const Keyword& k : a.keywords) out->dict.set(e.pool().string(k.name), k.value, k.origin);
  return out;
}

Value* len(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (!v || v->kind == Kind::kUnknown || v->kind == Kind::kObject) {
    return not_computed(e, a, "the length of an unknown value");
  }
  if (v->kind == Kind::kString) {
    return e.pool().integer(static_cast<std::int64_t>(count_characters(v->text)), a.span);
  }
  if (v->kind == Kind::kDict)
    return e.pool().integer(static_cast<std::int64_t>(v->dict.size()), a.span);
  if (v->is_container())
    return e.pool().integer(static_cast<std::int64_t>(v->items.size()), a.span);
  e.raise("TypeError", fmt::format("object of type '{}' has no len()", type_name(*v)), a.span);
}

Value* range(Evaluator& e, Value*, A a) {
  std::array<std::int64_t, 3> n{0, 0, 1};
  for (const Value* v : a.positional) {
    if ((v->kind != Kind::kInt && v->kind != Kind::kBool) || v->big) {
      if (v->kind == Kind::kUnknown) return not_computed(e, a, "a range with unknown bounds");
      e.raise("TypeError", fmt::format("'{}' cannot be a range bound", type_name(*v)), a.span);
    }
  }
  if (a.positional.empty() || a.positional.size() > 3)
    e.raise("TypeError", "range() needs 1 to 3 arguments", a.span);
  if (a.positional.size() == 1)
    n[1] = int_of(*a.positional[0]);
  else
    for (std::size_t i = 0; i < a.positional.size(); ++i) n[i] = int_of(*a.positional[i]);
  if (n[2] == 0) e.raise("ValueError", "range() arg 3 must not be zero", a.span);
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  for (std::int64_t i = n[0]; n[2] > 0 ? i < n[1] : i > n[1];) {
    e.check_items(out->items.size() + 1, a.span);
    out->items.push_back(e.pool().integer(i, a.span));
    if (__builtin_add_overflow(i, n[2], &i)) break;
  }
  return out;
}

Value* to_int(Evaluator& e, Value*, A a) {
  if (a.positional.empty()) return e.pool().integer(0, a.span);
  const Value& v = *a.positional[0];
  if (a.positional.size() > 1 || any_unknown(a))
    return not_computed(e, a, "int() of an unknown value");
  if (v.kind == Kind::kInt && v.big) return a.positional[0];
  if (v.kind == Kind::kInt || v.kind == Kind::kBool) return e.pool().integer(int_of(v), a.span);
  if (v.kind == Kind::kFloat) {
    if (!(std::abs(v.floating) < 9.2e18)) return not_computed(e, a, "int() of a very large float");
    return e.pool().integer(static_cast<std::int64_t>(v.floating), a.span);
  }
  if (v.kind == Kind::kString) {
    std::string_view text = trim(v.text);
    const bool negative = !text.empty() && text[0] == '-';
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
    Value* parsed = text.empty() || text.find_first_not_of("0123456789") != text.npos
                        ? nullptr
                        : parse_int(e.pool(), text, a.span);
    if (!parsed)
      e.raise("ValueError", fmt::format("invalid literal for int(): '{}'", v.text), a.span);
    if (parsed->big) return not_computed(e, a, "the integer does not fit into 64 bits");
    if (negative) parsed->integer = -parsed->integer;
    return parsed;
  }
  return not_computed(e, a, "int() of this value");
}

Value* to_float(Evaluator& e, Value*, A a) {
  if (a.positional.empty()) return e.pool().floating(0, a.span);
  const Value& v = *a.positional[0];
  if (is_number(v) && !v.big) return e.pool().floating(double_of(v), a.span);
  if (v.kind == Kind::kString) {
    const std::string_view text = trim(v.text);
    double d = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), d);
    if (result.ec == std::errc() && result.ptr == text.data() + text.size() && !text.empty()) {
      return e.pool().floating(d, a.span);
    }
  }
  return not_computed(e, a, "float() of this value");
}

Value* to_str(Evaluator& e, Value*, A a) {
  if (a.positional.empty()) return e.pool().string("", a.span);
  const auto text = str(e, *a.positional[0]);
  if (!text || a.positional.size() > 1) return not_computed(e, a, "str() of an unknown value");
  return e.pool().string(e.pool().keep(*text), a.span);
}

Value* to_repr(Evaluator& e, Value*, A a) {
  const auto text = first(a) ? repr(*first(a)) : std::nullopt;
  if (!text) return not_computed(e, a, "repr() of an unknown value");
  return e.pool().string(e.pool().keep(*text), a.span);
}

Value* to_bool(Evaluator& e, Value*, A a) {
  if (a.positional.empty()) return e.pool().boolean(false, a.span);
  switch (e.truth(*a.positional[0])) {
    case Evaluator::Truth::kTrue:
      return e.pool().boolean(true, a.span);
    case Evaluator::Truth::kFalse:
      return e.pool().boolean(false, a.span);
    case Evaluator::Truth::kUnknown:
      break;
  }
  return not_computed(e, a, "bool() of an unknown value");
}

Value* round(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (!v || !is_number(*v) || v->big || any_unknown(a))
    return not_computed(e, a, "round() of this value");
  const bool digits = a.positional.size() > 1 && a.positional[1]->kind != Kind::kNone;
  if (v->kind != Kind::kFloat) {
    if (digits) return not_computed(e, a, "round() of an integer to digits");
    return e.pool().integer(int_of(*v), a.span);
  }
  if (!digits) {
    const double r = std::nearbyint(v->floating);  // half to even, the default rounding mode
    if (!(std::abs(r) < 9.2e18)) return not_computed(e, a, "round() of a very large float");
    return e.pool().integer(static_cast<std::int64_t>(r), a.span);
  }
  const std::int64_t n = int_of(*a.positional[1]);
  if (a.positional[1]->kind != Kind::kInt || n < 0 || n > 22) {
    return not_computed(e, a, "round() to unusual digits");
  }
  // The decimal form is rounded correctly, as in CPython's double_round.
  const std::string text = fmt::format("{:.{}f}", v->floating, static_cast<int>(n));
  return e.pool().floating(std::strtod(text.c_str(), nullptr), a.span);
}

Value* extreme(Evaluator& e, A a, syntax::Operator op) {
  const std::vector<Value*>* items = a.positional.size() == 1 ? items_of(e, a) : &a.positional;
  if (!items || items->empty() || !a.keywords.empty())
    return not_computed(e, a, "min() or max() of this");
  Value* best = (*items)[0];
  for (Value* item : *items) {
    const auto better = compare(e, op, *item, *best, a.span);
    if (!better) return not_computed(e, a, "min() or max() of an unknown value");
    if (*better) best = item;
  }
  return best;
}
Value* max(Evaluator& e, Value*, A a) {
  return extreme(e, a, syntax::Operator::kGreater);
}
Value* min(Evaluator& e, Value*, A a) {
  return extreme(e, a, syntax::Operator::kLess);
}

Value* sum(Evaluator& e, Value*, A a) {
  const auto* items = items_of(e, a);
  if (!items) return not_computed(e, a, "the sum of unknown values");
  Value* start = a.positional.size() > 1 ? a.positional[1] : keyword(a, "start");
  Value* total = start ? start : e.pool().integer(0, a.span);
  for (Value* item : std::vector<Value*>(*items)) {
    e.step();
    total = binary(e, syntax::Operator::kAdd, *total, *item, a.span);
  }
  return total;
}

Value* sorted(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  const auto* items = v && v->kind == Kind::kSet ? &v->items : items_of(e, a);
  if (!items || !a.keywords.empty()) return not_computed(e, a, "sorted() of this");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->items = *items;
  bool known = true;
  std::stable_sort(out->items.begin(), out->items.end(), [&](Value* x, Value* y) {
    e.step();
    const auto less = compare(e, syntax::Operator::kLess, *x, *y, a.span);
    known = known && less.has_value();
    return less.value_or(false);
  });
  return known ? out : not_computed(e, a, "sorted() of unknown values");
}

Value* reversed(Evaluator& e, Value*, A a) {
  const auto* items = items_of(e, a);
  if (!items) return not_computed(e, a, "reversed() of unknown items");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  out->items.assign(items->rbegin(), items->rend());
  return out;
}

Value* pair(Evaluator& e, Value* x, Value* y, Span span) {
  Value* out = e.pool().make(Kind::kTuple, span);
  out->items = {x, y};
  return out;
}

Value* enumerate(Evaluator& e, Value*, A a) {
  const auto* items = items_of(e, a);
  const Value* start = a.positional.size() > 1 ? a.positional[1] : keyword(a, "start");
  if (!items || (start && start->kind != Kind::kInt))
    return not_computed(e, a, "enumerate() of this");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  std::int64_t i = start ? start->integer : 0;
  for (Value* item : *items)
    out->items.push_back(pair(e, e.pool().integer(i++, a.span), item, a.span));
  return out;
}

Value* zip(Evaluator& e, Value*, A a) {
  std::vector<const std::vector<Value*>*> columns;
  for (Value* v : a.positional) {
    columns.push_back(e.iterate(*v, a.span));
    if (!columns.back()) return not_computed(e, a, "zip() of unknown items");
  }
  if (!a.keywords.empty()) return not_computed(e, a, "zip() with options");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  std::size_t rows = columns.empty() ? 0 : columns[0]->size();
  for (const auto* column : columns) rows = std::min(rows, column->size());
  for (std::size_t i = 0; i < rows; ++i) {
    Value* row = e.pool().make(Kind::kTuple, a.span);
    for (const auto* column : columns) row->items.push_back((*column)[i]);
    out->items.push_back(row);
  }
  return out;
}

Value* map(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 2) return not_computed(e, a, "map() over several iterables");
  const auto* items = e.iterate(*a.positional[1], a.span);
  if (!items) return not_computed(e, a, "map() over unknown items");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  for (Value* item : std::vector<Value*>(*items)) {
    Arguments one;
    one.positional = {item};
    one.span = a.span;
    out->items.push_back(e.call(*a.positional[0], one));
  }
  return out;
}

Value* filter(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 2) return not_computed(e, a, "filter() of this");
  const auto* items = e.iterate(*a.positional[1], a.span);
  if (!items) return not_computed(e, a, "filter() over unknown items");
  Value* out = e.pool().make(Kind::kList, a.span);
  out->view = true;
  for (Value* item : std::vector<Value*>(*items)) {
    Arguments one;
    one.positional = {item};
    one.span = a.span;
    Value* keep = a.positional[0]->kind == Kind::kNone ? item : e.call(*a.positional[0], one);
    const auto truth = e.truth(*keep);
    if (truth == Evaluator::Truth::kUnknown)
      return not_computed(e, a, "filter() with unknown tests");
    if (truth == Evaluator::Truth::kTrue) out->items.push_back(item);
  }
  return out;
}

Value* quantifier(Evaluator& e, A a, Evaluator::Truth deciding) {
  const auto* items = items_of(e, a);
  bool known = items != nullptr;
  for (std::size_t i = 0; items && i < items->size(); ++i) {
    const auto truth = e.truth(*(*items)[i]);
    if (truth == deciding && known) {
      return e.pool().boolean(deciding == Evaluator::Truth::kTrue, a.span);
    }
    known = known && truth != Evaluator::Truth::kUnknown;
  }
  if (!known) return not_computed(e, a, "any() or all() of unknown values");
  return e.pool().boolean(deciding != Evaluator::Truth::kTrue, a.span);
}
Value* any(Evaluator& e, Value*, A a) {
  return quantifier(e, a, Evaluator::Truth::kTrue);
}
Value* all(Evaluator& e, Value*, A a) {
  return quantifier(e, a, Evaluator::Truth::kFalse);
}

Value* abs(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (!v || !is_number(*v) || v->big) return not_computed(e, a, "abs() of this value");
  if (v->kind == Kind::kFloat) return e.pool().floating(std::abs(v->floating), a.span);
  Value zero;
  zero.kind = Kind::kInt;
  return int_of(*v) < 0 ? arithmetic(e, syntax::Operator::kSubtract, zero, *v, a.span)
                        : e.pool().integer(int_of(*v), a.span);
}

Value* pow(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 2 || any_unknown(a)) return not_computed(e, a, "pow() of this");
  return binary(e, syntax::Operator::kPower, *a.positional[0], *a.positional[1], a.span);
}

Value* divmod(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 2 || any_unknown(a)) return not_computed(e, a, "divmod() of this");
  return pair(
      e, binary(e, syntax::Operator::kFloorDivide, *a.positional[0], *a.positional[1], a.span),
      binary(e, syntax::Operator::kModulo, *a.positional[0], *a.positional[1], a.span), a.span);
}

Value* chr(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (!v || v->kind != Kind::kInt || v->big || v->integer < 0 || v->integer > 0x10ffff) {
    return not_computed(e, a, "chr() of this value");
  }
  std::string out;
  append_utf8(out, static_cast<char32_t>(v->integer));
  return e.pool().string(e.pool().keep(out), a.span);
}

Value* ord(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (!v || v->kind != Kind::kString || v->text.size() != 1 || (v->text[0] & 0x80) != 0) {
    return not_computed(e, a, "ord() of this value");
  }
  return e.pool().integer(v->text[0], a.span);
}

// isinstance(x, T) for the types that configs name.
std::optional<bool> is_instance(const Value& v, const Value& type) {
  if (v.kind == Kind::kUnknown) return std::nullopt;
  if (type.kind == Kind::kTuple) {
    bool known = true;
    for (const Value* one : type.items) {
      const auto result = is_instance(v, *one);
      if (result && *result) return true;
      known = known && result;
    }
    return known ? std::optional(false) : std::nullopt;
  }
  const auto* native = dynamic_cast<const NativeObject*>(type.object);
  if (!native || v.kind == Kind::kObject || v.view) return std::nullopt;
  const std::string_view name = native->name;
  if (name == "int") return v.kind == Kind::kInt || v.kind == Kind::kBool;
  if (name == "dict") return v.kind == Kind::kDict;
  return name == type_name(v);
}

Value* isinstance(Evaluator& e, Value*, A a) {
  const auto result =
      a.positional.size() == 2 ? is_instance(*a.positional[0], *a.positional[1]) : std::nullopt;
  return result ? e.pool().boolean(*result, a.span) : not_computed(e, a, "isinstance() of this");
}

Value* print(Evaluator& e, Value*, A a) {
  return e.pool().none(a.span);
}

Value* names(Evaluator& e, Value*, A) {
  return e.scope().names;
}
Value* global_names(Evaluator& e, Value*, A) {
  return e.globals();
}

Value* eval_name(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (a.positional.size() == 1 && v->kind == Kind::kString && is_identifier(trim(v->text))) {
    return e.lookup(trim(v->text), a.span);
  }
  e.taint_everything("eval() of a text that is not a name", a.span);
  return e.unknown("eval() of a text that is not a name", a.span);
}

Value* exec(Evaluator& e, Value*, A a) {
  e.taint_everything("exec() may have changed anything", a.span);
  return e.pool().none(a.span);
}

Value* getattr(Evaluator& e, Value*, A a) {
  if (a.positional.size() < 2 || any_unknown(a) || a.positional[1]->kind != Kind::kString) {
    return not_computed(e, a, "getattr() of this");
  }
  try {
    return e.attribute(*a.positional[0], a.positional[1]->text, a.span);
  } catch (const Raised& raised) {
    if (a.positional.size() > 2 && raised.exception == "AttributeError") return a.positional[2];
    throw;
  }
}

Value* hasattr(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 2 || any_unknown(a) || a.positional[1]->kind != Kind::kString) {
    return not_computed(e, a, "hasattr() of this");
  }
  try {
    const Value* value = e.attribute(*a.positional[0], a.positional[1]->text, a.span);
    if (value->kind == Kind::kUnknown) return not_computed(e, a, "hasattr() of an unknown value");
    return e.pool().boolean(true, a.span);
  } catch (const Raised& raised) {
    if (raised.exception != "AttributeError") throw;
    return e.pool().boolean(false, a.span);
  }
}

struct Builtin {
  std::string_view name;
  Native call;
};

constexpr Builtin kBuiltins[] = {
    {"abs", abs},
    {"all", all},
    {"any", any},
    {"bool", to_bool},
    {"chr", chr},
    {"dict", dict},
    {"divmod", divmod},
    {"enumerate", enumerate},
    {"eval", eval_name},
    {"exec", exec},
    {"filter", filter},
    {"float", to_float},
    {"getattr", getattr},
    {"globals", global_names},
    {"hasattr", hasattr},
    {"int", to_int},
    {"isinstance", isinstance},
    {"len", len},
    {"list", list},
    {"locals", names},
    {"map", map},
    {"max", max},
    {"min", min},
    {"ord", ord},
    {"pow", pow},
    {"print", print},
    {"range", range},
    {"repr", to_repr},
    {"reversed", reversed},
    {"round", round},
    {"set", set},
    {"sorted", sorted},
    {"str", to_str},
    {"sum", sum},
    {"tuple", tuple},
    {"vars", names},
    {"zip", zip},
};

// Names of Python's builtins that exist but are not computed.
constexpr std::string_view kOpaque[] = {"ArithmeticError",
                                        "AssertionError",
                                        "AttributeError",
                                        "BaseException",
                                        "Exception",
                                        "IOError",
                                        "ImportError",
                                        "IndexError",
                                        "KeyError",
                                        "LookupError",
                                        "ModuleNotFoundError",
                                        "NameError",
                                        "NotImplemented",
                                        "NotImplementedError",
                                        "OSError",
                                        "FileNotFoundError",
                                        "RecursionError",
                                        "RuntimeError",
                                        "StopIteration",
                                        "SyntaxError",
                                        "SystemExit",
                                        "TypeError",
                                        "UnicodeError",
                                        "ValueError",
                                        "Warning",
                                        "UserWarning",
                                        "DeprecationWarning",
                                        "ZeroDivisionError",
                                        "__import__",
                                        "ascii",
                                        "bin",
                                        "bytearray",
                                        "bytes",
                                        "callable",
                                        "classmethod",
                                        "compile",
                                        "complex",
                                        "delattr",
                                        "dir",
                                        "exit",
                                        "format",
                                        "frozenset",
                                        "hash",
                                        "help",
                                        "hex",
                                        "id",
                                        "input",
                                        "issubclass",
                                        "iter",
                                        "memoryview",
                                        "next",
                                        "object",
                                        "oct",
                                        "open",
                                        "property",
                                        "quit",
                                        "setattr",
                                        "slice",
                                        "staticmethod",
                                        "super",
                                        "type",
                                        "__build_class__",
                                        "__debug__",
                                        "__loader__",
                                        "__spec__",
                                        "__package__",
                                        "__doc__"};

}  // namespace

Value* native_value(Evaluator& e, std::string_view name, Native call, Value* self,
                    bool changes_self, Span span) {
  auto object = std::make_unique<NativeObject>();
  object->name = name;
  object->call = call;
  object->self = self;
  object->changes_self = changes_self;
  Value* value = e.pool().make(Kind::kObject, span);
  value->text = "builtin";
  value->object = e.pool().keep(ObjectPtr(object.release()));
  return value;
}

Value* builtin(Evaluator& e, std::string_view name, Span span) {
  for (const Builtin& b : kBuiltins) {
    if (b.name == name) return native_value(e, b.name, b.call, nullptr, false, span);
  }
  if (name == "__name__") return e.pool().string("builtins", span);
  if (name == "Ellipsis") return e.unknown("Ellipsis", span);
  for (const std::string_view opaque : kOpaque) {
    if (opaque == name) return e.unknown("a builtin that is not computed", span);
  }
  return nullptr;
}

Value* not_computed(Evaluator& e, const Arguments& a, std::string_view reason) {
  return e.unknown(reason, a.span);
}

Value* keyword(const Arguments& a, std::string_view name) {
  for (const Keyword& k : a.keywords) {
    if (k.name == name) return k.value;
  }
  return nullptr;
}

}  // namespace mmlint::resolve
