#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "catalog/catalog.h"

namespace mmlint::catalog {

inline const std::string kRulePath = "mine/TOY001-toy-rule.json";
inline const std::string kTargetPath = "mine/targets/toy.json";

// A rule file that loads.
std::string toy_rule();
// A target file that loads next to the rules inside the binary.
std::string toy_target();

// A text with one thing changed; `from` must stand in it exactly once.
inline std::string with(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  MM_CHECK(at != std::string::npos && text.find(from, at + 1) == std::string::npos);
  return text.replace(at, from.size(), to);
}

// What loading says about a rule file or target file, "" if it loads.
inline std::string error_of(const std::string& path, const std::string& json) {
  const Catalog::File file{path, json};
  const Result<Catalog> loaded = Catalog::load({&file, 1});
  return loaded ? std::string() : to_string(loaded.error());
}
inline std::string rule_error(const std::string& json) {
  return error_of(kRulePath, json);
}
inline std::string target_error(const std::string& json) {
  return error_of(kTargetPath, json);
}

}  // namespace mmlint::catalog
