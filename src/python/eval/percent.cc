#include "python/eval/percent.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "python/eval/format_spec.h"
#include "python/eval/operators.h"
#include "python/eval/text_format.h"
#include "value/scalar_text.h"

// 'text %d' % values, as CPython's PyUnicode_Format (Objects/unicodeobject.c).
namespace mmlint::python {
namespace {

class Formatter {
 public:
  Formatter(Evaluator& e, std::string_view pattern, Value& values, Span span)
      : e_(e), text_(pattern), values_(values), span_(span) {}

  Value* run() {
    while (!text_.empty()) {
      const std::size_t mark = std::min(text_.find('%'), text_.size());
      out_ += text_.substr(0, mark);
      text_.remove_prefix(mark);
      if (text_.empty()) break;
      text_.remove_prefix(1);
      if (!conversion()) return e_.unknown("a % format that is not computed", span_);
      e_.check_text(out_.size(), span_);
    }
    const std::size_t given = values_.kind == Value::Kind::kTuple ? values_.items().size() : 1;
    const bool may_be_left =
        values_.kind == Value::Kind::kDict || values_.kind == Value::Kind::kUnknown;
    if (next_ < given && !used_names_ && !may_be_left && !is_mapping()) {
      e_.raise("TypeError", "not all arguments converted during string formatting", span_);
    }
    return e_.new_text(out_, span_);
  }

 private:
  // Lists have items by key, so Python takes them for mappings.
  bool is_mapping() const {
    return values_.kind == Value::Kind::kList || values_.kind == Value::Kind::kBytes;
  }

  char take() {
    if (text_.empty()) e_.raise("ValueError", "incomplete format", span_);
    const char c = text_[0];
    text_.remove_prefix(1);
    return c;
  }

  Value* argument() {
    if (values_.kind == Value::Kind::kTuple && !used_names_) {
      if (next_ < values_.items().size()) return values_.items()[next_++];
    } else if (next_++ == 0) {
      return only_;
    }
    e_.raise("TypeError", "not enough arguments for format string", span_);
  }

  // A number or *; false if it is not known.
  bool count(std::int64_t& out) {
    if (!text_.empty() && text_[0] == '*') {
      take();
      const Value* v = argument();
      if (v->kind != Value::Kind::kInt || v->big) return false;
      out = v->integer;
      return true;
    }
    std::int64_t n = -1;
    while (!text_.empty() && text_[0] >= '0' && text_[0] <= '9') {
      n = std::max<std::int64_t>(n, 0) * 10 + (take() - '0');
      if (n > 1'000'000'000'000) e_.raise("ValueError", "width too big", span_);
    }
    out = n;
    return true;
  }

  bool name() {
    if (text_.empty() || text_[0] != '(') return true;
    std::size_t end = 0;
    int depth = 0;
    for (; end < text_.size(); ++end) {
      if (text_[end] == '(') ++depth;
      if (text_[end] == ')' && --depth == 0) break;
    }
    if (end == text_.size()) e_.raise("ValueError", "incomplete format key", span_);
    if (values_.kind != Value::Kind::kDict)
      e_.raise("TypeError", "format requires a mapping", span_);
    // From here on it is the only argument, also for what has no name.
    only_ = e_.item(values_, *e_.pool().string(text_.substr(1, end - 1), span_), span_);
    next_ = 0;
    used_names_ = true;
    text_.remove_prefix(end + 1);
    return true;
  }

  bool conversion() {
    if (!text_.empty() && text_[0] == '%') {
      out_ += take();
      return true;
    }
    FormatSpec spec;
    if (!name()) return false;
    bool left = false;
    for (bool more = true; more && !text_.empty();) {
      switch (text_[0]) {
        case '-':
          left = true;
          break;
        case '+':
          spec.sign = '+';
          break;
        case ' ':
          spec.sign = spec.sign == '+' ? '+' : ' ';
          break;
        case '#':
          spec.alternate = true;
          break;
        case '0':
          spec.zero = true;
          break;
        default:
          more = false;
      }
      if (more) take();
    }
    if (!count(spec.width)) return false;
    if (spec.width < -1) {
      left = true;
      spec.width = -spec.width;
    }
    if (!text_.empty() && text_[0] == '.') {
      take();
      if (!count(spec.precision)) return false;
      spec.precision = std::max<std::int64_t>(0, spec.precision);
    }
    if (!text_.empty() && (text_[0] == 'l' || text_[0] == 'h' || text_[0] == 'L')) take();
    const char type = take();
    if (left) {
      spec.align = '<';
      spec.zero = false;
    }
    const Value& value = *argument();
    if (value.kind == Value::Kind::kUnknown || value.big) return false;
    const auto piece = convert(value, type, spec);
    if (piece) out_ += *piece;
    return piece.has_value();
  }

  std::optional<std::string> convert(const Value& value, char type, FormatSpec spec) {
    switch (type) {
      case 's':
      case 'r': {
        const auto text = type == 's' ? str(e_, value) : repr(e_, value);
        if (!text) return std::nullopt;
        if (spec.align == 0) spec.align = '>';
        spec.sign = 0;
        spec.zero = spec.alternate = false;
        return format_string(e_, *text, spec, span_);
      }
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        return integer(value, type, spec);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        if (!is_number(value)) {
          e_.raise("TypeError", fmt::format("must be real number, not {}", type_name(value)),
                   span_);
        }
        spec.type = type;
        return format_float(e_, double_of(value), spec, span_);
      case 'c':
        if (value.kind == Value::Kind::kString && spec.width < 0) {
          return value.text().size() == 1 ? std::optional(std::string(value.text())) : std::nullopt;
        }
        if (value.kind == Value::Kind::kInt && value.integer > 31 && value.integer < 127 &&
            spec.width < 0) {
          return std::string(1, static_cast<char>(value.integer));
        }
        return std::nullopt;
      case 'a':
        return std::nullopt;
      default:
        e_.raise("ValueError", fmt::format("unsupported format character '{}'", type), span_);
    }
  }

  std::optional<std::string> integer(const Value& value, char type, FormatSpec spec) {
    const bool decimal = type == 'd' || type == 'i' || type == 'u';
    if (!is_number(value) || (!decimal && value.kind == Value::Kind::kFloat)) {
      if (value.kind == Value::Kind::kObject) return std::nullopt;
      e_.raise("TypeError",
               fmt::format("%{} format: a real number is required, not {}", type, type_name(value)),
               span_);
    }
    std::int64_t i = 0;
    if (value.kind == Value::Kind::kFloat) {
      if (!(std::abs(value.floating) < 9e18)) return std::nullopt;
      i = static_cast<std::int64_t>(value.floating);
    } else {
      i = int_of(value);
    }
    if (spec.precision >= 0) return std::nullopt;
    spec.type = decimal ? 'd' : type;
    return format_int(e_, i, spec, span_);
  }

  Evaluator& e_;
  std::string_view text_;
  Value& values_;
  Value* only_ = &values_;  // what is formatted where the values are no tuple
  Span span_;
  std::string out_;
  std::size_t next_ = 0;
  bool used_names_ = false;
};

}  // namespace

Value* percent(Evaluator& e, std::string_view pattern, Value& values, Span span) {
  return Formatter(e, pattern, values, span).run();
}

}  // namespace mmlint::python
