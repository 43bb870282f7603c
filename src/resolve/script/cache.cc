#include "resolve/script/cache.h"

#include "base/parallel.h"

namespace mmlint::resolve::script {

const std::shared_ptr<Script>* Cache::find(const std::string& path) const {
  const auto known = scripts_.find(path);
  if (known != scripts_.end()) return &known->second;
  return below_ && changed_.count(path) == 0 ? below_->find(path) : nullptr;
}

std::vector<const Script*> Cache::get(std::span<const std::string> paths, int jobs,
                                      const Read& read) {
  std::set<std::string> missing;
  for (const std::string& path : paths) {
    if (!find(path)) missing.insert(path);
  }
  const std::vector<std::string> list(missing.begin(), missing.end());
  std::vector<std::shared_ptr<Script>> made(list.size());
  parallel_for(jobs, list.size(),
               [&](std::size_t i, std::size_t worker) { made[i] = read(list[i], worker); });
  for (std::size_t i = 0; i < list.size(); ++i) scripts_.emplace(list[i], std::move(made[i]));
  std::vector<const Script*> out;
  for (const std::string& path : paths) out.push_back(find(path)->get());
  return out;
}

}  // namespace mmlint::resolve::script
