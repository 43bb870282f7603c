#include "resolve/eval/percent.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "resolve/eval/numbers.h"

namespace mmlint::resolve {
namespace {

constexpr std::size_t kMaxWidth = 1000;

struct Spec {
  std::string flags;
  std::size_t width = 0;
  std::optional<int> precision;
  char type = 's';
};

class Percent {
 public:
  Percent(Evaluator& e, std::string_view pattern, Value& values, Span span)
      : e_(e), text_(pattern), values_(values), span_(span), single_{&values} {
    // A mapping is read by name; anything but a tuple is one value.
    args_ = values.kind == Kind::kTuple ? &values.items : &single_;
  }

  Value* run() {
    std::string out;
    while (at_ < text_.size()) {
      if (text_[at_] != '%') {
        out += text_[at_++];
        continue;
      }
      ++at_;
      const auto piece = conversion();
      if (!piece) return e_.unknown("a % format that is not computed", span_);
      out += *piece;
      e_.check_text(out.size(), span_);
    }
    const bool named = values_.kind == Kind::kDict || values_.kind == Kind::kList;
    if (next_ < args_->size() && !named && values_.kind != Kind::kObject &&
        values_.kind != Kind::kUnknown) {
      e_.raise("TypeError", "not all arguments converted during string formatting", span_);
    }
    return e_.pool().string(e_.pool().keep(out), span_);
  }

 private:
  char peek() {
    if (at_ >= text_.size()) e_.raise("ValueError", "incomplete format", span_);
    return text_[at_];
  }

  Value* argument() {
    if (next_ >= args_->size()) {
      e_.raise("TypeError", "not enough arguments for format string", span_);
    }
    return (*args_)[next_++];
  }

  std::optional<std::size_t> number() {
    if (peek() == '*') return std::nullopt;
    std::size_t n = 0;
    while (peek() >= '0' && peek() <= '9') {
      n = std::min(n * 10 + static_cast<std::size_t>(text_[at_++] - '0'), kMaxWidth + 1);
    }
    return n;
  }

  // What follows a '%'; nullopt if it cannot be known.
  std::optional<std::string> conversion() {
    Value* value = nullptr;
    if (peek() == '(') {
      const std::size_t end = text_.find(')', at_);
      if (end == text_.npos) e_.raise("ValueError", "incomplete format key", span_);
      if (values_.kind == Kind::kUnknown || values_.kind == Kind::kObject) return std::nullopt;
      if (values_.kind != Kind::kDict) e_.raise("TypeError", "format requires a mapping", span_);
      value = e_.item(values_, *e_.pool().string(text_.substr(at_ + 1, end - at_ - 1)), span_);
      at_ = end + 1;
      next_ = args_->size();
    }
    Spec spec;
    while (std::string_view("-+ #0").find(peek()) != std::string_view::npos) {
      spec.flags += text_[at_++];
    }
    const auto width = number();
    if (!width || *width > kMaxWidth) return std::nullopt;
    spec.width = *width;
    if (peek() == '.') {
      ++at_;
      const auto precision = number();
      if (!precision || *precision > kMaxWidth) return std::nullopt;
      spec.precision = static_cast<int>(*precision);
    }
    while (peek() == 'l' || peek() == 'h' || peek() == 'L') ++at_;
    spec.type = text_[at_++];
    if (spec.type == '%') return pad("%", "", spec);
    return formatted(value ? *value : *argument(), spec);
  }

  static bool has(const Spec& spec, char flag) {
    return spec.flags.find(flag) != std::string::npos;
  }

  // The sign stands before zeros.
  static std::string pad(std::string body, const std::string& sign, const Spec& spec,
                         bool zeros = false) {
    const std::size_t size = count_characters(body) + sign.size();
    const std::string filler(spec.width > size ? spec.width - size : 0, zeros ? '0' : ' ');
    if (has(spec, '-')) return sign + body + std::string(filler.size(), ' ');
    return zeros ? sign + filler + body : filler + sign + body;
  }

