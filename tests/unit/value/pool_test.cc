#include <doctest/doctest.h>

#include <string>
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

#ifndef NDEBUG
TEST_CASE("a value that no pool made must not get items") {
  Value value(Value::Kind::kList);
  Value item;
  CHECK_THROWS_AS(value.edit_items().push_back(&item), InternalError);
}
#endif
