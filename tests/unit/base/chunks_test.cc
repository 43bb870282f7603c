#include "base/chunks.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace mmlint {
namespace {

// Counts how many live.
struct Counted {
  explicit Counted(int n, int& living) : number(n), count(living) { ++count; }
  Counted(const Counted&) = delete;
  ~Counted() { --count; }
  int number;
  int& count;
};

TEST_CASE("objects stay where they are while others are added, and end with their owner") {
  int living = 0;
  {
    Chunks<Counted> all;
    std::vector<const Counted*> made;
    for (int i = 0; i < 10'000; ++i) made.push_back(&all.add(i, living));
    CHECK(all.size() == 10'000);
    CHECK(living == 10'000);
    for (int i = 0; i < 10'000; ++i) REQUIRE(made[static_cast<std::size_t>(i)]->number == i);
  }
  CHECK(living == 0);
}

TEST_CASE("none and one") {
  const Chunks<std::string> none;
  CHECK(none.size() == 0);
  Chunks<std::string> one;
  CHECK(one.add("text") == "text");
  CHECK(one.add() == "");
  CHECK(one.size() == 2);
}

}  // namespace
}  // namespace mmlint
