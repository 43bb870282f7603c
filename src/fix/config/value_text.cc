#include "fix/config/value_text.h"

#include "base/text.h"
#include "value/value_python.h"

namespace mmlint::fix {

namespace {

constexpr int kMaxDepth = 400;

bool is_data_at(const Value& value, int depth) {
  if (value.kind == Value::Kind::kUnknown || value.kind == Value::Kind::kReference ||
      depth > kMaxDepth)
    return false;
  if (value.kind == Value::Kind::kObject) return is_date(value);
  const auto below = [depth](const Value* item) { return is_data_at(*item, depth + 1); };
  return std::ranges::all_of(value.items(), below) &&
         std::ranges::all_of(value.dict().entries(),
                             [&](const Entry& entry) { return below(entry.value); });
}

std::string no_note(const Value&, const Origin*) {
  return "";
}

std::string laid_out(std::string_view text, const Style& style, std::string_view indent) {
  std::string out;
  for (const std::string_view line : split(trim(text), '\n')) {
    if (!out.empty()) out += style.line_end + std::string(indent);
    out += line;
  }
  return out;
}

}  // namespace

bool is_data(const Value& value) {
  return is_data_at(value, 0);
}

std::string text_of(const Value& value, const Style& style, std::string_view indent) {
  return laid_out(to_python_expression(value, nullptr, no_note), style, indent);
}

std::string statements_of(const Value& dict, const Style& style) {
  return laid_out(to_python(dict, no_note), style, "");
}

}  // namespace mmlint::fix
