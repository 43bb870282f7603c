#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "value/value.h"

namespace mmlint {

// The printed form of a path into a config: train_dataloader.dataset.pipeline.0.type; a part with a
// dot or bracket is ["a.b"], one that is not a string [3].
std::string append_key(std::string_view path, const Value& key);
std::string append_index(std::string_view path, std::size_t index);

// What stands at a key path. `unknown` is set if a part of the way is unknown: then nobody can tell
// whether anything stands there.
struct FoundValue {
  const Value* value = nullptr;
  const Entry* entry = nullptr;  // the dict entry it stands in; null inside a list
  bool unknown = false;
};
FoundValue value_at(const Value& root, std::string_view key_path);

// Returns the parts of a key path or pattern, as views into it. Parts in brackets keep them.
std::vector<std::string_view> key_parts(std::string_view path);
// True if a text is written as a key path; "a..b", "a[" and "" are not.
bool is_key_path(std::string_view text);
// Returns at most three existing key paths that a missing one may have been meant to be, the
// likeliest first.
std::vector<std::string> near_keys(const Value& root, std::string_view key_path);

// Every value whose path matches a pattern ('*' is one part, '**' any number), in document order.
void for_each_match(const Value& root, std::string_view pattern,
                    const std::function<void(const std::string& key, const FoundValue&)>& visit);

// Returns a value as Python source on one line, as reports print it, cut at `limit` bytes.
std::string print(const Value& value, std::size_t limit = 200);

}  // namespace mmlint
