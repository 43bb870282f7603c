#include <doctest/doctest.h>

#include "resolve/data/data_file.h"
#include "resolve/key_path.h"
#include "resolve/value_json.h"
#include "unit/project.h"

namespace mmlint {
namespace {

using resolve::Found;
using resolve::ProblemKind;
using resolve::Resolved;
using test::MemoryProject;

// The text of the file that a key and its value were read from: "key|value@line:column".
std::string place(MemoryProject& project, const std::string& path, const std::string& key) {
  const Resolved& config = project.resolve(path);
  REQUIRE(config.ok());
  const Found found = resolve::find(*config.root, key);
  REQUIRE(found.entry);
  const resolve::Origin& origin = *found.entry->origin;
  const SourceStore& sources = project.sources;
  const Position at = sources.begin_of(origin.value);
  return std::string(sources.text(origin.key)) + "|" + std::string(sources.text(origin.value)) +
         "@" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

TEST_CASE("keys and values of YAML and JSON know their places") {
  MemoryProject project({
      {"a.yaml",
       "# \u4e2d\n"
       "model:\n"
       "  'name': \"\u4e2d\u6587\"   # c\n"
       "  list: [\u00e9, {k: nccl}]\n"},
      {"b.yaml", "m: &m\n  a: 1\n  b: |\n    text\n    more\nn: {<<: *m, c: !!str 3}\n"},
      {"c.json", "{\r\n\t\"a\": {\"b\":\t[1, 2.5]},\r\n \"\u4e2d\": \"x\"}"},
      {"d.yaml", "_base_: []\r\ntime: {{$NOBODY_SETS_THIS:12}}\r\nb: {c: nccl}\r\n"},
  });
  CHECK(place(project, "a.yaml", "model.name") == "'name'|\"\u4e2d\u6587\"@3:11");
  CHECK(place(project, "a.yaml", "model.list.1.k") == "k|nccl@4:17");
  CHECK(place(project, "b.yaml", "m.a") == "a|1@2:6");
  CHECK(place(project, "b.yaml", "m.b") == "b||\n    text\n    more@3:6");
  CHECK(place(project, "b.yaml", "n.a") == "a|1@2:6");
  CHECK(place(project, "b.yaml", "n.c") == "c|3@6:22");
  CHECK(place(project, "b.yaml", "n") == "n|{<<: *m, c: !!str 3}@6:4");
  CHECK(place(project, "c.json", "a.b") == "\"b\"|[1, 2.5]@2:13");
  CHECK(place(project, "c.json", "\u4e2d") == "\"\u4e2d\"|\"x\"@3:7");
  CHECK(place(project, "d.yaml", "b.c") == "c|nccl@3:8");
  CHECK(place(project, "d.yaml", "time").ends_with("@2:7"));
}

TEST_CASE("what parsers may read in different ways is unknown, and says where") {
  for (const char* text : {"a: [x?y]\n", "? a\n: b\n", "a: 'x\n", "%YAML 1.2\n---\na: 1\n"}) {
    CAPTURE(text);
    const std::map<std::string, std::string> files{{"a.yaml", text}};
    MemoryProject project(files);
    const Resolved& config = project.resolve("a.yaml");
    if (!config.ok()) {
      CHECK(config.problems.at(0).kind == ProblemKind::kSyntaxError);
      continue;
    }
    CHECK(config.root->kind == resolve::Kind::kUnknown);
    CHECK(config.root->span.known());
  }
}

TEST_CASE("hostile data reaches a limit") {
  std::string bomb = "a0: &a0 [x, x]\n";
  std::string merges = "a0: &a0 {x: 1}\n";
  for (int i = 1; i < 60; ++i) {
    const std::string n = std::to_string(i);
    const std::string below = "*a" + std::to_string(i - 1);
    bomb += "a" + n + ": &a" + n + " [" + below + ", " + below + "]\n";
    merges += "a" + n + ": &a" + n + " {<<: [" + below + ", " + below + "], k" + n + ": 1}\n";
  }
  const std::map<std::string, std::string> files{
      {"bomb.yaml", bomb},
      {"template.yaml", "_base_: base.yaml\nt: {{_base_.t}}\n" + bomb},
      {"base.yaml", "t: 1\n"},
      {"merges.yaml", merges},
      {"deep.yaml", "a: " + std::string(100'000, '[')},
      {"nested.json", std::string(100'000, '[')},
      {"large.json", "{\"a\": " + std::string(9u << 20, ' ') + "1}"}};
  MemoryProject project(files);
  for (const char* name :
       {"bomb.yaml", "template.yaml", "merges.yaml", "deep.yaml", "nested.json", "large.json"}) {
    CAPTURE(name);
    const Resolved& config = project.resolve(name);
    REQUIRE(!config.ok());
    CHECK(config.problems.at(0).kind == ProblemKind::kLimitReached);
  }
}

TEST_CASE("a file that may name bases is found by its text") {
  using resolve::names_bases;
  CHECK(names_bases("_base_: x.yaml\n", "a.yaml"));
  CHECK(names_bases("# c\r\n'_base_' : [x]\r\n", "a.yml"));
  CHECK(names_bases("{a: 1, _base_: x}", "a.yaml"));
  CHECK(names_bases("{\n \"_base_\": \"x\"}", "a.json"));
  CHECK(!names_bases("a:\n  _base_: x\n", "a.yaml"));
  CHECK(!names_bases("a: _base_\n", "a.yaml"));
  CHECK(!names_bases("{\"a\": \"_base_\"}", "a.json"));
  CHECK(!names_bases("{_base_: 1}", "a.json"));
}

TEST_CASE("only a top-level _base_ makes a config of a file nobody named") {
  MemoryProject project({{"nested.json", "{\"a\": {\"_base_\": 1}}"},
                         {"top.json", "{\"_base_\": []}"},
                         {"broken.yaml", "_base_: x.py\na: [\n"},
                         {"metafile.yml", "_base_: x.py\n"}});
  using resolve::DocumentKind;
  CHECK(project.workspace->kind("/p/nested.json") == DocumentKind::kOther);
  CHECK(project.workspace->kind("/p/top.json") == DocumentKind::kConfig);
  CHECK(project.workspace->kind("/p/broken.yaml") == DocumentKind::kConfig);
  CHECK(project.workspace->kind("/p/metafile.yml") == DocumentKind::kOther);
}

TEST_CASE("a comment in YAML suppresses") {
  const std::map<std::string, std::string> files{
      {"a.yaml", "a: 1  # mmlint: ignore[MM101]\nb: x#mmlint: ignore\n"}};
  MemoryProject project(files);
  const auto found = project.workspace->document("/p/a.yaml")->suppressions();
  REQUIRE(found.size() == 1);
  CHECK(found[0].line == 1);
  CHECK(found[0].codes.at(0) == "MM101");
}

}  // namespace
}  // namespace mmlint
