#pragma once

#include "value/value.h"

namespace mmlint {

// Both return a key path, as reports print it, with one part added:
// train_dataloader.dataset.pipeline.0.type. A key with a dot or a bracket is written ["a.b"], one
// that is not a string [3].
std::string append_key(std::string_view path, const Value& key);
std::string append_index(std::string_view path, std::size_t index);

// What value_at() finds. `unknown` is set if the value, or one on the way to it, is unknown; in the
// latter case `value` is null and nobody can tell whether anything stands there.
struct FoundValue {
  const Value* value = nullptr;  // null if there is none
  const Entry* entry = nullptr;  // the dict entry of the value; null inside a list and for the root
  bool unknown = false;
};
FoundValue value_at(const Value& root, std::string_view key_path);
FoundValue value_at(const Value& root, std::span<const std::string_view> parts);  // of key_parts()

// Returns the parts of a key path or pattern, as views into it. Parts in brackets keep their
// brackets.
std::vector<std::string_view> key_parts(std::string_view path);
// Returns true if a text has the form of a key path; "a..b", "a[" and "" do not.
bool is_key_path(std::string_view text);
// Returns at most three existing key paths that the missing one may have been meant to be, the
// likeliest first.
std::vector<std::string> near_keys(const Value& root, std::string_view key_path);

// Calls `visit` for every value below the root whose key path matches a pattern ('*' is one part,
// '**' any number of them), in document order.
void for_each_match(const Value& root, std::string_view pattern,
                    const std::function<void(const std::string& key, const FoundValue&)>& visit);
void for_each_match(const Value& root, std::span<const std::string_view> parts,  // of key_parts()
                    const std::function<void(const std::string& key, const FoundValue&)>& visit);

// Returns a value as one line that looks like Python, as reports print it. Longer text is cut at
// `limit` bytes, never inside of a character, and ends in "...".
std::string print(const Value& value, std::size_t limit = 200);

}  // namespace mmlint
