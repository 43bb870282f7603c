#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "value/pool.h"
#include "value/value.h"

using namespace mmlint;

TEST_CASE("a key is made once for a name, whatever comes between") {
  Pool pool;
  std::vector<std::string> names = {"", "a", "b", "type", "tpye", "typa"};
  for (int i = 0; i < 500; ++i) names.push_back("key" + std::to_string(i));
  for (int round = 0; round < 2; ++round) {
    for (const std::string& name : names) {
      const Value* key = pool.key(name);
      CHECK(key->is_string(name));
      CHECK(!key->span.known());
      if (!name.empty()) CHECK(pool.key(std::string_view(name)) == key);
    }
  }
  CHECK(pool.size() <= 2 * names.size());
  const std::size_t before = pool.size();
  for (int i = 0; i < 100; ++i) pool.key("type");
  CHECK(pool.size() <= before + 1);
}

TEST_CASE("a list that holds the key of a dict beside a dict is not flat") {
  Pool pool;
  const auto dict_of = [&](Value* key) {
    Value* out = pool.make(Value::Kind::kDict);
    out->edit_dict().set(key, pool.none(), pool.origin({}));
    return out;
  };
  for (Value* key : {pool.key("shared"), pool.string("own"), pool.string(std::string_view())}) {
    Value* list = pool.make(Value::Kind::kList);
    list->edit_items().assign({key, dict_of(pool.string("k"))});
    Value* root = dict_of(key);
    root->edit_dict().set(pool.string("list"), list, pool.origin({}));
    CHECK(freeze(*root) == Frozen::kDone);
    CHECK(!static_cast<bool>(list->flat));
    CHECK(list->unfolded == 4);
  }
}

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

#ifndef NDEBUG
TEST_CASE("a value that no pool made must not get items") {
  Value value(Value::Kind::kList);
  Value item;
  CHECK_THROWS_AS(value.edit_items().push_back(&item), InternalError);
}
#endif
