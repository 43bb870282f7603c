#include "base/arena_vector.h"

#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace mmlint {
namespace {

using Numbers = ArenaVector<int>;

struct Holder {
  union {
    std::int64_t bits = 0;
    Numbers numbers;
  };
};

Numbers& made(Arena& arena) {
  return (new (arena.allocate(sizeof(Holder))) Holder)->numbers;
}

Numbers& counted(Arena& arena, int count) {
  Numbers& out = made(arena);
  for (int i = 0; i < count; ++i) out.push_back(i);
  return out;
}

std::vector<int> items(const Numbers& all) {
  return {all.begin(), all.end()};
}

TEST_CASE("an empty one takes a word and holds nothing") {
  static_assert(sizeof(Numbers) == sizeof(void*));
  Arena arena;
  Numbers& none = made(arena);
  CHECK(none.empty());
  CHECK(none.begin() == none.end());
  CHECK(none.more() == nullptr);
  none.clear();
  none.append({});
  none.replace(0, 0, {});
  CHECK(none.size() == 0);
}

TEST_CASE("items keep their order when several grow at once") {
  Arena arena;
  Numbers& one = made(arena);
  Numbers& other = made(arena);
  for (int i = 0; i < 5000; ++i) {
    one.push_back(i);
    other.push_back(-i);
  }
  REQUIRE(one.size() == 5000);
  for (int i = 0; i < 5000; ++i) {
    CHECK(one[static_cast<std::size_t>(i)] == i);
    CHECK(other[static_cast<std::size_t>(i)] == -i);
  }
}

TEST_CASE("what is alone at the end of a block grows where it is") {
  Arena arena;
  Numbers& one = counted(arena, 4);
  const int* first = one.data();
  one.push_back(4);
  CHECK(one.data() == first);
  CHECK(items(one) == std::vector{0, 1, 2, 3, 4});
}

TEST_CASE("items are put in, taken out and replaced") {
  Arena arena;
  Numbers& few = counted(arena, 5);
  few.erase(1);
  few.erase(3);
  CHECK(items(few) == std::vector{0, 2, 3});
  const int more[] = {7, 8};
  few.insert(1, more);
  CHECK(items(few) == std::vector{0, 7, 8, 2, 3});
  few.replace(1, 3, std::span(more, 1));
  CHECK(items(few) == std::vector{0, 7, 3});
  few.assign({4, 5});
  CHECK(items(few) == std::vector{4, 5});
  few.append(counted(arena, 100));
  CHECK(few.size() == 102);
  CHECK(few[101] == 99);
}

TEST_CASE("an arena finds itself from what lies in its blocks, and gives memory that is aligned") {
  const auto arenas = std::make_unique<Arena[]>(3);
  for (int round = 0; round < 500; ++round) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t bytes = 1 + static_cast<std::size_t>(round) % Arena::kInBlock;
      void* at = arenas[i].allocate(bytes);
      std::memset(at, 255, bytes);
      CHECK(reinterpret_cast<std::uintptr_t>(at) % Arena::kAlignment == 0);
      CHECK(&Arena::of(at) == &arenas[i]);
    }
  }
  std::memset(arenas[0].allocate(1'000'000), 255, 1'000'000);  // outside of the blocks
  CHECK(&Arena::of(arenas[0].allocate(8)) == &arenas[0]);
}

}  // namespace
}  // namespace mmlint
