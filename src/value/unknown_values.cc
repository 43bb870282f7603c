#include "value/unknown_values.h"

#include "value/key_path.h"

namespace mmlint {
namespace {

constexpr int kMaxDepth = 400;

void walk(const Value& value, const std::string& key, Span written, int depth,
          std::vector<Problem>& out) {
  if (depth > kMaxDepth) return;
  if (value.kind == Value::Kind::kUnknown) {
    const Span at = value.span.known() ? value.span : written;
    if (!at.known()) return;
    add_once(out, {ProblemKind::kUnresolvedValue,
                   at,
                   {{"key", key}, {"detail", std::string(value.text())}},
                   {}});
    return;
  }
  for (std::size_t i = 0; i < value.items().size(); ++i) {
    walk(*value.items()[i], append_index(key, i), written, depth + 1, out);
  }
  for (const Entry& entry : value.dict().entries()) {
    const Origin& origin = *entry.origin;
    const Span at = origin.value().known() ? origin.value() : origin.key();
    walk(*entry.value, append_key(key, *entry.key), at.known() ? at : written, depth + 1, out);
  }
}

}  // namespace

std::vector<Problem> unknown_values(const Value& root) {
  std::vector<Problem> out;
  walk(root, "", {}, 0, out);
  return out;
}

}  // namespace mmlint
