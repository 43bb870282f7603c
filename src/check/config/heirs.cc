#include "check/config/heirs.h"

#include <algorithm>
#include <set>

#include "base/path_set.h"
#include "base/paths.h"
#include "value/key_path.h"

namespace mmlint::check {

std::vector<std::string> heirs_of_passed(const Request& request) {
  std::vector<std::string> out;
  if (!request.through_heirs) return out;
  const PathSet passed(request.passed);
  if (passed.includes(request.index.configs())) return out;
  const auto is_where_passed = [&](const std::string& missing) {
    return std::any_of(
        request.passed_paths.begin(), request.passed_paths.end(), [&](const std::string& path) {
          return is_below(missing, path) ||
                 (passed.contains(path) && parent_folder(path) == parent_folder(missing));
        });
  };
  std::set<std::string> bases;
  for (const std::string& path : request.passed) {
    if (request.index.is_inherited(path)) bases.insert(path);
  }
  for (const std::string& path : request.index.missing_bases(request.workspace.files())) {
    if (is_where_passed(path)) bases.insert(path);
  }
  for (const std::string& path : request.index.reach(bases)) {
    if (!passed.contains(path)) out.push_back(path);
  }
  return out;
}

bool reaches(const Problem& hazard, const config::Resolved& heir) {
  const auto key = hazard.captures.find("key");
  if (key == hazard.captures.end() || !heir.ok()) return true;
  const FoundValue found = value_at(*heir.root, key->second);
  return found.value || found.unknown;
}

}  // namespace mmlint::check
