#include "base/merge_maps.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace mmlint {
namespace {

using Shared = PersistentMap<int>;

// The keys that the two maps do not share, and their values in the second: "key value".
std::vector<std::string> changes(const Shared& before, const Shared& after) {
  std::vector<std::string> out;
  before.compare(after, [&](const std::string& key, const int*, const int* now) {
    out.push_back(key + " " + (now ? std::to_string(*now) : "-"));
  });
  return out;
}

TEST_CASE("maps that are merged share the entries of the larger one") {
  Shared large, small;
  for (int i = 0; i < 100; ++i) large.set("n" + std::to_string(i), i);
  small.set("n1", 10);
  small.set("n2", 2);
  small.set("new", -1);
  const auto minus = [](int ours, int theirs) { return ours == theirs ? ours : ours - theirs; };
  Shared one = large;
  merge_maps(one, small, minus);
  CHECK(one.size() == 101);
  CHECK(changes(large, one) == std::vector<std::string>{"n1 -9", "new -1"});
  Shared other = small;
  merge_maps(other, large, minus);
  CHECK(other.size() == 101);
  CHECK(changes(large, other) == std::vector<std::string>{"n1 9", "new -1"});
  CHECK(small.size() == 3);
}

}  // namespace
}  // namespace mmlint
