#include "fix/script/conditionals.h"

#include "syntax/walk.h"

namespace mmlint::fix {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

const syntax::Conditional* conditional_around(const NameReads& reads, const Expr& value) {
  const Expr* outer = reads.around(value).expr;
  if (!outer || outer->kind != ExprKind::kConditional) return nullptr;
  return as<syntax::Conditional>(*outer).condition == &value ? nullptr
                                                             : &as<syntax::Conditional>(*outer);
}

// The text of a value without its quotes, so that 'gloo' and "gloo" are one.
std::string_view bare(std::string_view text) {
  const bool quoted = text.size() > 1 && text.front() == text.back() &&
                      (text.front() == '\'' || text.front() == '"');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// Whether computing an expression may leave something behind that the script needs.
bool leaves_something(const Expr& expr) {
  bool found = expr.kind == ExprKind::kNamed || expr.kind == ExprKind::kYield ||
               expr.kind == ExprKind::kAwait || expr.kind == ExprKind::kUnsupported;
  syntax::for_each_child(expr,
                         [&](const Expr& inner) { found = found || leaves_something(inner); });
  return found;
}

// Whether `and` and `or` can stand behind an expression as it is written.
bool binds_tightly(const Expr& expr) {
  return expr.kind != ExprKind::kBoolean && expr.kind != ExprKind::kConditional &&
         expr.kind != ExprKind::kLambda && expr.kind != ExprKind::kNamed;
}

// The conditional expression that holds a value as one of its branches, if the other branch is
// `text` already.
std::optional<Span> conditional_with(const syntax::Document& document, const NameReads& reads,
                                     Span value, const std::string& text) {
  const Expr* expr = reads.at(value);
  const auto* around = expr ? conditional_around(reads, *expr) : nullptr;
  if (!around) return std::nullopt;
  const Expr& other = around->then == expr ? *around->otherwise : *around->then;
  if (bare(document.source().text({value.file, other.begin, other.end})) != bare(text))
    return std::nullopt;
  return Span{value.file, around->begin, around->end};
}

}  // namespace

std::optional<TextEdit> settle_conditional(const syntax::Document& document, const NameReads& reads,
                                           Span value, const std::string& text,
                                           const std::optional<std::string>& torch) {
  const auto whole = conditional_with(document, reads, value, text);
  if (!whole) return std::nullopt;
  const Expr& expr = *reads.at(value);
  const auto& conditional = *conditional_around(reads, expr);
  const Expr& condition = *conditional.condition;
  if (!torch) {
    if (leaves_something(condition)) return std::nullopt;
    return TextEdit{*whole, text};
  }
  const Span at{value.file, condition.begin, condition.end};
  const std::string_view asked = document.source().text(at);
  const bool when_true = conditional.then == &expr;
  const std::string asks = fmt::format("{}.cuda.is_available()", *torch);
  if (asked == (when_true ? "not " + asks : asks)) return TextEdit{*whole, text};
  const std::string more = fmt::format("{}{}", when_true ? "and " : "or not ", asks);
  return TextEdit{at, binds_tightly(condition) ? fmt::format("{} {}", asked, more)
                                               : fmt::format("({}) {}", asked, more)};
}

}  // namespace mmlint::fix
