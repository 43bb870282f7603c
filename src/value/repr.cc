#include "value/repr.h"

#include "value/scalar_text.h"

namespace mmlint {

namespace {

constexpr int kMaxDepth = 400;

}  // namespace

bool ReprWriter::write(const Value& value, int depth) {
  if (depth > kMaxDepth) return false;
  count(value);
  switch (value.kind) {
    case Value::Kind::kString: {
      if (!all_printable(value.text())) return false;
      out += quote(value.text());
      return true;
    }
    case Value::Kind::kBytes:
      out += quote_bytes(value.text());
      return true;
    case Value::Kind::kList:
      return write_items("[", value.items(), "]", depth);
    case Value::Kind::kTuple:
      return write_items("(", value.items(), value.items().size() == 1 ? ",)" : ")", depth);
    case Value::Kind::kSet:
      // The order of a set of strings differs from run to run.
      if (value.items().size() > 1) return false;
      if (value.items().empty()) return (out += "set()", true);
      return write_items("{", value.items(), "}", depth);
    case Value::Kind::kDict:
      return write_dict(value, depth);
    case Value::Kind::kObject:
      if (value.text() == "ellipsis Ellipsis") return (out += "Ellipsis", true);
      [[fallthrough]];
    case Value::Kind::kReference:
      return value.object() && value.object()->repr(*this, value, depth);
    default:
      break;
  }
  const auto scalar = scalar_text(value);
  if (scalar) out += *scalar;
  return scalar.has_value();
}

bool ReprWriter::write_items(std::string_view open, std::span<Value* const> items,
                             std::string_view close, int depth) {
  out += open;
  bool first = true;
  for (const Value* item : items) {
    if (!first) out += ", ";
    first = false;
    if (!write(*item, depth + 1)) return false;
  }
  out += close;
  return true;
}

bool ReprWriter::write_dict(const Value& value, int depth) {
  out += "{";
  bool first = true;
  for (const Entry& entry : value.dict().entries()) {
    if (!first) out += ", ";
    first = false;
    if (!write(*entry.key, depth + 1)) return false;
    out += ": ";
    if (!write(*entry.value, depth + 1)) return false;
  }
  out += "}";
  return true;
}

bool LazyObject::repr(ReprWriter& writer, const Value& /*value*/, int /*depth*/) const {
  writer.out += name;
  return true;
}

std::optional<std::string> repr(const Value& value) {
  ReprWriter writer;
  if (!writer.write(value)) return std::nullopt;
  return std::move(writer.out);
}

}  // namespace mmlint
