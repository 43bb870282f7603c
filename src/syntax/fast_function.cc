#include <algorithm>

#include "syntax/fast_expr.h"

// Parameters, lambdas, walrus and yield.
namespace mmlint::syntax {
namespace {

using Kind = Parameter::Kind;

bool is_repeated(std::span<const Parameter> parameters) {
  std::vector<std::string_view> names;
  for (const Parameter& each : parameters) names.push_back(each.name);
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) != names.end();
}

}  // namespace

// Reads parameters up to `close`, which is ')' of a function or ':' of a lambda.
bool FastExpr::parameters(char close, std::span<const Parameter>* out) {
  std::vector<Parameter> read;
  bool star = false, bare_star = false, slash = false, defaults = false;
  while (peek() != close) {
    Parameter each{{}, nullptr, nullptr, star ? Kind::kKeywordOnly : Kind::kNormal};
    if (!read.empty() && read.back().kind == Kind::kDoubleStar) return false;
    if (take('/')) {
      if (read.empty() || star || slash) return false;
      slash = true;
      for (Parameter& before : read) before.kind = Kind::kPositionalOnly;
    } else {
      if (take('*')) {
        const bool twice = take('*');
        if (!twice && star) return false;
        star = star || !twice;
        each.kind = twice ? Kind::kDoubleStar : Kind::kStar;
        skip();
      }
      each.name = identifier();
      if (each.name.empty()) {
        if (each.kind != Kind::kStar || peek() != ',') return false;
        bare_star = true;
      } else if (!parameter_rest(close == ')', each)) {
        return false;
      }
      if (each.kind == Kind::kNormal) {
        if (defaults && each.default_value == nullptr) return false;
        defaults = each.default_value != nullptr;
      }
      bare_star = bare_star && each.kind != Kind::kKeywordOnly;
      if (bare_star && each.kind == Kind::kDoubleStar) return false;
      if (!each.name.empty()) read.push_back(each);
    }
    skip();
    if (!take(',') && peek() != close) return false;
    skip();
  }
  if (bare_star || is_repeated(read)) return false;
  *out = keep_all(std::span<const Parameter>(read));
  return true;
}

// Reads the annotation and the default value of a parameter.
bool FastExpr::parameter_rest(bool may_have_type, Parameter& parameter) {
  const char* stop = at_;
  skip();
  if (may_have_type && take(':')) {
    skip();
    parameter.annotation = expr();
    if (parameter.annotation == nullptr) return false;
    stop = at_;
    skip();
  }
  const bool has_star = parameter.kind == Kind::kStar || parameter.kind == Kind::kDoubleStar;
  if (peek() != '=') {
    at_ = stop;
    return true;
  }
  ++at_;
  skip();
  parameter.default_value = has_star ? nullptr : expr();
  return parameter.default_value != nullptr;
}

// From behind `lambda` on. In the field of an f-string its colon would begin the format spec.
const Expr* FastExpr::lambda(std::uint32_t begin) {
  if (brackets_ == field_brackets_) return nullptr;
  skip();
  std::span<const Parameter> read;
  if (!parameters(':', &read)) return nullptr;
  ++at_;
  skip();
  const Context outer = scope_;
  scope_ = {.function = true};
  const Expr* body = expr();
  scope_ = outer;
  if (body == nullptr) return nullptr;
  return make(Lambda{expr_at(ExprKind::kLambda, begin, offset()), read, body});
}

// `name := value`, or an expression.
const Expr* FastExpr::walrus_or_expr() {
  const std::uint32_t begin = offset();
  const Expr* first = expr();
  const bool is_name = first != nullptr && first->kind == ExprKind::kName && begin_[begin] != '(';
  if (!is_name) return first;
  const char* stop = at_;
  skip();
  if (peek() != ':' || peek(1) != '=') {
    at_ = stop;
    return first;
  }
  met_binding_ = true;
  at_ += 2;
  skip();
  const Expr* value = met_comprehension_ ? nullptr : expr();
  if (value == nullptr || met_comprehension_) return nullptr;
  return make(Named{expr_at(ExprKind::kNamed, begin, offset()), &as<Name>(*first), value});
}

// From behind `yield` on.
const Expr* FastExpr::yielded(std::uint32_t begin) {
  if (!scope_.function || met_comprehension_) return nullptr;
  scope_.generator = met_binding_ = true;
  const char* stop = at_;
  skip();
  const Expr* value = nullptr;
  if (at_end() || std::string_view("\n\r#;)").find(peek()) != std::string_view::npos) {
    at_ = stop;
  } else {
    const bool from = take_word("from");
    if (from) skip();
    value = from ? expr() : values();
    if (value == nullptr || value->kind == ExprKind::kStarred || met_comprehension_) return nullptr;
  }
  return make(Yield{expr_at(ExprKind::kYield, begin, offset()), value});
}

// One expression, or a tuple without parentheses, whose items may have stars.
const Expr* FastExpr::values() {
  const std::uint32_t begin = offset();
  const Expr* first = item();
  if (first == nullptr) return nullptr;
  return bare_tuple(
      begin, first, [this] { return item(); },
      [this] {
        return at_end() || std::string_view("=\n\r#;):").find(peek()) != std::string_view::npos;
      });
}

}  // namespace mmlint::syntax
