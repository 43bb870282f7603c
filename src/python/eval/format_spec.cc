#include "python/eval/format_spec.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "python/eval/evaluator.h"
#include "value/scalar_text.h"

// As CPython's Python/formatter_unicode.c.
namespace mmlint::python {
namespace {

bool is_align(char c) {
  return c == '<' || c == '>' || c == '=' || c == '^';
}

// False if there is a number that is too long.
bool take_number(std::string_view& text, std::int64_t& out) {
  std::size_t digits = 0;
  std::int64_t value = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
    if (digits > 17) return false;
    value = value * 10 + (text[digits++] - '0');
  }
  if (digits > 0) out = value;
  text.remove_prefix(digits);
  return true;
}

// Separators between groups of digits from the right.
std::string grouped(std::string_view digits, char separator, std::size_t group) {
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % group == 0) out += separator;
    out += digits[i];
  }
  return out;
}

// Sign and prefix, digits with separators, the rest; filled up.
std::string number_text(Evaluator& e, const std::string& sign, std::string digits,
                        const std::string& rest, FormatSpec spec, std::size_t group, Span span) {
  if (spec.zero) {
    if (spec.fill == " ") spec.fill = "0";
    if (spec.align == 0) spec.align = '=';
  }
  if (spec.grouping != 0) {
    const bool zeros = spec.fill == "0" && spec.align == '=';
    const std::int64_t wanted =
        zeros ? spec.width - static_cast<std::int64_t>(sign.size() + rest.size()) : 0;
    if (wanted > 0) e.check_text(static_cast<std::size_t>(wanted), span);
    std::string text = grouped(digits, spec.grouping, group);
    while (static_cast<std::int64_t>(text.size()) < wanted) {
      const auto missing = static_cast<std::size_t>(wanted) - text.size();
      digits.insert(0, std::max<std::size_t>(1, missing * group / (group + 1)), '0');
      text = grouped(digits, spec.grouping, group);
    }
    digits = text;
  }
  return padded(e, sign + digits + rest, spec, '>', sign.size(), span);
}

std::string sign_of(bool negative, char wanted) {
  if (negative) return "-";
  return wanted == '+' ? "+" : wanted == ' ' ? " " : "";
}

[[noreturn]] void unknown_code(Evaluator& e, char type, const char* of, Span span) {
  e.raise("ValueError", fmt::format("Unknown format code '{}' for object of type '{}'", type, of),
          span);
}

}  // namespace

std::optional<FormatSpec> parse_format_spec(std::string_view text) {
  FormatSpec out;
  const std::size_t first = character_length(text);
  if (first < text.size() && is_align(text[first])) {
    out.fill = text.substr(0, first);
    out.align = text[first];
    text.remove_prefix(first + 1);
  } else if (!text.empty() && is_align(text[0])) {
    out.align = text[0];
    text.remove_prefix(1);
  }
  const auto take = [&](std::string_view any) {
    if (text.empty() || any.find(text[0]) == any.npos) return '\0';
    const char c = text[0];
    text.remove_prefix(1);
    return c;
  };
  out.sign = take("+- ");
  out.no_negative_zero = take("z") != 0;
  out.alternate = take("#") != 0;
  out.zero = take("0") != 0;
  if (!take_number(text, out.width)) return std::nullopt;
  out.grouping = take(",_");
  if (take(".") != 0) {
    if (!take_number(text, out.precision) || out.precision < 0) return std::nullopt;
  }
  if (text.size() > 1) return std::nullopt;
  if (text.size() == 1) out.type = text[0];
  return out;
}

std::string padded(Evaluator& e, const std::string& text, const FormatSpec& spec,
                   char default_align, std::size_t sign_length, Span span) {
  const auto length = static_cast<std::int64_t>(count_characters(text));
  if (spec.width <= length) return text;
  const auto missing = static_cast<std::size_t>(spec.width - length);
  e.check_text(missing, span);
  const auto fill = [&](std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += spec.fill;
    return out;
  };
  switch (spec.align == 0 ? default_align : spec.align) {
    case '<':
      return text + fill(missing);
    case '^':
      return fill(missing / 2) + text + fill(missing - missing / 2);
    case '=':
      return text.substr(0, sign_length) + fill(missing) + text.substr(sign_length);
    default:
      return fill(missing) + text;
  }
}

std::string float_digits(Evaluator& e, double d, char type, std::int64_t precision, bool alternate,
                         Span span) {
  const std::int64_t digits = precision < 0 ? 6 : precision;
  e.check_text(static_cast<std::size_t>(digits), span);
  return fmt::format(fmt::runtime(alternate ? fmt::format("{{:#.{}{}}}", digits, type)
                                            : fmt::format("{{:.{}{}}}", digits, type)),
                     d);
}

