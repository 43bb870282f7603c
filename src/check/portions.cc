#include "check/portions.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/path_set.h"
#include "check/config/heirs.h"
#include "project/families.h"

namespace mmlint::check {
namespace {

constexpr std::size_t kFewest = 200;  // configs of a run that are cut into portions
constexpr std::size_t kSmall = 64;    // configs of a portion that gets one more family

}  // namespace

Portion whole(const Request& request) {
  Portion out{{request.passed.begin(), request.passed.end()}, {}};
  for (const std::string& heir : heirs_of_passed(request))
    out.heirs.push_back(
        *std::lower_bound(request.index.configs().begin(), request.index.configs().end(), heir));
  return out;
}

std::vector<Portion> portions_of(const Request& request) {
  if (request.passed.size() < kFewest) return {};
  const std::vector<std::string> list = heirs_of_passed(request);
  const std::unordered_set<std::string_view> heirs(list.begin(), list.end());
  std::vector<std::string_view> all(request.passed.begin(), request.passed.end());
  // What is found in a base counts for its heirs in the project as well.
  const std::span<const std::string> known = request.index.configs();
  if (!PathSet(request.passed).includes(known)) all.insert(all.end(), known.begin(), known.end());
  std::vector<Portion> out;
  Portion small;
  for (const std::vector<std::size_t>& family : project::families(request.workspace, all)) {
    Portion portion;
    for (const std::size_t place : family) {
      if (place < request.passed.size())
        portion.passed.push_back(all[place]);
      else if (heirs.contains(all[place]))
        portion.heirs.push_back(all[place]);
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
