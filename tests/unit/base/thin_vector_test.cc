#include "base/thin_vector.h"

#include <doctest/doctest.h>

#include <vector>

namespace mmlint {
namespace {

std::vector<int> items(const ThinVector<int>& all) {
  return {all.begin(), all.end()};
}

ThinVector<int> counted(int count) {
  ThinVector<int> out;
  for (int i = 0; i < count; ++i) out.push_back(i);
  return out;
}

TEST_CASE("an empty one takes a word and holds nothing") {
  const ThinVector<int> none;
  static_assert(sizeof(none) == sizeof(void*));
  CHECK(none.empty());
  CHECK(none.begin() == none.end());
  ThinVector<int> copy = none;
  copy.clear();
  CHECK(copy.size() == 0);
}

TEST_CASE("items keep their order when it grows and when one is taken out") {
  ThinVector<int> all = counted(1000);
  CHECK(all.size() == 1000);
  for (int i = 0; i < 1000; ++i) REQUIRE(all[static_cast<std::size_t>(i)] == i);
  ThinVector<int> few = counted(5);
  few.erase(1);
  CHECK(items(few) == std::vector<int>{0, 2, 3, 4});
  few.erase(3);
  few.erase(0);
  CHECK(items(few) == std::vector<int>{2, 3});
}

TEST_CASE("copies are apart, and what was moved goes on") {
  ThinVector<int> one = counted(3);
  ThinVector<int> other = one;
  other.push_back(7);
  CHECK(items(one) == std::vector<int>{0, 1, 2});
  CHECK(items(other) == std::vector<int>{0, 1, 2, 7});
  one = other;
  other.clear();
  CHECK(items(one) == std::vector<int>{0, 1, 2, 7});
  CHECK(other.empty());
  other = one;
  CHECK(items(other) == items(one));
  const ThinVector<int> moved = std::move(one);
  CHECK(items(moved) == std::vector<int>{0, 1, 2, 7});
  other = ThinVector<int>();
  CHECK(other.empty());
}

TEST_CASE("all items of a new size are the same") {
  ThinVector<int> all = counted(3);
  all.assign(5, 9);
  CHECK(items(all) == std::vector<int>(5, 9));
  all.assign(2, 1);
  CHECK(items(all) == std::vector<int>{1, 1});
  all.assign(0, 1);
  CHECK(all.empty());
}

}  // namespace
}  // namespace mmlint
