#include "python/eval/text_format.h"

#include "base/characters.h"
#include "python/eval/operators.h"
#include "value/repr.h"
#include "value/scalar_text.h"

namespace mmlint::python {
namespace {

// Counts what it writes as work of the config.
class CountingWriter : public ReprWriter {
 public:
  explicit CountingWriter(Evaluator& e) : e_(e) {}

 private:
  void count(const Value& value) override {
    e_.step();
    e_.check_text(out.size(), value.span);
    if (value.kind == Value::Kind::kString) e_.step(value.text().size() / 32);
  }

  Evaluator& e_;
};

// A format specification as CPython's Python/formatter_unicode.c reads it:
// [[fill]align][sign][z][#][0][width][grouping][.precision][type].
struct FormatSpec {
  std::string fill = " ";         // one character
  char align = 0;                 // < > = ^
  char sign = 0;                  // + - space
  bool no_negative_zero = false;  // z, which Python has since 3.11
  bool alternate = false;
  bool zero = false;
  std::int64_t width = -1;
  char grouping = 0;  // , _
  std::int64_t precision = -1;
  char type = 0;
};

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != characters.npos;
}

// Takes one of these characters off the text, and returns it; 0 if it begins with none.
char take(std::string_view& text, std::string_view characters) {
  if (text.empty() || !is_one_of(text[0], characters)) return 0;
  const char c = text[0];
  text.remove_prefix(1);
  return c;
}

// Takes a number of at most 17 digits off the text; -1 if it begins with none.
std::int64_t take_number(std::string_view& text) {
  std::int64_t out = -1;
  for (int digits = 0; digits < 17; ++digits) {
    const char digit = take(text, "0123456789");
    if (digit == 0) break;
    out = std::max<std::int64_t>(out, 0) * 10 + (digit - '0');
  }
  return out;
}

// Returns nullopt if the text is no format specification.
std::optional<FormatSpec> parse_spec(std::string_view text) {
  constexpr std::string_view kAligns = "<>=^";
  FormatSpec out;
  const std::size_t first = character_length(text);
  if (first < text.size() && is_one_of(text[first], kAligns)) {
    out.fill = text.substr(0, first);
    text.remove_prefix(first);
  }
  out.align = take(text, kAligns);
  out.sign = take(text, "+- ");
  out.no_negative_zero = take(text, "z") != 0;
  out.alternate = take(text, "#") != 0;
  out.zero = take(text, "0") != 0;
  if (out.zero && out.fill == " ") out.fill = "0";
  out.width = take_number(text);
  out.grouping = take(text, ",_");
  if (take(text, ".") != 0 && (out.precision = take_number(text)) < 0) return std::nullopt;
  if (text.size() == 1) out.type = text[0];
  return text.size() <= 1 ? std::optional(out) : std::nullopt;
}

// Whether Python formats such a value by that specification.
bool fits(const FormatSpec& s, Value::Kind kind, bool as_float) {
  if (kind == Value::Kind::kString) {
    return (s.type == 0 || s.type == 's') && s.sign == 0 && s.grouping == 0 && s.align != '=' &&
           !s.no_negative_zero && !s.alternate;
  }
  if (s.type == 'n' && s.grouping != 0) return false;
  if (as_float) return s.type == 0 || is_one_of(s.type, "eEfFgG%n");
  return (s.type == 0 || is_one_of(s.type, "bcdnoxX")) && !s.no_negative_zero && s.precision < 0 &&
         (s.grouping != ',' || s.type == 0 || s.type == 'd');
}

// Puts separators between groups of digits, counted from the right.
std::string grouped(std::string_view digits, char separator, std::size_t group) {
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % group == 0) out += separator;
    out += digits[i];
  }
  return out;
}

// Puts a number together and fills it up: a sign with a prefix, whole digits, and the rest.
std::string number_text(Evaluator& e, const std::string& sign, std::string digits,
                        const std::string& rest, const FormatSpec& spec, Span span) {
  const char align = spec.align != 0 ? spec.align : spec.zero ? '=' : '>';
  if (spec.width > 0) e.check_text(static_cast<std::size_t>(spec.width), span);
  if (spec.grouping != 0) {
    const std::size_t group = is_one_of(spec.type, "boxX") ? 4 : 3;
    const auto wanted = spec.width - static_cast<std::int64_t>(sign.size() + rest.size());
    std::string text = grouped(digits, spec.grouping, group);
    // Zeros that fill it up are grouped as well.
    while (spec.fill == "0" && align == '=' && static_cast<std::int64_t>(text.size()) < wanted) {
      const auto missing = static_cast<std::size_t>(wanted) - text.size();
      digits.insert(0, std::max<std::size_t>(1, missing * group / (group + 1)), '0');
      text = grouped(digits, spec.grouping, group);
    }
    digits = text;
  }
  return padded(sign + digits + rest, spec.width, spec.fill, align, sign.size());
}

std::string sign_of(bool negative, const FormatSpec& spec) {
  if (negative) return "-";
  return spec.sign == '+' || spec.sign == ' ' ? std::string(1, spec.sign) : "";
}

