#include <utility>

#include "script/numbers.h"
#include "script/symbols.h"
#include "script/walker.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Operator;

namespace {

const Truth kOpen{};

// Both hold, or (with both sides negated) at least one does.
Truth both(const Truth& a, const Truth& b) {
  Truth out;
  out.if_holds = a.if_holds;
  out.can_hold = a.can_hold && b.can_hold && out.if_holds.add(b.if_holds);
  out.can_fail = a.can_fail || b.can_fail;
  // Every part of it that is open must vary.
  const auto is_open = [](const Truth& part) {
    return !part.varies && part.can_hold && part.can_fail && part.if_holds.conditions().empty();
  };
  out.varies = (a.varies || b.varies) && !is_open(a) && !is_open(b);
  if (!a.can_fail)
    out.if_fails = b.if_fails;
  else if (!b.can_fail)
    out.if_fails = a.if_fails;
  else
    out.if_fails = common(a.if_fails, b.if_fails);
  return out;
}

Truth known(bool holds) {
  return {holds, !holds, {}, {}, false};
}

// a == b of one alternative each.
Truth equality(const Alternative& a, const Alternative& b) {
  const bool text_a = a.data() != nullptr, text_b = b.data() != nullptr;
  if (text_a && text_b) {
    const bool whole =
        a.value()->kind != Value::Kind::kUnknown && b.value()->kind != Value::Kind::kUnknown;
    return whole && !a.value()->is_container() ? known(equal(*a.value(), *b.value())) : kOpen;
  }
  if (const Truth number = number_equality(a, b); number.varies || !number.can_hold) return number;
  const Alternative& text = text_a ? a : b;
  if (text_a != text_b && text.value()->kind == Value::Kind::kString) {
    Truth asked = answer_of({Question::Kind::kEquals, std::string(text.value()->text)});
    const auto key = below((text_a ? b : a).symbol(), "<config>");
    if (key && !key->empty())  // what equals a text is set
      asked.if_holds.add({{Question::Kind::kConfig, std::string(*key)}, true});
    return asked;
  }
  return kOpen;
}

// Over every pair of alternatives: what can be, under what they share.
template <class One>
Truth over_all(const Alternatives& a, const Alternatives& b, One one) {
  Truth out{false, false, {}, {}, false};
  for (const Alternative& x : a) {
    for (const Alternative& y : b) {
      Truth each = one(x, y);
      out.varies = out.varies || each.varies;
      each.can_hold = each.can_hold && each.if_holds.add(x.guard) && each.if_holds.add(y.guard);
      each.can_fail = each.can_fail && each.if_fails.add(x.guard) && each.if_fails.add(y.guard);
      if (each.can_hold)
        out.if_holds = out.can_hold ? common(out.if_holds, each.if_holds) : each.if_holds;
      if (each.can_fail)
        out.if_fails = out.can_fail ? common(out.if_fails, each.if_fails) : each.if_fails;
      out.can_hold = out.can_hold || each.can_hold;
      out.can_fail = out.can_fail || each.can_fail;
    }
  }
  return out;
}

// x is None.
Truth is_none(const Alternative& x) {
  if (x.data() != nullptr) return known(x.value()->kind == Value::Kind::kNone);
  if (x.prefix() != nullptr) return known(false);
  if (!x.is_symbol()) return kOpen;
  if (below(x.symbol(), "<environment>")) return known(false);  // os.environ[...]: else KeyError
  if (const auto key = below(x.symbol(), "<config>"); key && !key->empty())
    return negated(answer_of({Question::Kind::kConfig, std::string(*key)}));
  if (const auto option = below(x.symbol(), "<options>"); option && !option->empty())
    return negated(answer_of({Question::Kind::kOption, std::string(*option)}));
  const std::string_view own = Program::class_symbol(x.symbol());
  if (x.symbol().size() == own.size() + 2 && x.symbol().ends_with("()")) return known(false);
  const bool called = x.symbol().find("()") != std::string::npos || x.symbol().starts_with("?") ||
                      x.symbol().starts_with("<options>");
  return called ? kOpen : known(false);  // a module, a function, a class
}

// "cuda|xpu" of ('cuda', 'xpu'); empty unless it is a list of strings.
std::string strings_of(const Alternative& owner) {
  if (owner.data() == nullptr || owner.value()->items.size() > kMaxAlternatives) return "";
  std::string out;
  for (const Value* item : owner.value()->items) {
    if (item->kind != Value::Kind::kString) return "";
    out += (out.empty() ? "" : "|") + std::string(item->text);
  }
  return out;
}

Truth is_in(const Alternative& item, const Alternative& owner) {
  if (item.is_symbol() || item.is_unknown()) {
    const std::string any = strings_of(owner);
    return any.empty() ? kOpen : answer_of({Question::Kind::kEquals, any});
  }
  if (item.data() == nullptr || item.value()->kind != Value::Kind::kString) return kOpen;
  const std::string text(item.value()->text);
  if (owner.symbol() == "<environment>") return answer_of({Question::Kind::kEnvironment, text});
  if (const auto key = below(owner.symbol(), "<config>"))
    return answer_of(
        {Question::Kind::kConfig, key->empty() ? text : std::string(*key) + "." + text});
  return owner.data() != nullptr && owner.value()->is_container()
             ? kOpen
             : answer_of({Question::Kind::kEquals, text});
}

}  // namespace

