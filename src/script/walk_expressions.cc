#include <cstdlib>
#include <utility>

#include "script/symbols.h"
#include "script/walker.h"
#include "value/scalar_text.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

constexpr std::size_t kLongestName = 200;
constexpr std::size_t kLongestText = 10'000;  // bytes of a string that is put together
constexpr int kMaxDepth = 250;  // of nested expressions: each takes up to 14 KB of the stack

// Written as it is.
Alternatives of_literal(Value* value, Span at) {
  value->literal = true;
  return data_of(value, at);
}

// As much of a string as is worth knowing; false if that is not all.
bool shorten(std::string& text) {
  if (text.size() <= kLongestText) return true;
  std::size_t end = kLongestText;
  while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // whole characters
  text.resize(end);
  return false;
}

// `cuda` of 'cuda:0', which is what torch.device('cuda:0').type is.
Alternatives device_type(const Alternative& device, Span at, Pool& pool) {
  const std::string_view text = device.value()->text;
  return data_of(pool.string(text.substr(0, text.find(':')), at), at);
}

Alternatives under(Alternatives alternatives, const Guard& guard) {
  std::erase_if(alternatives,
                [&](Alternative& alternative) { return !alternative.guard.add(guard); });
  return alternatives;
}

}  // namespace

Alternatives Walker::value(const Expr& expr, State& state) {
  if (!spend(1)) return unknown(span(expr));
  if (depth_ >= kMaxDepth) {
    out_.complete = false;
    return unknown(span(expr));
  }
  ++depth_;
  Alternatives out = value_below(expr, state);
  --depth_;
  return out;
}

Alternatives Walker::value_below(const Expr& expr, State& state) {
  const Span at = span(expr);
  Pool& pool = *out_.pool;
  switch (expr.kind) {
    case ExprKind::kName:
      return name(as<syntax::Name>(expr), state);
    case ExprKind::kConstant:
      switch (as<syntax::Constant>(expr).value) {
        case syntax::ConstantKind::kNone:
          return of_literal(pool.none(at), at);
        case syntax::ConstantKind::kEllipsis:
          return unknown(at);
        default:
          return of_literal(
              pool.boolean(as<syntax::Constant>(expr).value == syntax::ConstantKind::kTrue, at),
              at);
      }
    case ExprKind::kInteger: {
      Value* number = parse_int(pool, as<syntax::Number>(expr).text, at);
      return number ? of_literal(number, at) : unknown(at);
    }
    case ExprKind::kFloat: {
      const std::string digits(as<syntax::Number>(expr).text);
      return of_literal(pool.floating(std::strtod(digits.c_str(), nullptr), at), at);
    }
    case ExprKind::kString:
      return of_literal(pool.string(as<syntax::String>(expr).value, at), at);
    case ExprKind::kFString:
      return joined(as<syntax::FString>(expr), state);
    case ExprKind::kList:
    case ExprKind::kTuple:
    case ExprKind::kSet:
    case ExprKind::kDict:
      return display(expr, state);
    case ExprKind::kCall:
      return call(as<syntax::Call>(expr), state);
    case ExprKind::kAttribute:
      return attribute(as<syntax::Attribute>(expr), state);
    case ExprKind::kSubscript:
      return item(as<syntax::Subscript>(expr), state);
    case ExprKind::kStarred:
      value(*as<syntax::Starred>(expr).value, state);
      return unknown(at);
    case ExprKind::kUnary:
      if (as<syntax::Unary>(expr).op != syntax::Operator::kNot) {
        const Alternatives operand = value(*as<syntax::Unary>(expr).operand, state);
        const Value* number = only_data(operand);
        const bool negative = as<syntax::Unary>(expr).op == syntax::Operator::kNegative;
        if (!negative || !number || number->kind != Value::Kind::kInt || number->big)
          return unknown(at);
        return of_literal(pool.integer(-number->integer, at), at);
      }
      return boolean(condition(expr, state), at);
    case ExprKind::kCompare:
      return boolean(condition(expr, state), at);
    case ExprKind::kBinary:
      return binary(as<syntax::Binary>(expr), state);
    case ExprKind::kBoolean: {
      // `a or b` as a value: a where it is true, else b, which is looked at only then.
      const auto& pair = as<syntax::Boolean>(expr);
      Alternatives left = value(*pair.left, state);
      const Truth first = pair.op == syntax::Operator::kOr ? truth(left) : negated(truth(left));
      Alternatives rest = value_under(*pair.right, first.can_fail, first.if_fails, state);
      if (!first.can_hold) return rest.empty() ? unknown(at) : rest;
      left = under(std::move(left), first.if_holds);
      std::erase_if(left, [&](const Alternative& alternative) {
        const Truth one =
            pair.op == syntax::Operator::kOr ? truth({alternative}) : negated(truth({alternative}));
        return !one.can_hold;
      });
      if (!first.can_fail) return left;
      if (left.empty()) return rest.empty() ? unknown(at) : rest;
      return either(std::move(left), rest);
    }
    case ExprKind::kConditional: {
      const auto& either_or = as<syntax::Conditional>(expr);
      const Truth asked = condition(*either_or.condition, state);
      Alternatives then = value_under(*either_or.then, asked.can_hold, asked.if_holds, state);
      Alternatives otherwise =
          value_under(*either_or.otherwise, asked.can_fail, asked.if_fails, state);
      if (!asked.can_hold || then.empty()) return otherwise.empty() ? unknown(at) : otherwise;
      if (!asked.can_fail) return then;
      return either(std::move(then), otherwise);
    }
    case ExprKind::kNamed: {
      const auto& named = as<syntax::Named>(expr);
      Alternatives alternatives = value(*named.value, state);
      bind(named.target->id, alternatives, state);
      return alternatives;
    }
    case ExprKind::kLambda: {
      State own = state;  // called later, if at all
      for (const syntax::Parameter& parameter : as<syntax::Lambda>(expr).parameters)
        own.locals.set(std::string(parameter.name), unknown(at));
      value(*as<syntax::Lambda>(expr).body, own);
      return unknown(at);
    }
    case ExprKind::kComprehension:
      return comprehension(as<syntax::Comprehension>(expr), state);
    case ExprKind::kSlice:
      for (const Expr* part : {as<syntax::Slice>(expr).lower, as<syntax::Slice>(expr).upper,
                               as<syntax::Slice>(expr).step}) {
        if (part) value(*part, state);
      }
      return unknown(at);
    case ExprKind::kBytes:
    case ExprKind::kUnsupported:
      return unknown(at);
  }
  return unknown(at);
}

