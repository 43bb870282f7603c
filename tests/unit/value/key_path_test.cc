#include <doctest/doctest.h>

#include "unit/project.h"
#include "value/key_path.h"
#include "value/value_json.h"

namespace mmlint {
namespace {

using test::MemoryProject;

// A project that keeps one config's values alive.
struct Config {
  explicit Config(const std::string& text) : project({{"configs/a.py", text}}) {
    root = project.resolve("configs/a.py").root;
    REQUIRE(root);
  }
  std::string at(std::string_view key) const {
    const FoundValue found = value_at(*root, key);
    return found.value ? to_json(*found.value) : found.unknown ? "unknown" : "absent";
  }
  MemoryProject project;
  const Value* root;
};

using Strings = std::vector<std::string>;

TEST_CASE("a key path leads through dicts, lists and keys of any kind") {
  const Config c(
      "a = dict(b=[1, dict(c=2)])\nd = {'x.y': 1, 3: 4, (1, 2): 5, '': 6, 'p[q': 7, '0': 8}\n");
  CHECK(c.at("a.b.1.c") == "2");
  CHECK(c.at("a.b.2") == "absent");
  CHECK(c.at("d[\"x.y\"]") == "1");
  CHECK(c.at("d[3]") == "4");
  CHECK(c.at("d[(1, 2)]") == "5");
  CHECK(c.at("d[\"\"]") == "6");
  CHECK(c.at("d[\"p[q\"]") == "7");
  CHECK(c.at("d.0") == "8");
  CHECK(c.at("a.b.c") == "absent");
}

TEST_CASE("every key path that is printed is found again") {
  const Config c("d = {'x.y': [0, {'p[q]': 1}], 3: {'': 4}, None: 5, 'a]b': 6, '\"': 7}\n");
  std::size_t count = 0;
  for_each_match(*c.root, "**", [&](const std::string& key, const FoundValue& found) {
    ++count;
    CHECK_MESSAGE(is_key_path(key), key);
    CHECK_MESSAGE(value_at(*c.root, key).value == found.value, key);
  });
  CHECK(count == 10);
}

TEST_CASE("what is no key path") {
  for (const char* text : {"a", "a.b", "a.0.b", "a[3]", "a[\"b.c\"].d", "[\"a\"]", "a[(1, 2)]"})
    CHECK_MESSAGE(is_key_path(text), text);
  for (const char* text : {"", ".", "a.", ".a", "a..b", "a[", "a[]", "a[3", "a[\"b]", "a[3]b"})
    CHECK_MESSAGE(!is_key_path(text), text);
}

TEST_CASE("a key that does not exist has near ones") {
  const Config c(
      "model = dict(backbone=dict(depth=50, dept=1), neck=None)\noptim_wrapper = "
      "dict(optimizer=dict(lr=1))\n");
  CHECK(near_keys(*c.root, "modle.backbone.depth") == Strings{"model.backbone.depth"});
  CHECK(near_keys(*c.root, "model.backbone.depht") ==
        Strings{"model.backbone.depth", "model.backbone.dept"});
  CHECK(near_keys(*c.root, "model.depth") == Strings{"model.backbone.depth"});
  CHECK(near_keys(*c.root, "optimizer.lr") == Strings{"optim_wrapper.optimizer.lr"});
  CHECK(near_keys(*c.root, "lr") == Strings{"optim_wrapper.optimizer.lr"});
  CHECK(near_keys(*c.root, "nothing_like_it") == Strings{});
  CHECK(near_keys(*c.root, "model.backbone.depth") == Strings{});
}

TEST_CASE("JSON on many lines is the same JSON") {
  CHECK(indented(R"({"a": {}, "b": [1, "x, [y\"]"], "c": {"d": [[1], []]}})") ==
        R"({
  "a": {},
  "b": [1, "x, [y\"]"],
  "c": {
    "d": [
      [1],
      []
    ]
  }
})");
}

}  // namespace
}  // namespace mmlint
