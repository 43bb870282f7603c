#include "check/shards.h"

#include "check/config/inheritance.h"
#include "project/base_graph.h"

namespace mmlint::check {
namespace {

using project::Node;

constexpr std::size_t kFewest = 200;  // configs of a run that are cut into shards
constexpr std::size_t kSmall = 64;    // configs of a shard that gets one more family

}  // namespace

Shard whole(const Request& request) {
  std::vector<const Node*> passed = passed_configs(request);
  std::vector<const Node*> heirs = heirs_of_passed(request, passed);
  return {std::move(passed), std::move(heirs)};
}

std::vector<Shard> shards_of(const Request& request) {
  if (request.passed.size() < kFewest) return {};
  std::vector<const Node*> all = passed_configs(request);
  const project::NodeSet heirs(heirs_of_passed(request, all));
  // What is found in a base counts for its heirs in the project as well.
  const std::span<const Node* const> known = request.index.nodes();
  if (!project::NodeSet(all).includes(known)) all.insert(all.end(), known.begin(), known.end());
  std::vector<Shard> out;
  Shard small;
  for (const std::vector<std::size_t>& family : project::families(request.workspace, all)) {
    Shard shard;
    for (const std::size_t place : family) {
      if (place < request.passed.size())
        shard.passed.push_back(all[place]);
      else if (heirs.contains(*all[place]))
        shard.heirs.push_back(all[place]);
    }
    if (shard.size() > kSmall) {
      out.push_back(std::move(shard));
      continue;
    }
    small.passed.insert(small.passed.end(), shard.passed.begin(), shard.passed.end());
    small.heirs.insert(small.heirs.end(), shard.heirs.begin(), shard.heirs.end());
    if (small.size() > kSmall) out.push_back(std::exchange(small, {}));
  }
  if (small.size() > 0) out.push_back(std::move(small));
  std::ranges::stable_sort(out, [](const Shard& a, const Shard& b) { return a.size() > b.size(); });
  return out;
}

}  // namespace mmlint::check
