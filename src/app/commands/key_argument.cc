#include "app/commands/key_argument.h"

#include "value/key_path.h"

namespace mmlint::app {

namespace {

// What the path leads to before it ends, if that says why it ends.
std::string what_ends_it(const Value& root, const std::string& key) {
  const Value* at = &root;
  std::string_view path;
  for (const std::string_view part : key_parts(key)) {
    const FoundValue next = value_at(*at, part);
    if (!next.value) break;
    at = next.value;
    path = std::string_view(key).substr(
        0, static_cast<std::size_t>(part.data() + part.size() - key.data()));
  }
  if (at->kind == Value::Kind::kDict) return "";
  if (!at->is_sequence()) return fmt::format(": {} is {}", path, print(*at, 60));
  if (at->items().empty()) return fmt::format(": {} has no items", path);
  return fmt::format(": {} has the items 0 to {}", path, at->items().size() - 1);
}

}  // namespace

std::optional<Error> not_a_key_path(const std::string& key) {
  if (is_key_path(key)) return std::nullopt;
  return Error{fmt::format("'{}' is not a key path; write model.backbone.depth, items of lists by "
                           "number as in train_pipeline.0.type, a key with a dot as [\"a.b\"]",
                           key),
               "", 0};
}

Error no_such_key(const Value& root, const std::string& key, const std::string& path) {
  if (value_at(root, key).unknown) {
    return {fmt::format("whether there is a key '{}' is not known: it lies below an unknown value",
                        key),
            path, 0};
  }
  std::string text = fmt::format("no key '{}'", key) + what_ends_it(root, key);
  const auto near = near_keys(root, key);
  for (std::size_t i = 0; i < near.size(); ++i)
    text += fmt::format("{}'{}'", i == 0 ? ", did you mean " : " or ", near[i]);
  return {text + (near.empty() ? "" : "?"), path, 0};
}

}  // namespace mmlint::app