Alternatives Walker::name(const syntax::Name& expr, const State& state) {
  const Span at = span(expr);
  if (expr.id == "__name__") return data_of(out_.pool->string("__main__", at), at);
  const Alternatives* bound = state.locals.find(expr.id);
  if (!bound) bound = state.globals.find(expr.id);
  if (!bound) return is_builtin(expr.id) ? symbol(std::string(expr.id), at) : unknown(at);
  Alternatives alternatives = under(*bound, state.point.guard);
  return alternatives.empty() ? unknown(at) : alternatives;
}

Alternatives Walker::attribute(const syntax::Attribute& expr, State& state) {
  return attribute_of_all(value(*expr.object, state), expr.name, span(expr), state);
}

// The value of an expression that is looked at only where the guard holds.
Alternatives Walker::value_under(const Expr& expr, bool reached, const Guard& guard, State& state) {
  const Guard before = state.point.guard;
  Alternatives out;
  if (reached && state.point.guard.add(guard)) out = under(value(expr, state), guard);
  state.point.guard = before;
  return out;
}

Alternatives Walker::attribute_of_all(const Alternatives& objects, std::string_view name, Span at,
                                      const State& state) {
  Alternatives out;
  for (const Alternative& object : objects) {
    Alternatives one;
    const bool named = object.is_symbol() && !object.symbol().starts_with('?') &&
                       object.symbol().size() < kLongestName;
    if (name == "type" && object.data() != nullptr &&
        object.value()->kind == Value::Kind::kString) {
      one = device_type(object, at, *out_.pool);
    } else if (!named) {
      one = symbol("?." + std::string(name), at);
    } else {
      std::string full = attribute_of(object.symbol(), name);
      if (object.symbol() == "<options>") read_options_.emplace(name);
      const Alternatives* stored = state.globals.find(full);
      const auto backend = backend_of(full);
      if (stored)
        one = *stored;
      else
        one = backend ? text(std::string(*backend), true, at) : symbol(std::move(full), at);
    }
    one = under(std::move(one), object.guard);
    out = out.empty() ? std::move(one) : either(std::move(out), one);
  }
  return out.empty() ? unknown(at) : out;
}

Alternatives Walker::item(const syntax::Subscript& expr, State& state) {
  const Span at = span(expr);
  const Alternatives objects = value(*expr.object, state);
  const Alternatives index = value(*expr.index, state);
  const Value* key = only_data(index);
  const Alternative* object = only_symbol(objects);
  const Value* list = only_data(objects);
  if (object && key && key->kind == Value::Kind::kString) {
    const bool keyed = below(object->symbol(), "<config>") || object->symbol() == "<environment>";
    if (keyed) return attribute_of_all(objects, key->text, at, state);
  }
  if (object && key && object->symbol() == "<parser>.parse_known_args()" &&
      key->kind == Value::Kind::kInt && key->integer == 0)
    return symbol("<options>", at);
  if (list && key && key->kind == Value::Kind::kInt && !key->big) {
    const auto& items = list->items;
    const std::int64_t size = static_cast<std::int64_t>(items.size());
    const std::int64_t i = key->integer < 0 ? key->integer + size : key->integer;
    if (i >= 0 && i < size) return data_of(items[static_cast<std::size_t>(i)], at);
  }
  if (list && key && list->kind == Value::Kind::kDict && hashable(*key)) {
    if (const Entry* entry = list->dict.find(*key)) return data_of(entry->value, at);
  }
  return unknown(at);
}