Truth Walker::condition(const Expr& expr, State& state) {
  if (expr.kind == ExprKind::kUnary && as<syntax::Unary>(expr).op == Operator::kNot)
    return negated(condition(*as<syntax::Unary>(expr).operand, state));
  if (expr.kind == ExprKind::kBoolean) {
    const auto& pair = as<syntax::Boolean>(expr);
    const bool is_and = pair.op == Operator::kAnd;
    Truth left = condition(*pair.left, state);
    if (!is_and) left = negated(std::move(left));
    if (!left.can_hold) return is_and ? left : negated(std::move(left));
    // The right side is looked at only where the left one lets it be.
    const Guard before = state.point.guard;
    state.point.guard.add(left.if_holds);
    Truth right = condition(*pair.right, state);
    state.point.guard = before;
    if (!is_and) right = negated(std::move(right));
    Truth out = both(left, right);
    return is_and ? out : negated(std::move(out));
  }
  if (expr.kind == ExprKind::kCompare) return comparison(as<syntax::Compare>(expr), state);
  return truth(value(expr, state));
}

Truth Walker::comparison(const syntax::Compare& expr, State& state) {
  const Alternatives left = value(*expr.left, state);
  if (expr.ops.size() != 1) {
    for (const Expr* right : expr.rights) value(*right, state);
    return {};
  }
  const Alternatives right = value(*expr.rights.front(), state);
  const Value* none = only_data(right);
  switch (expr.ops.front()) {
    case Operator::kIs:
    case Operator::kIsNot:
    case Operator::kEqual:
    case Operator::kNotEqual: {
      const Operator op = expr.ops.front();
      const bool negate = op == Operator::kIsNot || op == Operator::kNotEqual;
      if (none && none->kind == Value::Kind::kBool && only_symbol(left)) {
        Truth asked = truth(left);  // args.amp is True
        return none->boolean != negate ? asked : negated(std::move(asked));
      }
      Truth out =
          none && none->kind == Value::Kind::kNone
              ? over_all(left, right,
                         [](const Alternative& x, const Alternative&) { return is_none(x); })
              : over_all(left, right, equality);
      return negate ? negated(std::move(out)) : out;
    }
    case Operator::kIn:
      return over_all(left, right, is_in);
    case Operator::kNotIn:
      return negated(over_all(left, right, is_in));
    case Operator::kLess:
    case Operator::kLessEqual:
    case Operator::kGreater:
    case Operator::kGreaterEqual:
      return over_all(left, right, [&](const Alternative& x, const Alternative& y) {
        return order(expr.ops.front(), x, y);
      });
    default:
      return {};
  }
}

}  // namespace mmlint::script
