#include "value/key_places.h"

#include <doctest/doctest.h>

#include "unit/project.h"

namespace mmlint {
namespace {

using test::MemoryProject;

const std::string kConfig = R"(
type = 'root'
model = dict(type='A', neck=[dict(type='B', type_=1), dict(type=dict(type='C')), 'type'],
             head=dict(init=dict(type='D', get=1), type='E'))
other = {'x.y': dict(type='F'), 3: [dict(type='G')]}
train = dict(model=dict(type='H'), device='cuda', steps=({'device': 'npu'}, {1, 2}))
device = 'mlu'
get = dict(get=dict(get=2))
empty = {'': dict(type='I'), '0': dict(type='J')}
)";

const std::set<std::string> kPatterns = {
    "**.type",      "model.**.type",   "*.**.device",           "**.get",          "**.type_",
    "**.none",      "model.*.**.type", "train.steps.**.device", "*.*.**.type",     "*.type",
    "model.*.type", "*.*.*.type",      "other.*.*.type",        "train.*.*.device"};

std::string shown(const std::string& key, const FoundValue& found) {
  return key + "=" + print(*found.value) + (found.unknown ? "?" : "") + (found.entry ? "" : "!");
}

std::vector<std::string> walked(const Value& root, std::string_view pattern) {
  std::vector<std::string> out;
  for_each_match(root, pattern,
                 [&](const auto& key, const auto& found) { out.push_back(shown(key, found)); });
  return out;
}

std::vector<std::string> placed(const NamePatterns& patterns, const KeyPlaces& places,
                                const Value& root, std::string_view pattern) {
  std::vector<std::string> out;
  const auto number = patterns.number_of(pattern);
  REQUIRE(number.has_value());
  places.for_each(root, *number, [&](const KeyPlaces::Place& place) {
    out.push_back(shown(place.key(), place.found()));
  });
  return out;
}

TEST_CASE("one walk finds what a walk for each pattern finds, in the same order") {
  MemoryProject project(std::map<std::string, std::string>{{"configs/a.py", kConfig}});
  REQUIRE(project.resolve("configs/a.py").root);
  const Value& root = *project.resolve("configs/a.py").root;
  const NamePatterns patterns(kPatterns);
  CHECK(patterns.size() == kPatterns.size());
  const KeyPlaces places(patterns, root);
  for (const std::string& pattern : kPatterns) {
    CAPTURE(pattern);
    CHECK(placed(patterns, places, root, pattern) == walked(root, pattern));
  }
  CHECK(placed(patterns, places, root, "**.type").size() == 12);
  CHECK(placed(patterns, places, root, "model.*.**.type").size() == 5);
  CHECK(placed(patterns, places, root, "**.none").empty());
}

TEST_CASE("what a changed config shares with the first is not looked for again") {
  MemoryProject project({{"configs/a.py", kConfig}, {"configs/b.py", R"(
_base_ = './a.py'
type = dict(_delete_=True, type='K')
new = dict(get=3)
model = dict(head=dict(type='L'))
device = dict(_delete_=True, device=1)
)"}});
  REQUIRE(project.resolve("configs/b.py").root);
  const Value& first = *project.resolve("configs/a.py").root;
  const Value& heir = *project.resolve("configs/b.py").root;
  CHECK(first.dict().get("train") == heir.dict().get("train"));  // else nothing is shared here
  const NamePatterns patterns(kPatterns);
  const KeyPlaces places(patterns, first);
  for (const std::string& pattern : kPatterns) {
    CAPTURE(pattern);
    CHECK(placed(patterns, places, heir, pattern) == walked(heir, pattern));
    CHECK(walked(heir, pattern).empty() == (pattern == "**.none"));
  }
}

TEST_CASE("other patterns are left to a walk of their own") {
  const NamePatterns patterns({"a.b", "type", "**", "a.**", "**.*", "**.0", "**.a.**.b",
                               "a[3].**.b", "a[3].*.b", "**.type.x", "a.*", "a.*.0", ""});
  CHECK(patterns.size() == 0);
  CHECK(!patterns.number_of("a.*").has_value());
}

}  // namespace
}  // namespace mmlint
