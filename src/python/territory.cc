#include "python/territory.h"

namespace mmlint::python {

Territory::Territory(const FileSystem& files, const PackageSettings& settings)
    : real_paths_(files) {
  const auto add = [&](const std::string& folder) {
    if (const Result<std::string> real = files.real_path(folder)) folders_.push_back(*real);
  };
  for (const std::string& root : settings.roots) add(root);
  for (const auto& [name, folder] : settings.given) add(folder);
  for (const std::string& path : settings.python_paths) add(path);
}

bool Territory::contains(const std::string& path) const {
  const Result<std::string> real = real_paths_.of(path);
  return real && contains_real(*real);
}

bool Territory::may_quote(const std::string& path) const {
  const Result<std::string> real = real_paths_.of(path);
  return real && (extension(*real) == ".py" || contains_real(*real));
}

bool Territory::contains_real(const std::string& path) const {
  return std::ranges::any_of(folders_,
                             [&](const std::string& folder) { return is_below(path, folder); });
}

}  // namespace mmlint::python
