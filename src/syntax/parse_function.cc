#include "syntax/parse_expr.h"
#include "syntax/repeated_name.h"

// Parameters, lambdas, walrus and yield.
namespace mmlint::syntax {

using Kind = Parameter::Kind;

// Reads parameters up to `close`, which is ')' of a function or ':' of a lambda.
bool ParseExpr::parameters(char close, std::span<const Parameter>* out) {
  const std::uint32_t begin = offset();
  std::vector<Parameter> read;
  bool star = false, bare_star = false, slash = false, defaults = false;
  while (peek() != close) {
    const std::uint32_t first = offset();
    const char* wrong = nullptr;
    if (!read.empty() && read.back().kind == Kind::kDoubleStar)
      wrong = "arguments cannot follow var-keyword argument";
    if (take('/')) {
      if (read.empty()) wrong = "at least one argument must precede /";
      if (slash) wrong = "/ may appear only once";
      if (star) wrong = "/ must be ahead of *";
      slash = true;
      for (Parameter& before : read) before.kind = Kind::kPositionalOnly;
    } else {
      Parameter each{{}, nullptr, nullptr, star ? Kind::kKeywordOnly : Kind::kNormal};
      if (take('*')) {
        each.kind = take('*') ? Kind::kDoubleStar : Kind::kStar;
        skip();
        if (each.kind == Kind::kStar && star) wrong = "* argument may appear only once";
        star = star || each.kind == Kind::kStar;
      }
      const bool is_bare = each.kind == Kind::kStar && (peek() == ',' || peek() == close);
      bare_star = (bare_star || is_bare) && each.kind != Kind::kKeywordOnly;
      if (!is_bare) {
        if (!parameter(close == ')', each)) return false;
        read.push_back(each);
      }
      if (each.kind == Kind::kNormal) {
        if (defaults && each.default_value == nullptr)
          wrong = "non-default argument follows default argument";
        defaults = defaults || each.default_value != nullptr;
      }
    }
    if (wrong != nullptr) refuse(first, offset(), wrong);
    skip();
    if (!take(',') && peek() != close) return invalid();
    skip();
  }
  if (bare_star) refuse(begin, offset(), "named arguments must follow bare *");
  *out = keep_all(std::span<const Parameter>(read));
  if (const Parameter* found = first_repeated(*out)) {
    refuse(begin, offset(),
           "duplicate argument '" + std::string(found->name) + "' in function definition");
  }
  return true;
}

// Reads the name of a parameter, its annotation and its default value.
bool ParseExpr::parameter(bool may_have_type, Parameter& out) {
  out.name = bound_name();
  if (out.name.empty()) return false;
  const char* stop = at_;
  skip();
  if (may_have_type && take(':')) {
    skip();
    out.annotation = out.kind == Kind::kStar ? item() : expr();
    if (out.annotation == nullptr) return false;
    stop = at_;
    skip();
  }
  const bool has_star = out.kind == Kind::kStar || out.kind == Kind::kDoubleStar;
  if (has_star || !take('=')) {
    at_ = stop;
    return true;
  }
  skip();
  out.default_value = expr();
  return out.default_value != nullptr;
}

// From after `lambda` on. In the field of an f-string its colon would begin the format spec.
const Expr* ParseExpr::lambda(std::uint32_t begin) {
  if (brackets_ == field_brackets_) return fail(begin, "f-string: invalid syntax");
  skip();
  std::span<const Parameter> read;
  if (!parameters(':', &read)) return nullptr;
  ++at_;
  skip();
  const Context outer = scope_;
  const std::size_t met = met_.size();
  scope_ = {.function = true};
  const Expr* body = expr();
  if (body == nullptr) return nullptr;
  settle(met);
  scope_ = outer;
  return make(Lambda{expr_at(ExprKind::kLambda, begin, offset()), read, body});
}

// `name := value`, or an expression.
const Expr* ParseExpr::named_expr() {
  const std::uint32_t begin = offset();
  const Expr* first = expr();
  if (first == nullptr) return nullptr;
  const bool is_name = first->kind == ExprKind::kName && begin_[begin] != '(';
  const char* stop = at_;
  skip();
  if (peek() == '=' && peek(1) != '=' && brackets_ == 0) return fail_compared(*first);
  if (!is_name || peek() != ':' || peek(1) != '=') {
    at_ = stop;
    return first;
  }
  const auto& target = as<Name>(*first);
  check_bound(target.id, begin);
  at_ += 2;
  skip();
  const Expr* value = expr();
  if (value == nullptr) return nullptr;
  met_.push_back({Met::What::kNamed, begin, offset()});
  return make(Named{expr_at(ExprKind::kNamed, begin, offset()), &target, value});
}

// From after `yield` on.
const Expr* ParseExpr::yielded(std::uint32_t begin) {
  scope_.generator = true;
  const char* stop = at_;
  skip();
  const Expr* value = nullptr;
  if (at_statement_end() || std::string_view(")}=:!").find(peek()) != std::string_view::npos) {
    at_ = stop;
  } else {
    const bool from = take_word("from");
    if (from) skip();
    value = from ? expr() : unstarred(values());
    if (value == nullptr) return nullptr;
    if (from && scope_.async) refuse(begin, offset(), "'yield from' inside async function");
  }
  met_.push_back({Met::What::kYield, begin, offset()});
  return make(Yield{expr_at(ExprKind::kYield, begin, offset()), value});
}

const Expr* ParseExpr::values_or_yield() {
  return peek() == 'y' && take_word("yield") ? yielded(offset() - 5) : values();
}

const Expr* ParseExpr::values() {
  const std::uint32_t begin = offset();
  return bare_tuple(
      begin, item(), [this] { return item(); },
      [this] {
        return at_statement_end() ||
               std::string_view("=)]}:!").find(peek()) != std::string_view::npos;
      });
}

}  // namespace mmlint::syntax
