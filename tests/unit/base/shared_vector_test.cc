#include "base/shared_vector.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mmlint {
namespace {

using Shared = SharedVector<std::string>;
using Plain = std::vector<std::string>;

Plain content(const Shared& items) {
  return {items.begin(), items.end()};
}

// Counts its copies.
struct Counted {
  static inline int copies = 0;
  Counted() = default;
  Counted(const Counted&) { ++copies; }
  Counted(Counted&&) = default;
  Counted& operator=(const Counted&) {
    ++copies;
    return *this;
  }
  Counted& operator=(Counted&&) = default;
};

TEST_CASE("a copy keeps what it had when the vector changes") {
  Shared items{"a", "b"};
  CHECK(Shared().empty());
  CHECK(content(Shared()).empty());
  const Shared before = items;
  items.push_back("c");
  items.own()[0] = "x";
  items.append(Plain{"d", "e"});
  CHECK(content(before) == Plain{"a", "b"});
  CHECK(content(items) == Plain{"x", "b", "c", "d", "e"});
  CHECK(before.back() == "b");
  items.clear();
  CHECK(items.empty());
  CHECK(content(before) == Plain{"a", "b"});
}

TEST_CASE("two copies grow apart") {
  Shared one;
  for (int i = 0; i < 3; ++i) one.push_back("a");  // it has room for a fourth
  Shared other = one;
  CHECK(other.grows_in_place());
  one.push_back("b");
  CHECK(one.grows_in_place());
  CHECK_FALSE(other.grows_in_place());
  other.push_back("c");
  CHECK(content(one) == Plain{"a", "a", "a", "b"});
  CHECK(content(other) == Plain{"a", "a", "a", "c"});
}

TEST_CASE("a vector is appended to itself") {
  Shared items{"a", "b"};
  for (int i = 0; i < 2; ++i) items.append(items);
  CHECK(content(items) == Plain{"a", "b", "a", "b", "a", "b", "a", "b"});
  items.append(std::span(items).subspan(7));
  CHECK(items.size() == 9);
  CHECK(items.back() == "b");
}

TEST_CASE("items stay where they are while copies grow") {
  const Shared first{"a"};
  const std::string* const place = &first[0];
  Shared longer = first;
  for (int i = 0; i < 100; ++i) longer.push_back("b");
  CHECK(&first[0] == place);
  CHECK(*place == "a");
}

TEST_CASE("copies that grow one from the other cost what they add") {
  constexpr int kMany = 1000;
  std::vector<SharedVector<Counted>> all(1);
  Counted::copies = 0;
  for (int i = 0; i < kMany; ++i) {
    all.push_back(all.back());
    all.back().push_back(Counted());
  }
  CHECK(all.back().size() == kMany);
  CHECK(Counted::copies < 2 * kMany);
}

TEST_CASE("any changes give what plain vectors give") {
  std::mt19937 random(1);
  std::vector<std::pair<Shared, Plain>> all(1);
  for (int i = 0; i < 2000; ++i) {
    auto [shared, plain] = all[random() % all.size()];
    switch (const std::string item = std::to_string(i); random() % 4) {
      case 0:
        shared.append(shared);
        plain.insert(plain.end(), plain.size(), "");
        std::copy_n(plain.begin(), plain.size() / 2, plain.end() - plain.size() / 2);
        break;
      case 1:
        if (plain.empty()) break;
        shared.own().back() = item;
        plain.back() = item;
        break;
      default:
        shared.push_back(item);
        plain.push_back(item);
    }
    if (plain.size() < 100) all.emplace_back(std::move(shared), std::move(plain));
  }
  for (const auto& [shared, plain] : all) CHECK(content(shared) == plain);
}

}  // namespace
}  // namespace mmlint
