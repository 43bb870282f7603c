#include "base/parallel.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "base/result.h"

using namespace mmlint;

TEST_CASE("every index once") {
  for (const int jobs : {-1, 0, 1, 2, 7}) {
    CAPTURE(jobs);
    std::vector<std::atomic<int>> seen(1000);
    parallel_for(jobs, seen.size(), [&](std::size_t index) { ++seen[index]; });
    CHECK(std::all_of(seen.begin(), seen.end(), [](const auto& times) { return times == 1; }));
  }
  parallel_for(4, 0, [](std::size_t) { MM_CHECK(!"called"); });
}

TEST_CASE("an exception reaches the caller") {
  for (const int jobs : {1, 4}) {
    CHECK_THROWS_AS(parallel_for(jobs, 100, [](std::size_t index) { MM_CHECK(index != 50); }),
                    InternalError);
  }
}

TEST_CASE("Loops inside of a loop end, and each of them calls its work for every index") {
  std::array<std::atomic<int>, 40> seen = {};
  parallel_for(4, seen.size(), [&](std::size_t outer) {
    parallel_for(3, 50, [&](std::size_t) { ++seen[outer]; });
  });
  for (const auto& count : seen) CHECK(count == 50);
}

TEST_CASE("Threads that ask at the same time get the work of their own loop done") {
  std::array<std::atomic<int>, 6> seen = {};
  std::vector<std::thread> threads;
  for (std::atomic<int>& count : seen) {
    threads.emplace_back([&count] {
      for (int round = 0; round < 200; ++round)
        parallel_for(4, 8, [&count](std::size_t) { ++count; });
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& count : seen) CHECK(count == 1600);
}
