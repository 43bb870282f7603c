#include "python/eval/text_format.h"

#include <fmt/format.h>

#include "python/eval/evaluator.h"
#include "python/eval/format_spec.h"
#include "python/eval/iterator.h"
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

}  // namespace

bool RangeObject::repr(ReprWriter& writer, const Value& /*value*/, int /*depth*/) const {
  writer.out += fmt::format("range({}, {}", start, stop);
  writer.out += step == 1 ? ")" : fmt::format(", {})", step);
  return true;
}

bool NativeObject::repr(ReprWriter& writer, const Value& /*value*/, int /*depth*/) const {
  if (is_type) writer.out += fmt::format("<class '{}'>", name);
  return is_type;
}

bool DictView::repr(ReprWriter& writer, const Value& value, int depth) const {
  if (dict->kind != Value::Kind::kDict) return false;
  std::string& out = writer.out;
  out += value.text();
  out += "([";
  bool first = true;
  for (const Entry& entry : dict->dict().entries()) {
    if (!first) out += ", ";
    first = false;
    if (of == Of::kItems) out += "(";
    if (of != Of::kValues && !writer.write(*entry.key, depth + 1)) return false;
    if (of == Of::kItems) out += ", ";
    if (of != Of::kKeys && !writer.write(*entry.value, depth + 1)) return false;
    if (of == Of::kItems) out += ")";
  }
  out += "])";
  return true;
}

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

std::optional<std::string> format_value(Evaluator& e, const Value& value, std::string_view text,
                                        Span span) {
  if (text.empty()) return str(e, value);
  const auto spec = parse_format_spec(text);
  switch (value.kind) {
    case Value::Kind::kString:
    case Value::Kind::kInt:
    case Value::Kind::kBool:
    case Value::Kind::kFloat:
      break;
    case Value::Kind::kUnknown:
    case Value::Kind::kObject:
    case Value::Kind::kReference:
      return std::nullopt;
    default:
      e.raise("TypeError",
              fmt::format("unsupported format string passed to {}.__format__", type_name(value)),
              span);
  }
  if (value.big) return std::nullopt;
  if (!spec) e.raise("ValueError", fmt::format("Invalid format specifier '{}'", text), span);
  if (value.kind == Value::Kind::kString) return format_string(e, value.text(), *spec, span);
  if (value.kind == Value::Kind::kFloat) return format_float(e, value.floating, *spec, span);
  return format_int(e, int_of(value), *spec, span);
}

}  // namespace mmlint::python
