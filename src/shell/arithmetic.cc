#include "shell/arithmetic.h"

namespace mmlint::shell {
namespace {

constexpr int kMaxDepth = 50;

bool is_name(char c, bool first) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (!first && c >= '0' && c <= '9');
}

class Reader {
 public:
  Reader(std::string_view text, const LookupNumber& lookup) : text_(text), lookup_(lookup) {}

  std::optional<std::int64_t> run() {
    const auto value = sum();
    return at_ == text_.size() ? value : std::nullopt;
  }

 private:
  using Number = std::optional<std::int64_t>;

  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n'))
      ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  Number sum() {
    if (++depth_ > kMaxDepth) return std::nullopt;
    Number left = product();
    for (char op = next(); left && (op == '+' || op == '-'); op = next()) {
      ++at_;
      const Number right = product();
      std::int64_t out = 0;
      if (!right || (op == '+' ? __builtin_add_overflow(*left, *right, &out)
                               : __builtin_sub_overflow(*left, *right, &out))) {
        return std::nullopt;
      }
      left = out;
    }
    --depth_;
    return left;
  }

  Number product() {
    Number left = unit();
    for (char op = next(); left && (op == '*' || op == '/' || op == '%'); op = next()) {
      ++at_;
      const Number right = unit();
      if (!right) return std::nullopt;
      if (op == '*') {
        std::int64_t out = 0;
        if (__builtin_mul_overflow(*left, *right, &out)) return std::nullopt;
        left = out;
      } else {
        if (*right <= 0) return std::nullopt;
        left = op == '/' ? *left / *right : *left % *right;
      }
    }
    return left;
  }

  Number unit() {
    const char c = next();
    if (c == '(') {
      ++at_;
      const Number inner = sum();
      if (next() != ')') return std::nullopt;
      ++at_;
      return inner;
    }
    const bool dollar = c == '$';
    const bool braces = dollar && text_.substr(at_).starts_with("${");
    at_ += braces ? 2 : dollar ? 1 : 0;
    const std::size_t begin = at_;
    if (at_ < text_.size() && is_name(text_[at_], true)) {
      while (at_ < text_.size() && is_name(text_[at_], false)) ++at_;
      const auto value = lookup_(text_.substr(begin, at_ - begin));
      if (braces && (at_ >= text_.size() || text_[at_++] != '}')) return std::nullopt;
      return value ? number(*value) : std::nullopt;
    }
    if (dollar) return std::nullopt;
    while (at_ < text_.size() && is_name(text_[at_], false)) ++at_;
    return number(text_.substr(begin, at_ - begin));
  }

  // Decimal only: 010 is eight to bash.
  static Number number(std::string_view digits) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool octal = digits.size() > 1 && digits[0] == '0';
    if (error != std::errc{} || end != digits.data() + digits.size() || octal || value < 0)
      return std::nullopt;
    return value;
  }

  std::string_view text_;
  const LookupNumber& lookup_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<std::int64_t> evaluate_arithmetic(std::string_view text, const LookupNumber& lookup) {
  return Reader(text, lookup).run();
}

}  // namespace mmlint::shell
