#include "value/scalar_text.h"

#include "base/characters.h"
#include "base/text.h"

namespace mmlint {

bool is_number(const Value& v) {
  return v.kind == Value::Kind::kBool || v.kind == Value::Kind::kInt ||
         v.kind == Value::Kind::kFloat;
}

std::int64_t int_of(const Value& v) {
  return v.kind == Value::Kind::kBool ? v.boolean : v.integer;
}

double double_of(const Value& v) {
  return v.kind == Value::Kind::kFloat ? v.floating : static_cast<double>(int_of(v));
}

std::string repr_float(double d) {
  if (std::isnan(d)) return "nan";
  if (std::isinf(d)) return d < 0 ? "-inf" : "inf";
  // Shortest digits that give the same double, laid out as CPython's format code 'r' does.
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, d, std::chars_format::scientific).ptr;
  std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  const bool negative = text.front() == '-';
  if (negative) text.remove_prefix(1);
  const std::size_t mark = text.find('e');
  std::string digits(text.substr(0, 1));
  if (mark > 2) digits += text.substr(2, mark - 2);
  int exponent = 0;
  const char* from = text.data() + mark + 1;
  if (*from == '+') ++from;
  std::from_chars(from, text.data() + text.size(), exponent);

  std::string out = negative ? "-" : "";
  const int count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    out += digits[0];
    if (count > 1) out += "." + digits.substr(1);
    out += fmt::format("e{}{:02d}", exponent < 0 ? '-' : '+', std::abs(exponent));
  } else if (exponent < 0) {
    out += "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  } else if (exponent + 1 >= count) {
    out += digits + std::string(static_cast<std::size_t>(exponent + 1 - count), '0') + ".0";
  } else {
    const auto point = static_cast<std::size_t>(exponent + 1);
    out += digits.substr(0, point) + "." + digits.substr(point);
  }
  return out;
}

Value* parse_int(Pool& pool, std::string_view digits, Span span) {
  int base = 10;
  std::string_view body = digits;
  if (digits.size() > 2 && digits[0] == '0') {
    const char mark = static_cast<char>(digits[1] | 0x20);
    base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
    if (base != 10) body.remove_prefix(2);
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(body.data(), body.data() + body.size(), value, base);
  if (end != body.data() + body.size()) return nullptr;
  if (error == std::errc()) return pool.integer(value, span);
  if (base != 10) return pool.unknown("the integer does not fit into 64 bits", span);
  while (body.size() > 1 && body.front() == '0') body.remove_prefix(1);
  Value* big = pool.make(Value::Kind::kInt, span);
  big->big = true;
  big->set_text(pool.keep(body));
  return big;
}

bool equal_numbers(const Value& a, const Value& b) {
  if (a.big || b.big) return a.big && b.big && a.text() == b.text();
  if (a.kind != Value::Kind::kFloat && b.kind != Value::Kind::kFloat) return int_of(a) == int_of(b);
  if (a.kind == Value::Kind::kFloat && b.kind == Value::Kind::kFloat)
    return a.floating == b.floating;
  const double d = a.kind == Value::Kind::kFloat ? a.floating : b.floating;
  const std::int64_t i = a.kind == Value::Kind::kFloat ? int_of(b) : int_of(a);
  return std::trunc(d) == d && std::abs(d) < 9.2e18 && static_cast<std::int64_t>(d) == i;
}

std::optional<std::string> scalar_text(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNone:
      return "None";
    case Value::Kind::kBool:
      return value.boolean ? "True" : "False";
    case Value::Kind::kInt:
      return value.big ? std::string(value.text()) : fmt::to_string(value.integer);
    case Value::Kind::kFloat:
      return repr_float(value.floating);
    default:
      return std::nullopt;
  }
}

