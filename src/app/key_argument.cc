#include "app/key_argument.h"

#include <fmt/format.h>

#include "resolve/key_path.h"

namespace mmlint::app {

std::optional<Error> not_a_key_path(const std::string& key) {
  if (resolve::is_key_path(key)) return std::nullopt;
  return Error{fmt::format("'{}' is not a key path; write model.backbone.depth, items of lists by "
                           "number as in train_pipeline.0.type, a key with a dot as [\"a.b\"]",
                           key),
               "", 0};
}

Error no_such_key(const resolve::Value& root, const std::string& key, const std::string& path) {
  if (resolve::find(root, key).unknown) {
    return {fmt::format("whether there is a key '{}' is not known: it lies below an unknown value",
                        key),
            path, 0};
  }
  std::string text = fmt::format("no key '{}'", key);
  const auto near = resolve::near_keys(root, key);
  for (std::size_t i = 0; i < near.size(); ++i)
    text += fmt::format("{}'{}'", i == 0 ? ", did you mean " : " or ", near[i]);
  return {text + (near.empty() ? "" : "?"), path, 0};
}

}  // namespace mmlint::app
