#include "app/files/spare.h"

namespace mmlint::app {

Spared spare_the_others(std::span<const std::string> paths, RunReport& report,
                        const std::function<void(std::span<const std::string>)>& work) {
  try {
    work(paths);
    return paths;
  } catch (const InternalError&) {
    // Which document it was is found below.
  }
  std::vector<std::string> good;
  for (const std::string& path : paths) {
    try {
      work(std::span(&path, 1));
      good.push_back(path);
    } catch (const InternalError& error) {
      report.internal_errors.push_back({error.what(), path, 0});
    }
  }
  work(good);
  return Spared(std::move(good));
}

}  // namespace mmlint::app