std::string format_int(Evaluator& e, std::int64_t i, const FormatSpec& spec, Span span) {
  const std::uint64_t size =
      i < 0 ? 0 - static_cast<std::uint64_t>(i) : static_cast<std::uint64_t>(i);
  const bool has_base = is_one_of(spec.type, "boxX");
  std::string sign = sign_of(i < 0, spec);
  if (spec.alternate && has_base) (sign += '0') += spec.type;
  const char type = has_base ? spec.type : 'd';
  const std::string digits = fmt::format(fmt::runtime(fmt::format("{{:{}}}", type)), size);
  return number_text(e, sign, digits, "", spec, span);
}

// As 'g', but with a digit after the point, and an exponent one digit earlier.
std::string short_digits(double d, int precision) {
  std::string text = fmt::format("{:.{}e}", d, precision - 1);
  const std::size_t mark = text.find('e');
  const int exponent = std::stoi(text.substr(mark + 1));
  if (exponent >= -4 && exponent < precision - 1) {
    text = fmt::format("{:.{}g}", d, precision);
    return text.find('.') == text.npos ? text + ".0" : text;
  }
  std::string digits = text.substr(0, mark);
  if (digits.find('.') != digits.npos) {
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
  }
  return digits + text.substr(mark);
}

std::optional<std::string> format_float(Evaluator& e, double d, FormatSpec spec, Span span) {
  const bool is_percent = spec.type == '%';
  const char type = is_percent ? 'f' : spec.type == 'n' ? 'g' : spec.type;
  if (spec.no_negative_zero || (spec.alternate && type == 0)) return std::nullopt;
  const std::string sign = sign_of(std::signbit(d) && !std::isnan(d), spec);
  d = std::abs(is_percent ? d * 100 : d);
  if (spec.precision > 0) e.check_text(static_cast<std::size_t>(spec.precision), span);
  const bool is_general = type == 0 || type == 'g' || type == 'G';
  const int precision =
      spec.precision < 0 ? 6 : std::max(is_general ? 1 : 0, static_cast<int>(spec.precision));
  std::string text;
  if (!std::isfinite(d)) {
    text = std::isnan(d) ? "nan" : "inf";
    if (is_one_of(type, "EFG")) text = changed_case(text, upper_case);
  } else if (type == 0) {
    text = spec.precision < 0 ? repr_float(d) : short_digits(d, precision);
  } else {
    const std::string form =
        fmt::format("{{:{}.{}{}}}", spec.alternate ? "#" : "", precision, type);
    text = fmt::format(fmt::runtime(form), d);
  }
  const std::size_t whole = std::min(text.find_first_not_of("0123456789"), text.size());
  if (whole == 0) spec.grouping = 0;
  return number_text(e, sign, text.substr(0, whole), text.substr(whole) + (is_percent ? "%" : ""),
                     spec, span);
}

std::string format_string(Evaluator& e, std::string_view text, const FormatSpec& spec, Span span) {
  std::int64_t left = spec.precision;
  if (left >= 0)
    text = text.substr(0, run_of(text, false, [&](std::string_view) { return left-- > 0; }));
  if (spec.width > 0) e.check_text(static_cast<std::size_t>(spec.width), span);
  return padded(text, spec.width, spec.fill, spec.align != 0 ? spec.align : '<');
}

// Returns Python's format(value, spec), nullopt where it is not known; raises where Python does.
std::optional<std::string> by_spec(Evaluator& e, const Value& value, std::string_view text,
                                   Span span) {
  if (value.kind == Value::Kind::kUnknown || value.kind == Value::Kind::kObject ||
      value.kind == Value::Kind::kReference || value.big) {
    return std::nullopt;
  }
  if (value.kind != Value::Kind::kString && !is_number(value)) {
    e.raise("TypeError",
            fmt::format("unsupported format string passed to {}.__format__", type_name(value)),
            span);
  }
  const auto spec = parse_spec(text);
  const bool as_float = value.kind == Value::Kind::kFloat ||
                        (spec && spec->type != 0 && is_one_of(spec->type, "eEfFgG%"));
  if (!spec || !fits(*spec, value.kind, as_float)) {
    e.raise("ValueError",
            fmt::format("Invalid format specifier '{}' for object of type '{}'", text,
                        type_name(value)),
            span);
  }
  if (value.kind == Value::Kind::kString) return format_string(e, value.text(), *spec, span);
  if (as_float) return format_float(e, double_of(value), *spec, span);
  return spec->type == 'c' ? std::nullopt
                           : std::optional(format_int(e, int_of(value), *spec, span));
}

}  // namespace

std::optional<std::string> repr(Evaluator& e, const Value& value) {
  CountingWriter writer(e);
  if (!writer.write(value)) return std::nullopt;
  return std::move(writer.out);
}

std::optional<std::string> str(Evaluator& e, const Value& value) {
  if (value.kind == Value::Kind::kString) {
    e.step(value.text().size() / 64);
    return std::string(value.text());
  }
  return repr(e, value);
}

std::optional<std::string> format_value(Evaluator& e, const Value& value, char conversion,
                                        std::string_view spec, Span span) {
  if (conversion == 0) return spec.empty() ? str(e, value) : by_spec(e, value, spec, span);
  if (!is_one_of(conversion, "rsa")) {
    e.raise("ValueError", fmt::format("Unknown conversion specifier '{}'", conversion), span);
  }
  auto text = conversion == 's' ? str(e, value) : repr(e, value);
  if (text && conversion == 'a') text = escaped_beyond_ascii(*text);
  if (!text || spec.empty()) return text;
  return by_spec(e, *e.pool().string(*text), spec, span);
}

}  // namespace mmlint::python
