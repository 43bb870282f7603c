#include "base/parallel.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/internal_error.h"

using namespace mmlint;

TEST_CASE("every index once, by workers below the number of jobs") {
  for (const int jobs : {-1, 0, 1, 2, 7}) {
    CAPTURE(jobs);
    std::vector<std::atomic<int>> seen(1000);
    std::atomic<std::size_t> highest{0};
    parallel_for(jobs, seen.size(), [&](std::size_t index, std::size_t worker) {
      ++seen[index];
      std::size_t old = highest;
      while (worker > old && !highest.compare_exchange_weak(old, worker)) {
      }
    });
    CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& times) { return times == 1; }));
    CHECK(highest < static_cast<std::size_t>(std::max(jobs, 1)));
  }
  parallel_for(4, 0, [](std::size_t, std::size_t) { MM_CHECK(!"called"); });
}

TEST_CASE("an exception reaches the caller") {
  for (const int jobs : {1, 4}) {
    CHECK_THROWS_AS(
        parallel_for(jobs, 100, [](std::size_t index, std::size_t) { MM_CHECK(index != 50); }),
        InternalError);
  }
}
