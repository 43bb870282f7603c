#include "value/shared_keys.h"

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

#include "value/pool.h"

namespace mmlint {
namespace {

TEST_CASE("a name is the same key for everybody") {
  Value* key = shared_key("type");
  REQUIRE(key);
  CHECK(key->is_string("type"));
  CHECK(static_cast<bool>(key->frozen));
  CHECK(!key->span.known());
  CHECK(shared_key(std::string("type")) == key);
  CHECK(shared_key("typo") != key);
  Pool one, other;
  CHECK(one.key("type") == key);
  CHECK(other.key("type") == key);
}

TEST_CASE("a key outlives the text that it was asked by") {
  std::string name = "a_name_of_a_file_that_goes";
  const Value* key = shared_key(name);
  name.assign(name.size(), 'x');
  CHECK(key->is_string("a_name_of_a_file_that_goes"));
}

TEST_CASE("empty and long names are keys of their pool") {
  Pool pool;
  const std::string lengthy(65, 'n');
  CHECK(shared_key("") == nullptr);
  CHECK(shared_key(lengthy) == nullptr);
  CHECK(shared_key(std::string(64, 'n')) != nullptr);
  CHECK(pool.key("")->is_string(""));
  CHECK(pool.key(lengthy)->is_string(lengthy));
}

TEST_CASE("threads get the same keys, more of them than a thread remembers") {
  constexpr std::size_t kNames = 5000;
  std::vector<std::vector<const Value*>> got(4);
  std::vector<std::thread> threads;
  for (std::vector<const Value*>& mine : got) {
    threads.emplace_back([&mine] {
      for (std::size_t i = 0; i < kNames; ++i) mine.push_back(shared_key("n" + std::to_string(i)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < kNames; ++i) {
    CHECK(got[0][i]->is_string("n" + std::to_string(i)));
    for (const std::vector<const Value*>& other : got) CHECK(other[i] == got[0][i]);
  }
}

}  // namespace
}  // namespace mmlint