  std::optional<std::string> formatted(Value& value, const Spec& spec) {
    if (value.kind == Kind::kUnknown || value.kind == Kind::kObject) return std::nullopt;
    switch (spec.type) {
      case 's':
        return cut(str(e_, value), spec);
      case 'r':
        return cut(repr(value), spec);
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        return whole(value, spec);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        return real(value, spec);
      case 'a':
      case 'c':
        return std::nullopt;
      default:
        e_.raise("ValueError", fmt::format("unsupported format character '{}'", spec.type), span_);
    }
  }

  static std::optional<std::string> cut(std::optional<std::string> text, const Spec& spec) {
    if (!text) return text;
    if (spec.precision) {
      std::size_t end = 0;
      for (int i = 0; i < *spec.precision && end < text->size(); ++i) {
        do ++end;
        while (end < text->size() && ((*text)[end] & 0xc0) == 0x80);
      }
      text->resize(end);
    }
    return pad(*text, "", spec);
  }

  std::string sign(bool negative, const Spec& spec) const {
    return negative ? "-" : has(spec, '+') ? "+" : has(spec, ' ') ? " " : "";
  }

  std::optional<std::string> whole(const Value& value, const Spec& spec) {
    const bool decimal = spec.type == 'd' || spec.type == 'i' || spec.type == 'u';
    if (value.kind != Kind::kInt && value.kind != Kind::kBool &&
        !(decimal && value.kind == Kind::kFloat)) {
      e_.raise("TypeError",
               fmt::format("%{} format: a{} is required, not {}", spec.type,
                           decimal ? " real number" : "n integer", type_name(value)),
               span_);
    }
    if (value.big || has(spec, '#') || spec.precision) return std::nullopt;
    std::int64_t i = 0;
    if (value.kind == Kind::kFloat) {
      if (!(value.floating > -9e18 && value.floating < 9e18)) return std::nullopt;
      i = static_cast<std::int64_t>(value.floating);
    } else {
      i = int_of(value);
    }
    const std::uint64_t magnitude =
        i < 0 ? 0 - static_cast<std::uint64_t>(i) : static_cast<std::uint64_t>(i);
    const std::string digits = spec.type == 'x'   ? fmt::format("{:x}", magnitude)
                               : spec.type == 'X' ? fmt::format("{:X}", magnitude)
                               : spec.type == 'o' ? fmt::format("{:o}", magnitude)
                                                  : fmt::format("{}", magnitude);
    return pad(digits, sign(i < 0, spec), spec, has(spec, '0') && !has(spec, '-'));
  }

  std::optional<std::string> real(const Value& value, const Spec& spec) {
    if (!is_number(value)) {
      e_.raise("TypeError", fmt::format("must be real number, not {}", type_name(value)), span_);
    }
    if (value.big || has(spec, '#')) return std::nullopt;
    const double d = double_of(value);
    if (d != d || d - d != 0) return std::nullopt;  // nan and inf
    const bool negative = d < 0 || (d == 0 && 1 / d < 0);
    const std::string pattern = fmt::format("{{:.{}{}}}", spec.precision.value_or(6), spec.type);
    return pad(fmt::format(fmt::runtime(pattern), negative ? -d : d), sign(negative, spec), spec,
               has(spec, '0') && !has(spec, '-'));
  }

  Evaluator& e_;
  std::string_view text_;
  Value& values_;
  Span span_;
  std::vector<Value*> single_;
  const std::vector<Value*>* args_;
  std::size_t at_ = 0;
  std::size_t next_ = 0;
};

}  // namespace

Value* percent(Evaluator& e, std::string_view pattern, Value& values, Span span) {
  if (values.kind == Kind::kUnknown) return e.unknown(values.text, values.span);
  return Percent(e, pattern, values, span).run();
}

}  // namespace mmlint::resolve