std::optional<std::string> format_int(Evaluator& e, std::int64_t i, FormatSpec spec, Span span) {
  const char type = spec.type == 0 || spec.type == 'n' ? 'd' : spec.type;
  if (std::string_view("eEfFgG%").find(type) != std::string_view::npos) {
    return format_float(e, static_cast<double>(i), spec, span);
  }
  if (spec.no_negative_zero) {
    e.raise("ValueError", "Negative zero coercion (z) not allowed with an integer", span);
  }
  if (spec.precision >= 0) {
    e.raise("ValueError", "Precision not allowed in integer format specifier", span);
  }
  if (type == 'c') return std::nullopt;
  if (std::string_view("dboxX").find(type) == std::string_view::npos) {
    unknown_code(e, type, "int", span);
  }
  if (spec.grouping == ',' && type != 'd') {
    e.raise("ValueError", fmt::format("Cannot specify ',' with '{}'.", type), span);
  }
  if (spec.grouping != 0 && spec.type == 'n') {
    e.raise("ValueError", "Cannot specify a separator with 'n'.", span);
  }
  const std::uint64_t size =
      i < 0 ? 0 - static_cast<std::uint64_t>(i) : static_cast<std::uint64_t>(i);
  const std::string digits = type == 'b'   ? fmt::format("{:b}", size)
                             : type == 'o' ? fmt::format("{:o}", size)
                             : type == 'x' ? fmt::format("{:x}", size)
                             : type == 'X' ? fmt::format("{:X}", size)
                                           : fmt::format("{}", size);
  std::string sign = sign_of(i < 0, spec.sign);
  if (spec.alternate && type != 'd') (sign += '0') += type;
  return number_text(e, sign, digits, "", spec, type == 'd' ? 3 : 4, span);
}

std::optional<std::string> format_float(Evaluator& e, double d, FormatSpec spec, Span span) {
  char type = spec.type == 'n' ? 'g' : spec.type;
  if (type != 0 && std::string_view("eEfFgG%").find(type) == std::string_view::npos) {
    unknown_code(e, type, "float", span);
  }
  if (spec.grouping != 0 && spec.type == 'n') {
    e.raise("ValueError", "Cannot specify a separator with 'n'.", span);
  }
  if (spec.no_negative_zero) return std::nullopt;
  const bool percent = type == '%';
  if (percent) {
    d *= 100;
    type = 'f';
  }
  const std::string sign = sign_of(std::signbit(d) && !std::isnan(d), spec.sign);
  std::string text;
  if (!std::isfinite(d)) {
    text = std::isnan(d) ? "nan" : "inf";
    if (type == 'E' || type == 'F' || type == 'G') text = std::isnan(d) ? "NAN" : "INF";
    spec.grouping = 0;
  } else if (type == 0) {
    if (spec.alternate) return std::nullopt;
    text = repr_float(std::abs(d));
    if (spec.precision >= 0) {
      // As 'g', but with a digit after the point, and an exponent one digit earlier.
      const std::int64_t precision = std::max<std::int64_t>(1, spec.precision);
      text = float_digits(e, std::abs(d), 'g', precision, false, span);
      const std::string scientific = float_digits(e, std::abs(d), 'e', precision - 1, false, span);
      const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
      if (text.find('e') == std::string::npos && exponent >= precision - 1) {
        std::string digits = scientific.substr(0, scientific.find('e'));
        while (digits.find('.') != std::string::npos &&
               (digits.back() == '0' || digits.back() == '.')) {
          const bool point = digits.back() == '.';
          digits.pop_back();
          if (point) break;
        }
        text = digits + scientific.substr(scientific.find('e'));
      } else if (text.find_first_of(".e") == std::string::npos) {
        text += ".0";
      }
    }
  } else {
    const std::int64_t precision =
        (type == 'g' || type == 'G') && spec.precision == 0 ? 1 : spec.precision;
    text = float_digits(e, std::abs(d), type, precision, spec.alternate, span);
  }
  const std::size_t whole = std::min(text.find_first_not_of("0123456789"), text.size());
  return number_text(e, sign, text.substr(0, whole), text.substr(whole) + (percent ? "%" : ""),
                     spec, 3, span);
}

std::optional<std::string> format_string(Evaluator& e, std::string_view text,
                                         const FormatSpec& spec, Span span) {
  if (spec.type != 0 && spec.type != 's') unknown_code(e, spec.type, "str", span);
  if (spec.sign != 0) {
    e.raise("ValueError", "Sign not allowed in string format specifier", span);
  }
  if (spec.no_negative_zero) {
    e.raise("ValueError", "Negative zero coercion (z) not allowed in string format specifier",
            span);
  }
  if (spec.align == '=') {
    e.raise("ValueError", "'=' alignment not allowed in string format specifier", span);
  }
  if (spec.grouping != 0) {
    e.raise("ValueError", fmt::format("Cannot specify '{}' with 's'.", spec.grouping), span);
  }
  if (spec.alternate) {
    e.raise("ValueError", "Alternate form (#) not allowed in string format specifier", span);
  }
  FormatSpec filled = spec;
  if (spec.zero && spec.fill == " ") filled.fill = "0";
  std::size_t end = text.size();
  if (spec.precision >= 0) {
    end = 0;
    for (std::int64_t i = 0; i < spec.precision && end < text.size(); ++i) {
      end += character_length(text.substr(end));
    }
  }
  return padded(e, std::string(text.substr(0, end)), filled, '<', 0, span);
}

}  // namespace mmlint::python
