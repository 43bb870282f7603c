#include "check/portions.h"

#include <algorithm>
#include <unordered_set>

#include "check/config/heirs.h"
#include "project/families.h"

namespace mmlint::check {
namespace {

constexpr std::size_t kFewest = 200;  // configs of a run that are cut into portions
constexpr std::size_t kSmall = 64;    // configs of a portion that gets one more family

}  // namespace

Portion whole(const Request& request) {
  return {{request.passed.begin(), request.passed.end()}, heirs_of_passed(request)};
}

std::vector<Portion> portions_of(const Request& request) {
  if (request.passed.size() < kFewest) return {};
  const std::unordered_set<std::string> passed(request.passed.begin(), request.passed.end());
  const std::vector<std::string> list = heirs_of_passed(request);
  const std::unordered_set<std::string> heirs(list.begin(), list.end());
  std::vector<std::string> all(request.passed.begin(), request.passed.end());
  // What is found in a base counts for its heirs in the project as well.
  all.insert(all.end(), request.index.configs().begin(), request.index.configs().end());
  std::vector<Portion> out;
  Portion small;
  for (const std::vector<std::string>& family : project::families(request.workspace, all)) {
    Portion portion;
    for (const std::string& path : family) {
      if (passed.contains(path)) portion.passed.push_back(path);
      if (heirs.contains(path)) portion.heirs.push_back(path);
    }
    if (portion.size() > kSmall) {
      out.push_back(std::move(portion));
      continue;
    }
    small.passed.insert(small.passed.end(), portion.passed.begin(), portion.passed.end());
    small.heirs.insert(small.heirs.end(), portion.heirs.begin(), portion.heirs.end());
    if (small.size() > kSmall) out.push_back(std::exchange(small, {}));
  }
  if (small.size() > 0) out.push_back(std::move(small));
  std::stable_sort(out.begin(), out.end(),
                   [](const Portion& a, const Portion& b) { return a.size() > b.size(); });
  return out;
}

}  // namespace mmlint::check
