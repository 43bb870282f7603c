#include <algorithm>

#include <doctest/doctest.h>

#include "unit/project.h"

namespace mmlint {
namespace {

using config::Resolved;
using test::MemoryProject;

// 60 configs that inherit one base, directly or through another.
std::map<std::string, std::string> heirs_of(const std::string& base, const std::string& text) {
  std::map<std::string, std::string> files{{"configs/" + base, text},
                                           {"configs/middle.py", "_base_ = './" + base + "'\n"}};
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    files["configs/near" + n + ".py"] = "_base_ = './" + base + "'\n";
    files["configs/far" + n + ".py"] = "_base_ = './middle.py'\n";
    files["configs/data" + n + ".yml"] = "_base_: " + base + "\n";
  }
  return files;
}

TEST_CASE("a base is read, parsed and resolved once however many configs inherit it") {
  const std::map<std::string, std::string> bases{{"base.py", "a = dict(b=1)\n"},
                                                 {"base.yaml", "a: {b: 1}\n"},
                                                 {"base.json", "{\"a\": {\"b\": 1}}\n"}};
  for (const auto& entry : bases) {
    const std::string& base = entry.first;
    CAPTURE(base);
    project::Settings settings;
    settings.jobs = 4;
    MemoryProject project(heirs_of(base, entry.second), settings);
    const auto configs = project.workspace->resolve(project.paths);
    // Once more, in another order: nothing is left to do.
    std::reverse(project.paths.begin(), project.paths.end());
    project.workspace->resolve(project.paths);
    for (const std::string& path : project.paths) CHECK(project.disk.reads(path) == 1);
    // Every text that is parsed is a source first.
    CHECK(project.sources.size() == project.paths.size());
    const Resolved* shared = project.workspace->resolve("/p/configs/" + base);
    const Value* value = shared->root->dict().get("a");
    for (const Resolved* config : configs) {
      REQUIRE(config->ok());
      CHECK(config->root->dict().get("a") == value);
    }
  }
}

TEST_CASE("open() reads the files of the projects and no others") {
  project::Settings settings;
  settings.packages.roots = {"/p"};
  MemoryProject project({{"configs/inside.py", "a = open('/p/names.txt').read()\n"},
                         {"configs/outside.py", "a = open('/etc/secret').read()\n"},
                         {"names.txt", "cat"}},
                        settings);
  project.disk.add("/etc/secret", "key");
  const auto value = [&](const std::string& path) {
    return project.workspace->resolve(path)->root->dict().get("a");
  };
  CHECK(value("/p/configs/inside.py")->is_string("cat"));
  CHECK(value("/p/configs/outside.py")->kind == Value::Kind::kUnknown);
  CHECK(project.disk.reads("/etc/secret") == 0);
}

TEST_CASE("a chain of bases is as long as MMEngine's calls may nest") {
  std::map<std::string, std::string> files{{"c0.py", "a = 1\n"}};
  for (int i = 1; i <= 1000; ++i) {
    files["c" + std::to_string(i) + ".py"] = "_base_ = 'c" + std::to_string(i - 1) + ".py'\n";
  }
  MemoryProject project(files);
  CHECK(project.workspace->resolve("/p/c988.py")->ok());
  MemoryProject too_long(files);
  CHECK_FALSE(too_long.workspace->resolve("/p/c1000.py")->ok());
}

TEST_CASE("a change of one file reads that file alone again") {
  MemoryProject project(heirs_of("base.yaml", "a: 1\n"));
  project.workspace->resolve(project.paths);
  const std::string changed = "/p/configs/middle.py";
  const OverlayFileSystem overlay(project.disk, {{changed, "_base_ = './base.yaml'\nc = 2\n"}});
  const std::size_t sources = project.sources.size();
  project::Workspace after(*project.workspace, overlay, {changed});
  const auto configs = after.resolve(project.paths);
  for (const Resolved* config : configs) REQUIRE(config->ok());
  CHECK(project.sources.size() == sources + 1);
  for (const std::string& path : project.paths) CHECK(project.disk.reads(path) == 1);
  CHECK(after.resolve("/p/configs/far0.py")->root->dict().get("c")->integer == 2);
}

}  // namespace
}  // namespace mmlint
