#include "base/text.h"
#include "syntax/parse_stmt.h"

// The statement `match` and its patterns.
namespace mmlint::syntax {

// From after `match` on. Reads nothing if that is a name here.
const Stmt* ParseStmt::match_stmt(std::uint32_t begin, std::uint32_t column) {
  const Expr* value = nullptr;
  if (!attempt([&] { return (value = subject()) != nullptr; })) {
    at_ = begin_ + begin;
    return nullptr;
  }
  settle();
  std::vector<Case> cases;
  std::uint32_t inner = 0;
  if (!next_line(&inner) || inner <= column) return fail(offset(), "expected an indented block");
  std::uint32_t next = inner;
  const char* stop = at_;
  while (next == inner) {
    if (!match_case(inner, &cases.emplace_back())) return nullptr;
    stop = at_;
    if (!next_line(&next)) break;
    if (next > inner) return invalid();
  }
  at_ = stop;
  return make(
      Match{stmt_at(StmtKind::kMatch, begin), value, keep_all(std::span<const Case>(cases))});
}

// Reads what is matched, up to the end of the line.
const Expr* ParseStmt::subject() {
  skip();
  const std::uint32_t begin = offset();
  const Expr* value = bare_tuple(
      begin, named_item(), [this] { return named_item(); }, [this] { return peek() == ':'; });
  if (value == nullptr) return nullptr;
  skip();
  if (value->kind == ExprKind::kStarred || !take(':')) return invalid();
  skip();
  return at_line_end() ? value : invalid();
}

bool ParseStmt::match_case(std::uint32_t column, Case* out) {
  if (!take_word("case")) return invalid();
  skip();
  out->pattern = open_pattern();
  if (out->pattern == nullptr) return false;
  if (follows("if")) {
    out->guard = named_expr();
    if (out->guard == nullptr) return false;
  }
  return block(column, &out->body);
}

const Pattern* ParseStmt::with_parts(Pattern::Kind kind, const std::vector<const Pattern*>& parts) {
  return make(Pattern{.kind = kind, .parts = keep_all(List<Pattern>(parts))});
}

// A pattern, or a sequence without brackets.
const Pattern* ParseStmt::open_pattern() {
  std::vector<const Pattern*> parts;
  bool comma = false;
  do {
    skip();
    if (comma && (peek() == ':' || peek() == 'i')) {
      const char* const stop = at_;
      const bool ends = peek() == ':' || take_word("if");
      at_ = stop;
      if (ends) break;
    }
    parts.push_back(pattern_or_star());
    if (parts.back() == nullptr) return nullptr;
  } while (follows_comma() && (comma = true));
  if (comma) return with_parts(Pattern::Kind::kSequence, parts);
  return parts[0]->kind == Pattern::Kind::kStar ? invalid() : parts[0];
}

const Pattern* ParseStmt::pattern_or_star() {
  if (!take('*')) return pattern();
  skip();
  const std::string_view name = bound_name();
  if (name.empty()) return nullptr;
  return make(
      Pattern{.kind = Pattern::Kind::kStar, .name = name == "_" ? std::string_view() : name});
}

const Pattern* ParseStmt::pattern() {
  const int outer = level_;
  std::vector<const Pattern*> parts;
  do {
    skip();
    parts.push_back(link() ? alternative() : nullptr);
    level_ = outer;
    if (parts.back() == nullptr) return nullptr;
    skip();
  } while (take('|'));
  const Pattern* read = parts.size() == 1 ? parts[0] : with_parts(Pattern::Kind::kOr, parts);
  if (!follows("as")) return read;
  const std::string_view name = bound_name();
  if (name.empty()) return nullptr;
  return make(Pattern{
      .kind = Pattern::Kind::kOr, .name = name, .parts = keep_all(List<Pattern>(&read, 1))});
}

const Pattern* ParseStmt::alternative() {
  switch (peek()) {
    case '(':
    case '[':
      return group_pattern();
    case '{':
      return mapping_pattern();
    default:
      break;
  }
  const char* const stop = at_;
  const std::string_view id = at_string() ? std::string_view() : word();
  at_ = stop;
  return id.empty() || is_reserved(id) ? literal_pattern() : named_pattern();
}

// A number, a string or a constant.
const Pattern* ParseStmt::literal_pattern() {
  const Expr* value = nullptr;
  if (at_string()) {
    value = string();
    if (value != nullptr && value->kind == ExprKind::kFString) return invalid();
  } else if (peek() == 'N' || peek() == 'T' || peek() == 'F') {
    const std::uint32_t begin = offset();
    const std::string_view id = word();
    const ConstantKind kind = id == "None"   ? ConstantKind::kNone
                              : id == "True" ? ConstantKind::kTrue
                                             : ConstantKind::kFalse;
    value = make(Constant{expr_at(ExprKind::kConstant, begin, offset()), kind});
  } else {
    value = number_pattern();
  }
  if (value == nullptr) return nullptr;
  return make(Pattern{.kind = Pattern::Kind::kValue, .value = value});
}

// `1`, `-1` or `-1 + 2j`
const Expr* ParseStmt::number_pattern() {
  const std::uint32_t begin = offset();
  const auto read_number = [this] {
    skip();
    return is_digit(peek()) || peek() == '.' ? number() : invalid();
  };
  const bool negative = take('-');
  const Expr* value = read_number();
  if (value == nullptr) return nullptr;
  if (negative)
    value = make(Unary{expr_at(ExprKind::kUnary, begin, offset()), Operator::kNegative, value});
  const char* const stop = at_;
  skip();
  if (peek() != '+' && peek() != '-') {
    at_ = stop;
    return value;
  }
  const Operator op = take('+') ? Operator::kAdd : Operator::kSubtract;
  if (op == Operator::kSubtract) ++at_;
  const Expr* imaginary = read_number();
  if (imaginary == nullptr) return nullptr;
  return make(Binary{expr_at(ExprKind::kBinary, begin, offset()), op, value, imaginary});
}

// A name that is bound, `_`, a dotted name, or a class with arguments.
const Pattern* ParseStmt::named_pattern() {
  const std::uint32_t begin = offset();
  const std::string_view id = identifier();
  if (id.empty()) return nullptr;
  const Expr* value = make(Name{expr_at(ExprKind::kName, begin, offset()), id});
  const char* stop = at_;
  for (skip(); take('.'); skip()) {
    skip();
    const std::uint32_t name_begin = offset();
    const std::string_view name = identifier();
    if (name.empty() || !link()) return nullptr;
    value = make(
        Attribute{expr_at(ExprKind::kAttribute, begin, offset()), value, name, place(name_begin)});
    stop = at_;
  }
  if (peek() == '(') return class_pattern(value);
  at_ = stop;
  if (value->kind != ExprKind::kName)
    return make(Pattern{.kind = Pattern::Kind::kValue, .value = value});
  return make(Pattern{.name = id == "_" ? std::string_view() : id});
}

const Pattern* ParseStmt::class_pattern(const Expr* callee) {
  std::vector<const Pattern*> parts;
  bool keyword = false;
  for (enter(); peek() != ')'; skip()) {
    const char* const first = at_;
    const bool has_name = !word().empty();
    skip();
    const bool is_keyword = has_name && take('=');
    if (!is_keyword) {
      at_ = first;
      if (keyword) return fail(offset(), "positional patterns follow keyword patterns");
    }
    keyword = is_keyword;
    parts.push_back(pattern());
    if (parts.back() == nullptr) return nullptr;
    skip();
    if (!take(',') && peek() != ')') return invalid();
  }
  leave();
  return make(Pattern{
      .kind = Pattern::Kind::kClass, .value = callee, .parts = keep_all(List<Pattern>(parts))});
}

// A sequence in brackets, or a pattern in parentheses.
const Pattern* ParseStmt::group_pattern() {
  const char close = peek() == '(' ? ')' : ']';
  std::vector<const Pattern*> parts;
  bool comma = false;
  for (enter(); peek() != close; skip()) {
    parts.push_back(pattern_or_star());
    if (parts.back() == nullptr) return nullptr;
    skip();
    if (take(','))
      comma = true;
    else if (peek() != close)
      return invalid();
  }
  const bool is_group = close == ')' && parts.size() == 1 && !comma;
  if (is_group && parts[0]->kind == Pattern::Kind::kStar) return invalid();
  leave();
  return is_group ? parts[0] : with_parts(Pattern::Kind::kSequence, parts);
}

const Pattern* ParseStmt::mapping_pattern() {
  std::vector<const Pattern*> parts;
  std::vector<const Expr*> keys;
  for (enter(); peek() != '}'; skip()) {
    if (peek() == '*' && peek(1) == '*') {
      at_ += 2;
      skip();
      const std::string_view name = bound_name();
      if (name.empty()) return nullptr;
      parts.push_back(make(Pattern{.kind = Pattern::Kind::kStar, .name = name}));
    } else {
      const Pattern* key = alternative();
      if (key == nullptr) return nullptr;
      skip();
      if (key->kind != Pattern::Kind::kValue || !take(':')) return invalid();
      keys.push_back(key->value);
      skip();
      parts.push_back(pattern());
      if (parts.back() == nullptr) return nullptr;
    }
    skip();
    if (!take(',') && peek() != '}') return invalid();
  }
  leave();
  return make(Pattern{.kind = Pattern::Kind::kMapping,
                      .parts = keep_all(List<Pattern>(parts)),
                      .keys = keep_all(Exprs(keys))});
}

}  // namespace mmlint::syntax
