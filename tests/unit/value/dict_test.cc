#include "value/dict.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "value/pool.h"

namespace mmlint {
namespace {

std::string name(std::size_t i) {
  return "key" + std::to_string(i);
}

// A dict with the keys of the numbers below `count`.
Value* made(Pool& pool, std::size_t count) {
  Value* out = pool.make(Value::Kind::kDict);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view key = pool.keep(name(i));
    out->edit_dict().add(pool.string(key), pool.integer(static_cast<std::int64_t>(i)),
                         pool.origin({}));
  }
  return out;
}

void check_has(const Dict& dict, const std::vector<std::size_t>& numbers) {
  REQUIRE(dict.size() == numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Entry* by_text = dict.find(name(numbers[i]));
    REQUIRE(by_text == &dict.entries()[i]);
    CHECK(dict.find(*by_text->key) == by_text);
    CHECK(by_text->value->integer == static_cast<std::int64_t>(numbers[i]));
  }
  CHECK(dict.find("absent") == nullptr);
}

std::vector<std::size_t> below(std::size_t count) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(i);
  return out;
}

TEST_CASE("a dict finds its keys at every size, and so does a copy") {
  // The table of a dict begins at 12 keys, and its places are no bytes any more from 129 on.
  for (const std::size_t count : {1, 11, 12, 32, 33, 64, 65, 127, 128, 129, 255, 256, 257, 3000}) {
    Pool pool;
    const Value* dict = made(pool, count);
    check_has(dict->dict(), below(count));
    Value* copy = pool.make(Value::Kind::kDict);
    copy->edit_dict().copy(dict->dict());
    check_has(copy->dict(), below(count));
    copy->edit_dict().set(pool.string("more"), pool.none(), pool.origin({}));
    CHECK(copy->dict().get("more") != nullptr);
    CHECK(dict->dict().get("more") == nullptr);
  }
}

TEST_CASE("a dict forgets keys, and finds the others") {
  for (const std::size_t count : {12, 40, 129, 300}) {
    Pool pool;
    Value* dict = made(pool, count);
    std::vector<std::size_t> left = below(count);
    for (const std::size_t i : {count - 1, count / 2, std::size_t{0}}) {
      CHECK(dict->edit_dict().erase(*pool.string(pool.keep(name(i)))));
      CHECK(!dict->edit_dict().erase(*pool.string(pool.keep(name(i)))));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      check_has(dict->dict(), left);
    }
    dict->edit_dict().clear();
    check_has(dict->dict(), {});
    dict->edit_dict().set(pool.string("key0"), pool.integer(0), pool.origin({}));
    check_has(dict->dict(), {0});
  }
}

TEST_CASE("an origin says what it was made of") {
  Pool pool;
  const Value* set = pool.none();
  const Origin* first = pool.origin({.key = {FileId{1}, 2, 3}, .value = {FileId{1}, 5, 9}});
  CHECK(first->key() == Span{FileId{1}, 2, 3});
  CHECK(first->value() == Span{FileId{1}, 5, 9});
  CHECK(first->how() == How::kLiteral);
  CHECK(first->shadows() == nullptr);
  CHECK(place(*first) == first->key());
  // Of two files, without a key, without any place.
  const Origin* other = pool.origin({.key = {FileId{1}, 2, 3},
                                     .value = {FileId{7}, 50, 90},
                                     .how = How::kImported,
                                     .set = set,
                                     .shadows = first});
  CHECK(other->key() == Span{FileId{1}, 2, 3});
  CHECK(other->value() == Span{FileId{7}, 50, 90});
  CHECK(other->set() == set);
  CHECK(other->shadows() == first);
  CHECK(other->source() == nullptr);
  const Origin* computed = pool.origin({.value = {FileId{3}, 4, 6}, .how = How::kComputed});
  CHECK(!computed->key().known());
  CHECK(place(*computed) == Span{FileId{3}, 4, 6});
  const Origin* nowhere = pool.origin({.how = How::kComputed, .source = first, .earlier = other});
  CHECK(!place(*nowhere).known());
  const OriginParts parts = nowhere->parts();
  CHECK(parts.source == first);
  CHECK(parts.earlier == other);
  CHECK(!parts.value.known());
  CHECK(parts.how == How::kComputed);
}

TEST_CASE("the origin of a literal says where the literal is written") {
  Pool pool;
  const Value* set = pool.integer(2, {FileId{1}, 8, 9});
  const Origin* origin = pool.origin_of_literal({FileId{1}, 2, 6}, *set);
  CHECK(origin->key() == Span{FileId{1}, 2, 6});
  CHECK(origin->value() == Span{FileId{1}, 8, 9});
  CHECK(origin->set() == set);
  CHECK(origin->how() == How::kLiteral);
  CHECK(origin->source() == nullptr);
  CHECK(origin->shadows() == nullptr);
  CHECK(origin->earlier() == nullptr);
  CHECK(origin->reads() == nullptr);
  OriginParts parts = origin->parts();
  parts.shadows = origin;
  const Origin* merged = pool.origin(parts);
  CHECK(merged->key() == origin->key());
  CHECK(merged->value() == origin->value());
  CHECK(merged->set() == set);
  CHECK(merged->shadows() == origin);
  CHECK(!place(*pool.origin_of_literal({}, *pool.none())).known());
}

}  // namespace
}  // namespace mmlint