Alternatives Walker::text(std::string text, bool complete, Span at) {
  Pool& pool = *out_.pool;
  complete = shorten(text) && complete;
  Value* made = pool.string(pool.keep(text), at);
  made->literal = complete;
  Alternatives out = data_of(made, at);
  if (!complete) out.front().what = Alternative::Prefix{made};
  return out;
}

Alternatives Walker::joined(const syntax::FString& expr, State& state) {
  std::string known;
  bool complete = true;
  for (const syntax::FStringPart& part : expr.parts) {
    if (!part.expr) {
      if (complete) known += part.text;
      continue;
    }
    const Alternatives alternatives = value(*part.expr, state);
    const Value* one = only_data(alternatives);
    const bool plain = one && part.conversion == 0 && part.spec.empty() && !part.debug;
    if (complete && plain && one->kind == Value::Kind::kString)
      known += one->text;
    else if (complete && plain && one->kind == Value::Kind::kInt && !one->big)
      known += std::to_string(one->integer);
    else
      complete = false;
    complete = complete && known.size() <= kLongestText;
  }
  return text(std::move(known), complete, span(expr));
}

Alternatives Walker::binary(const syntax::Binary& expr, State& state) {
  const Alternatives left = value(*expr.left, state);
  const Alternatives right = value(*expr.right, state);
  const Value* begin = only_data(left);
  const Value* end = only_data(right);
  if (!begin || begin->kind != Value::Kind::kString) return unknown(span(expr));
  std::string known(begin->text);
  if (expr.op == syntax::Operator::kAdd) {
    const bool complete = end && end->kind == Value::Kind::kString;
    if (complete) known += end->text;
    return text(std::move(known), complete, span(expr));
  }
  if (expr.op != syntax::Operator::kModulo) return unknown(span(expr));
  known.resize(std::min(known.size(), known.find('%')));
  return text(std::move(known), false, span(expr));
}

// The value of something inside a display: data, or the name of something.
Value* Walker::data(const Alternatives& alternatives, Span at) {
  Pool& pool = *out_.pool;
  if (const Value* one = only_data(alternatives)) return const_cast<Value*>(one);
  if (const Alternative* one = only_symbol(alternatives);
      one && (one->symbol().find_first_of("<?(@") == std::string::npos ||
              below(one->symbol(), "<environment>") || below(one->symbol(), "<options>"))) {
    Value* reference = pool.make(Value::Kind::kReference, at);
    reference->text = pool.keep(one->symbol());
    return reference;
  }
  return pool.unknown("it is computed", at);
}

Alternatives Walker::display(const Expr& expr, State& state) {
  const Span at = span(expr);
  Pool& pool = *out_.pool;
  if (expr.kind == ExprKind::kDict) {
    Value* dict = pool.make(Value::Kind::kDict, at);
    bool whole = true;
    for (const syntax::DictItem& item : as<syntax::Dict>(expr).items) {
      const Alternatives values = value(*item.value, state);
      if (!item.key) {
        whole = false;
        continue;
      }
      const Alternatives keys = value(*item.key, state);
      const Value* key = only_data(keys);
      if (!key || !hashable(*key)) {
        whole = false;
        continue;
      }
      const Span value_at = span(*item.value);
      dict->dict.set(const_cast<Value*>(key), data(values, value_at),
                     pool.origin({span(*item.key), value_at}));
    }
    dict->literal = true;
    return whole ? data_of(dict, at) : unknown(at);
  }
  const Value::Kind kind = expr.kind == ExprKind::kList    ? Value::Kind::kList
                           : expr.kind == ExprKind::kTuple ? Value::Kind::kTuple
                                                           : Value::Kind::kSet;
  Value* sequence = pool.make(kind, at);
  bool whole = true;
  for (const Expr* item : as<syntax::Sequence>(expr).items) {
    const Alternatives values = value(*item, state);
    whole = whole && item->kind != ExprKind::kStarred;
    sequence->items.push_back(data(values, span(*item)));
  }
  sequence->literal = true;
  return whole ? data_of(sequence, at) : unknown(at);
}

Alternatives Walker::comprehension(const syntax::Comprehension& expr, State& state) {
  State own = state;
  for (const syntax::ForClause& clause : expr.clauses) {
    value(*clause.iterable, own);
    assign(*clause.target, unknown(span(*clause.iterable)), own);
    for (const Expr* condition : clause.conditions)
      own.assume(this->condition(*condition, own).if_holds);
  }
  if (expr.key) value(*expr.key, own);
  value(*expr.value, own);
  return unknown(span(expr));
}

Alternatives Walker::boolean(const Truth& truth, Span at) {
  Alternatives out;
  for (const bool holds : {true, false}) {
    if (!(holds ? truth.can_hold : truth.can_fail)) continue;
    Alternatives one = data_of(out_.pool->boolean(holds, at), at);
    one.front().guard = holds ? truth.if_holds : truth.if_fails;
    out.push_back(one.front());
  }
  return out.empty() ? unknown(at) : out;
}

}  // namespace mmlint::script
