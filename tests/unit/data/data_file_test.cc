#include <doctest/doctest.h>

#include "data/data_file.h"
#include "unit/project.h"
#include "value/key_path.h"
#include "value/value_json.h"

namespace mmlint {
namespace {

using config::Resolved;
using test::MemoryProject;

// The text of the file that a key and its value were read from: "key|value@line:column".
std::string place(MemoryProject& project, const std::string& path, const std::string& key) {
  const Resolved& config = project.resolve(path);
  REQUIRE(config.ok());
  const FoundValue found = value_at(*config.root, key);
  REQUIRE(found.entry);
  const Origin& origin = *found.entry->origin;
  const SourceStore& sources = project.sources;
  const Position at = sources.begin_of(origin.value());
  return std::string(sources.text(origin.key())) + "|" + std::string(sources.text(origin.value())) +
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
      {"e.yaml",
       "a: [!!str x, !<tag:yaml.org,2002:int> # c\n 3]\n"
       "b: &m # c\n  # d\n  - >-\n    text\n\n\n# e\nc: !!str\nd: *m\n"
       "f:\n  &k k: [v]\n"},
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
  CHECK(place(project, "e.yaml", "a") == "a|[!!str x, !<tag:yaml.org,2002:int> # c\n 3]@1:4");
  CHECK(place(project, "e.yaml", "b") == "b|- >-\n    text@5:3");
  CHECK(place(project, "e.yaml", "c") == "c|@10:9");
  CHECK(place(project, "e.yaml", "d") == "d|- >-\n    text@5:3");
  CHECK(place(project, "e.yaml", "f") == "f|&k k: [v]@13:3");
  CHECK(place(project, "d.yaml", "time").ends_with("@2:7"));
}

TEST_CASE("what is no YAML is refused in libyaml's words, where they say") {
  struct Case {
    std::string text, detail, place, context;
  };
  const Case cases[] = {
      {"\u4e2d: 1\na: [x\n", "did not find expected ',' or ']'", "3:1",
       "2:4 while parsing a flow sequence"},
      {"a: 1\nb: 'x\n", "found unexpected end of stream", "3:1",
       "2:4 while scanning a quoted scalar"},
      {"\u4e2d: \u00e9\nb: \x01\n",
       "unacceptable character #x0001: control characters are not allowed", "2:4", ""},
      {"a: &x 1\nb: &x 2\n", "found duplicate anchor", "2:4", "1:4 first occurrence"},
      {"a: !mine\n  b: 1\n", "could not determine a constructor for the tag '!mine'", "1:4", ""},
      // Collections are filled level by level.
      {"a: {b: {[1]: 2}}\nc: {[3]: 4}\n", "found unhashable key", "2:5", ""},
  };
  for (const Case& wanted : cases) {
    CAPTURE(wanted.text);
    MemoryProject project(std::map<std::string, std::string>{{"a.yaml", wanted.text}});
    const Resolved& config = project.resolve("a.yaml");
    REQUIRE(!config.ok());
    const Problem& problem = config.problems.at(0);
    const auto position = [&](Span span) {
      const Position at = project.sources.begin_of(span);
      return std::to_string(at.line) + ":" + std::to_string(at.column);
    };
    CHECK(problem.kind == ProblemKind::kSyntaxError);
    CHECK(problem.captures.at("detail") == wanted.detail);
    CHECK(position(problem.span) == wanted.place);
    std::string others;
    for (const Place& other : problem.places) others += position(other.span) + " " + other.text.en;
    CHECK(others == wanted.context);
  }
}

TEST_CASE("hostile data reaches a limit") {
  std::string bomb = "a0: &a0 [x, x]\n";
  std::string merges = "a0: &a0 {x: 1}\n";
  std::string tags;
  for (int i = 0; i < 6000; ++i) tags += "%TAG !a" + std::to_string(i) + "! b:\n";
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
      {"tags.yaml", tags + "---\na: 1\n"},
      {"nested.json", std::string(100'000, '[')},
      {"large.json", "{\"a\": " + std::string(9u << 20, ' ') + "1}"}};
  MemoryProject project(files);
  for (const char* name : {"bomb.yaml", "template.yaml", "merges.yaml", "deep.yaml", "tags.yaml",
                           "nested.json", "large.json"}) {
    CAPTURE(name);
    const Resolved& config = project.resolve(name);
    REQUIRE(!config.ok());
    CHECK(config.problems.at(0).kind == ProblemKind::kLimitReached);
  }
}

TEST_CASE("a file that may name bases is found by its text") {
  using data::names_bases;
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
  using config::DocumentKind;
  CHECK(project.workspace->kind("/p/nested.json") == DocumentKind::kOther);
  CHECK(project.workspace->kind("/p/top.json") == DocumentKind::kConfig);
  CHECK(project.workspace->kind("/p/broken.yaml") == DocumentKind::kConfig);
  CHECK(project.workspace->kind("/p/metafile.yml") == DocumentKind::kOther);
}

TEST_CASE("a comment in YAML suppresses") {
  const std::string mark = "# mmlint: ignore[MM101]\n";
  const std::string text = "a: 1  " + mark + "b: x#mmlint: ignore\n" + mark + "\nc:\n  " + mark +
                           "- d:\n    e " + mark + mark;
  MemoryProject project({{"a.yaml", text}, {"b.json", "{\"a\": \" " + mark + "\"}"}});
  const Suppressions& found = project.workspace->document("/p/a.yaml")->suppressions();
  std::vector<std::string> begun;
  for (const Suppression& each : found.comments) {
    const std::size_t i = found.statement_at(each.comment.begin);
    begun.push_back(i < found.statements.size() ? text.substr(found.statements[i].begin, 2) : "");
  }
  CHECK(begun == std::vector<std::string>{"a:", "c:", "c:", "c:", ""});
  CHECK(project.workspace->document("/p/b.json")->suppressions().comments.empty());
}

}  // namespace
}  // namespace mmlint
