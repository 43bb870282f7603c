#include "base/arena.h"

#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

using namespace mmlint;

namespace {

// Things in an arena, each full of one number.
class Filled {
 public:
  explicit Filled(unsigned char number) : number_(number) {
    for (std::size_t bytes = 1; bytes < 1500; bytes += 7) add(bytes);
  }

  bool holds() const {
    for (const auto& [at, bytes] : things_) {
      for (std::size_t i = 0; i < bytes; ++i) {
        if (at[i] != number_) return false;
      }
    }
    return true;
  }

 private:
  void add(std::size_t bytes) {
    things_.emplace_back(static_cast<unsigned char*>(arena_.allocate(bytes)), bytes);
    std::memset(things_.back().first, number_, bytes);
  }

  unsigned char number_;
  Arena arena_;
  std::vector<std::pair<unsigned char*, std::size_t>> things_;
};

}  // namespace

TEST_CASE("what lies in an arena stays while others are given back, by whatever thread") {
  std::vector<std::unique_ptr<Filled>> kept(40);
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&kept, thread] {
      for (unsigned char i = 0; i < 10; ++i) {
        const Filled passing(200);
        kept[thread * 10 + i] = std::make_unique<Filled>(static_cast<unsigned char>(i + thread));
        if (i % 2 == 1) kept[thread * 10 + i - 1].reset();
        CHECK(passing.holds());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 1; i < kept.size(); i += 4) kept[i].reset();
  std::vector<std::unique_ptr<Filled>> later;
  for (unsigned char i = 0; i < 40; ++i) later.push_back(std::make_unique<Filled>(100 + i));
  for (const auto& one : kept) CHECK((!one || one->holds()));
  for (const auto& one : later) CHECK(one->holds());
}

TEST_CASE("what lies in a block knows its arena") {
  Arena one, other;
  for (std::size_t bytes = 1; bytes <= Arena::kInBlock; bytes += 13) {
    CHECK(&Arena::of(one.allocate(bytes)) == &one);
    CHECK(&Arena::of(other.allocate(bytes)) == &other);
  }
}
