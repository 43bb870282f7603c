#include "base/persistent_map.h"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mmlint {
namespace {

using Plain = std::map<std::string, int>;
using Shared = PersistentMap<int>;

Plain content(const Shared& map) {
  Plain out;
  std::string last;
  for (const auto& [key, value] : map) {
    CHECK((out.empty() || last < key));
    out.emplace(last = key, value);
  }
  CHECK(out.size() == map.size());
  return out;
}

// What the two maps do not share, as text: "key here/there".
std::vector<std::string> differences(const Shared& here, const Shared& there) {
  std::vector<std::string> out;
  here.compare(there, [&](const std::string& key, const int* a, const int* b) {
    out.push_back(key + " " + (a ? std::to_string(*a) : "-") + "/" +
                  (b ? std::to_string(*b) : "-"));
  });
  return out;
}

TEST_CASE("a copy keeps what it had when the map changes") {
  Shared map;
  CHECK(map.find("a") == nullptr);
  map.set("b", 2);
  map.set("a", 1);
  map.set("c", 3);
  const Shared before = map;
  CHECK(before.shares(map));
  map.set("b", 20);
  map.erase("c");
  map.erase("not there");
  map.set("d", 4);
  CHECK_FALSE(before.shares(map));
  CHECK(content(before) == Plain{{"a", 1}, {"b", 2}, {"c", 3}});
  CHECK(content(map) == Plain{{"a", 1}, {"b", 20}, {"d", 4}});
  CHECK(differences(before, map) == std::vector<std::string>{"b 2/20", "c 3/-", "d -/4"});
  CHECK(differences(before, before).empty());
}

TEST_CASE("an entry that neither copy has set is shared, wherever it stands in the tree") {
  Shared map;
  for (int i = 0; i < 1000; ++i) map.set("n" + std::to_string(i), i);
  Shared other = map;
  other.set("n500", -1);
  other.set("new", 0);
  CHECK(differences(map, other) == std::vector<std::string>{"n500 500/-1", "new -/0"});
}

TEST_CASE("maps and their copies behave as std::map does, whatever is done to them") {
  std::mt19937 random(7);
  std::vector<std::pair<Shared, Plain>> all(4);
  for (int step = 0; step < 20'000; ++step) {
    auto& [shared, plain] = all[random() % all.size()];
    const std::string key = "k" + std::to_string(random() % 60);
    switch (random() % 8) {
      case 0: {
        const auto& [from_shared, from_plain] = all[random() % all.size()];
        const Shared copy = from_shared;
        plain = Plain(from_plain);
        shared = copy;
        break;
      }
      case 1:
      case 2:
        shared.erase(key);
        plain.erase(key);
        break;
      default:
        shared.set(key, step);
        plain[key] = step;
    }
    const int* found = shared.find(key);
    const auto expected = plain.find(key);
    REQUIRE((found != nullptr) == (expected != plain.end()));
    if (found) REQUIRE(*found == expected->second);
    if (step % 50 != 0) continue;
    REQUIRE(content(shared) == plain);
    // Every value is of one step, so values differ exactly if they are not shared.
    const auto& [other, other_plain] = all[random() % all.size()];
    std::vector<std::string> expected_differences;
    Plain both = plain;
    both.insert(other_plain.begin(), other_plain.end());
    for (const auto& [name, value] : both) {
      const Plain::const_iterator a = plain.find(name), b = other_plain.find(name);
      const std::string x = a == plain.end() ? "-" : std::to_string(a->second);
      const std::string y = b == other_plain.end() ? "-" : std::to_string(b->second);
      if (x != y) expected_differences.push_back(name + " " + x + "/" + y);
    }
    REQUIRE(differences(shared, other) == expected_differences);
  }
}

}  // namespace
}  // namespace mmlint