std::string quote(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  const char mark = has_single && !has_double ? '"' : '\'';
  std::string out(1, mark);
  for (const char c : text) {
    if (c == mark || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + mark;
}

std::string quote_bytes(std::string_view bytes) {
  const bool has_single = bytes.find('\'') != std::string_view::npos;
  const char mark = has_single && bytes.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out = "b";
  out += mark;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == mark || c == '\\')
      (out += '\\') += c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\t')
      out += "\\t";
    else if (byte < 0x20 || byte >= 0x7f)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out + mark;
}

std::string escaped_beyond_ascii(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, character_length(text));
    const char32_t c = code_point(one);
    if (c < 0x80)
      out += one;
    else if (c < 0x100)
      out += fmt::format("\\x{:02x}", static_cast<std::uint32_t>(c));
    else if (c < 0x10000)
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
    else
      out += fmt::format("\\U{:08x}", static_cast<std::uint32_t>(c));
    text.remove_prefix(one.size());
  }
  return out;
}

bool all_printable(std::string_view text) {
  struct Range {
    char32_t from, to;
  };
  constexpr Range kPrintable[] = {
      {0x00a1, 0x00ac}, {0x00ae, 0x0377},  {0x0391, 0x03a1}, {0x03a3, 0x052f}, {0x2010, 0x2027},
      {0x2030, 0x205e}, {0x20a0, 0x20bf},  {0x2190, 0x23ff}, {0x2460, 0x2b73}, {0x3001, 0x303f},
      {0x3041, 0x3096}, {0x3099, 0x30ff},  {0x3400, 0x4dbf}, {0x4e00, 0x9ffc}, {0xac00, 0xd7a3},
      {0xff01, 0xffbe}, {0x1f300, 0x1f64f}};
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length > 1 || (text[0] & 0x80) != 0) {
      const char32_t c = code_point(text.substr(0, length));
      const bool found = std::any_of(std::begin(kPrintable), std::end(kPrintable),
                                     [c](Range r) { return r.from <= c && c <= r.to; });
      if (!found) return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

Value* parse_decimal(Pool& pool, std::string_view digits, Span span) {
  const bool negative = digits.starts_with('-');
  if (digits.size() - (negative ? 1 : 0) > 4300) return nullptr;
  const std::size_t first = digits.find_first_not_of('0', negative ? 1 : 0);
  if (first == digits.npos) return pool.integer(0, span);
  std::string plain(negative ? "-" : "");
  plain += digits.substr(first);
  return parse_int(pool, plain, span);
}

double parse_float(std::string_view text) {
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  // Too large or too small for from_chars, which then sets nothing.
  if (result.ec == std::errc::result_out_of_range)
    value = std::strtod(std::string(text).c_str(), nullptr);
  return value;
}

std::optional<std::string> without_underscores(std::string_view text) {
  const auto is_digit_at = [&](std::size_t i) {
    return i < text.size() && is_letter_or_digit(text[i]);
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_')
      out += text[i];
    else if (i == 0 || !is_digit_at(i - 1) || !is_digit_at(i + 1))
      return std::nullopt;
  }
  return out;
}

bool take_sign(std::string_view& text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return negative;
}

std::optional<std::string> int_digits_of(std::string_view text) {
  text = trim(text);
  const bool negative = take_sign(text);
  const auto digits = without_underscores(text);
  if (!digits || digits->empty() || digits->find_first_not_of("0123456789") != digits->npos)
    return std::nullopt;
  return (negative ? "-" : "") + *digits;
}

std::optional<double> float_of(std::string_view text) {
  const auto plain = without_underscores(trim(text));
  text = plain ? *plain : std::string_view();
  const bool negative = take_sign(text);
  double out = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), out);
  if (result.ec == std::errc::result_out_of_range)
    out = std::strtod(std::string(text).c_str(), nullptr);
  // from_chars also reads "nan(...)" and a second sign.
  if (result.ec == std::errc::invalid_argument || result.ptr != text.data() + text.size() ||
      text.starts_with('-') || text.ends_with(')'))
    return std::nullopt;
  return negative ? -out : out;
}

}  // namespace mmlint
