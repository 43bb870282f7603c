#include "data/yaml_value.h"

#include "base/algorithms.h"
#include "base/text.h"
#include "data/yaml_tags.h"
#include "value/scalar_text.h"

namespace mmlint::data {
namespace {

constexpr std::string_view kTags[] = {"null", "bool", "int", "float", "binary", "timestamp", "str"};
constexpr std::string_view kPythonTags[] = {"none",  "bool", "str",  "unicode",
                                            "bytes", "int",  "long", "float"};

std::string without(std::string_view text, char dropped) {
  std::string out(text);
  std::erase(out, dropped);
  return out;
}

// Python's expressions and numbers let one line end pass, which only a quoted or block scalar has.
std::string_view without_line_end(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

YamlScalarValue raises(std::string exception, std::string detail) {
  return {nullptr, std::move(exception), std::move(detail)};
}

// construct_yaml_bool
YamlScalarValue make_bool(Pool& pool, const YamlNode& node) {
  const std::string word = small_letters(node.value);
  if (word == "yes" || word == "true" || word == "on") return {pool.boolean(true, node.span)};
  if (word == "no" || word == "false" || word == "off") return {pool.boolean(false, node.span)};
  return raises("KeyError", fmt::format("'{}' is no boolean of YAML 1.1", node.value));
}

// 1:30 is 90.
Value* sixties(Pool& pool, bool negative, std::string_view body, Span span) {
  std::int64_t total = 0;
  for (const std::string_view part : split(body, ':')) {
    std::int64_t digit = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), digit);
    if (error != std::errc() || __builtin_mul_overflow(total, std::int64_t{60}, &total) ||
        __builtin_add_overflow(total, digit, &total)) {
      return pool.unknown("the integer does not fit into 64 bits", span);
    }
  }
  return pool.integer(negative ? -total : total, span);
}

// What a text that has not the form of its tag gives: Python's int() and float() take more forms
// than YAML, but none with these characters.
YamlScalarValue make_tagged(Pool& pool, const YamlNode& node, std::string_view letters,
                            std::string_view refusal) {
  const std::string text = without(node.value, '_');
  if (text.empty()) return raises("IndexError", "string index out of range");
  const auto is_foreign = [letters](char c) {
    return c > ' ' && c < 0x7f && letters.find(c) == letters.npos;
  };
  if (std::ranges::any_of(text, is_foreign))
    return raises("ValueError", fmt::format("{}: '{}'", refusal, node.value));
  return {pool.unknown("a text that has not the form of its tag", node.span)};
}

// construct_yaml_int
YamlScalarValue make_int(Pool& pool, const YamlNode& node) {
  if (implicit_yaml_tag(node.value) != "int") {
    const bool prefixed = node.value.find_first_of("0:") != std::string::npos;
    return make_tagged(pool, node, prefixed ? "0123456789abcdefxoABCDEFXO:+-" : "123456789+-",
                       "invalid literal for int() with base 10");
  }
  const std::string text = without(without_line_end(node.value), '_');
  const bool negative = text[0] == '-';
  std::string_view body = text;
  if (body[0] == '-' || body[0] == '+') body.remove_prefix(1);
  const std::string_view base = body.substr(0, 2);
  if (base == "0b" || base == "0x") {
    if (body.size() == 2) {
      return raises("ValueError", fmt::format("invalid literal for int() with base {}: ''",
                                              base == "0b" ? 2 : 16));
    }
    Value* value = parse_int(pool, body, node.span);
    if (value->kind == Value::Kind::kInt && negative) value->integer = -value->integer;
    return {value};
  }
  if (body[0] == '0') {
    if (body.size() == 1) return {pool.integer(0, node.span)};
    Value* value = parse_int(pool, "0o" + std::string(body), node.span);
    if (value->kind == Value::Kind::kInt && negative) value->integer = -value->integer;
    return {value};
  }
  if (body.find(':') != body.npos) return {sixties(pool, negative, body, node.span)};
  Value* value = parse_decimal(pool, (negative ? "-" : "") + std::string(body), node.span);
  if (!value) return raises("ValueError", std::string(kTooManyDigits));
  return {value};
}

// construct_yaml_float
YamlScalarValue make_float(Pool& pool, const YamlNode& node) {
  const std::string text = small_letters(without(without_line_end(node.value), '_'));
  const bool negative = text.starts_with('-');
  std::string_view body = text;
  if (negative || text.starts_with('+')) body.remove_prefix(1);
  const auto made = [&](double d) {
    return YamlScalarValue{pool.floating(negative ? -d : d, node.span)};
  };
  const bool word = !node.value.ends_with('\n');
  if (word && body == ".inf") return made(std::numeric_limits<double>::infinity());
  if (word && body == ".nan")
    return {pool.floating(std::numeric_limits<double>::quiet_NaN(), node.span)};
  if (implicit_yaml_tag(node.value) == "float" && body.find(':') != body.npos) {
    const auto parts = split(body, ':');
    double total = 0;
    double base = 1;
    // From the last part on, as the constructor adds them; beyond 60**9 the base is no exact float.
    if (parts.size() > 9) return {pool.unknown("a very long float", node.span)};
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      total += parse_float(*part) * base;
      base *= 60;
    }
    return made(total);
  }
  const bool plain = !body.empty() && body.find_first_not_of("0123456789.e+-") == body.npos &&
                     ((body[0] >= '0' && body[0] <= '9') || body[0] == '.');
  double ignored = 0;
  const auto read = std::from_chars(body.data(), body.data() + body.size(), ignored);
  if (!plain || read.ptr != body.data() + body.size() || read.ec == std::errc::invalid_argument)
    return make_tagged(pool, node, "0123456789.:+-efinatyEFINATY",
                       "could not convert string to float");
  return made(parse_float(body));
}

Value* make_text(Pool& pool, Value::Kind kind, std::string_view text, Span span) {
  Value* value = pool.make(kind, span);
  value->set_text(pool.keep(text));
  return value;
}

}  // namespace

bool is_yaml_scalar_tag(std::string_view tag, bool python) {
  if (python) return is_in(tag, kPythonTags);
  return is_in(tag, kTags);
}

YamlScalarValue make_yaml_scalar(Pool& pool, const YamlNode& node, std::string_view tag) {
  if (tag == "null" || tag == "none") return {pool.none(node.span)};
  if (tag == "bool") return make_bool(pool, node);
  if (tag == "int" || tag == "long") return make_int(pool, node);
  if (tag == "float") return make_float(pool, node);
  if (tag == "str" || tag == "unicode")
    return {make_text(pool, Value::Kind::kString, node.value, node.span)};
  if (tag == "timestamp") {
    const std::string_view text = without_line_end(node.value);
    if (!is_timestamp(text))
      return raises("AttributeError", "'NoneType' object has no attribute 'groupdict'");
    const auto date = iso_date(text);
    if (!date) return raises("ValueError", fmt::format("'{}' is no date", node.value));
    Value* value = make_text(pool, Value::Kind::kObject, *date, node.span);
    value->set_object(pool.keep(ObjectPtr(new DateObject)));
    return {value};
  }
  const bool ascii =
      std::ranges::all_of(node.value, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!ascii) return raises("ConstructorError", "failed to convert base64 data into ascii");
  const auto bytes = decode_base64(node.value);
  if (!bytes) return raises("ConstructorError", "failed to decode base64 data");
  return {make_text(pool, Value::Kind::kBytes, *bytes, node.span)};
}

}  // namespace mmlint::data
