#include "project/workspace.h"

#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "unit/project.h"
#include "value/key_path.h"

namespace mmlint::project {
namespace {

const std::map<std::string, std::string> kLazy{
    {"configs/base.py", "name = 'y\\x41'\nother = 'z\\x41'\n"},
    {"configs/one.py",
     "from mmengine.config import read_base\nwith read_base():\n"
     "    from .base import *\nmodel = dict(type='M\\x41')\n"},
    {"configs/two.py", "_base_ = './base.py'\nmodel = dict(type='N')\n"},
};

std::string_view text_of(const config::Resolved& config, std::string_view key) {
  const Value* value = value_at(*config.root, key).value;
  return value ? value->text() : std::string_view("nothing");
}

std::vector<std::string> bases_of(Workspace& workspace, const std::string& path) {
  std::vector<std::string> out;
  for (const Node* base : workspace.bases(path)) out.push_back(base->path());
  return out;
}

TEST_CASE("what a part forgets was its own") {
  test::MemoryProject project(kLazy);
  const config::Resolved& one = project.resolve("configs/one.py");
  REQUIRE(one.ok());
  {
    auto part = std::make_unique<Workspace>(*project.workspace, 1);
    CHECK(part->resolve("/p/configs/one.py") == &one);
    for (const char* path : {"/p/configs/base.py", "/p/configs/two.py"}) {
      const config::Resolved* config = part->resolve(path);
      REQUIRE(config->ok());
      CHECK(text_of(*config, "name") == "yA");
    }
    std::move(*part).forget_files();
  }
  CHECK(text_of(one, "name") == "yA");
  CHECK(text_of(one, "model.type") == "MA");
  CHECK(text_of(project.resolve("configs/two.py"), "other") == "zA");
}

TEST_CASE("what a part has resolved may be kept") {
  test::MemoryProject project(kLazy);
  auto part = std::make_unique<Workspace>(*project.workspace, 2);
  const config::Resolved* one = part->resolve("/p/configs/one.py");
  const config::Resolved* two = part->resolve("/p/configs/two.py");
  project.workspace->keep(std::move(part));
  CHECK(project.workspace->resolve("/p/configs/one.py") == one);
  CHECK(&project.resolve("configs/two.py") == two);
  CHECK(text_of(*one, "name") == "yA");
}

TEST_CASE("of files that are not kept an outline stays") {
  std::map<std::string, std::string> files = kLazy;
  files["configs/rest.yaml"] = "_base_: base.py\n";
  files["tools/run.py"] = "import sys\n";
  Settings none, all;
  none.room = 0;
  test::MemoryProject project(files, none), kept(files, all);
  for (const std::string& path : kept.paths) {
    CAPTURE(path);
    CHECK(project.workspace->kind(path) == kept.workspace->kind(path));
    CHECK(bases_of(*project.workspace, path) == bases_of(*kept.workspace, path));
    const Workspace::Facts facts = project.workspace->facts(path),
                           of_kept = kept.workspace->facts(path);
    CHECK(facts.kind == of_kept.kind);
    CHECK(facts.is_config_by_folder == of_kept.is_config_by_folder);
    CHECK(facts.read_error == nullptr);
    CHECK(project.workspace->read_error(path) == nullptr);
  }
  const auto reads = [&](const std::string& path) { return project.disk.reads("/p/" + path); };
  CHECK(reads("configs/two.py") == 1);
  CHECK(reads("configs/base.py") == 1);
  project.workspace->load(project.paths);
  {
    auto part = std::make_unique<Workspace>(*project.workspace, 1);
    const config::Resolved* two = part->resolve("/p/configs/two.py");
    REQUIRE(two->ok());
    CHECK(text_of(*two, "name") == "yA");
    CHECK(part->document("/p/configs/two.py")->source().bytes() == files["configs/two.py"]);
    CHECK(bases_of(*part, "/p/configs/one.py") == std::vector<std::string>{"/p/configs/base.py"});
    std::move(*part).forget_files();
  }
  CHECK(reads("configs/two.py") == 2);
  CHECK(reads("configs/base.py") == 2);
  CHECK(reads("configs/one.py") == 1);
  auto part = std::make_unique<Workspace>(*project.workspace, 2);
  const config::Resolved* one = part->resolve("/p/configs/one.py");
  project.workspace->keep(std::move(part));
  CHECK(project.workspace->resolve("/p/configs/one.py") == one);
  CHECK(text_of(*one, "model.type") == "MA");
  CHECK(project.workspace->document("/p/configs/one.py") == one->document);
  CHECK(reads("configs/one.py") == 2);
}

TEST_CASE("a base that is read for a lazy heir has the number of its file") {
  const std::string lazy = "from mmengine.config import read_base\nwith read_base():\n    from .";
  test::MemoryProject project({{"configs/first.py", "a = dict(type='A')\n"},
                               {"configs/one.py", lazy + "first import *\n"},
                               {"configs/second.py", "a = dict(type='B')\n"},
                               {"configs/two.py", lazy + "second import *\n"}});
  Workspace& whole = *project.workspace;
  std::vector<std::unique_ptr<Workspace>> parts;
  for (const std::string name : {"one", "two"}) {
    parts.push_back(std::make_unique<Workspace>(whole, 1));
    const std::string base = name == "one" ? "/p/configs/first.py" : "/p/configs/second.py";
    const config::Resolved* heir = parts.back()->resolve("/p/configs/" + name + ".py");
    REQUIRE(heir->bases.size() == 1);
    CHECK(heir->bases.front()->path == base);
    CHECK(heir->bases.front()->number == whole.node(base).number);
    CHECK(project.index->is_inherited(*heir->bases.front()));
    CHECK(parts.back()->resolve(base) != heir->bases.front());
  }
}

TEST_CASE("what does not load is known to a part of the workspace that has resolved it") {
  test::MemoryProject project({{"configs/broken.py", "_base_ = 'none.py'\n"},
                               {"configs/heir.py", "_base_ = 'broken.py'\n"},
                               {"configs/right.py", "_base_ = 'base.py'\n"},
                               {"configs/base.py", "a = 1\n"}});
  Workspace& whole = *project.workspace;
  whole.resolve("/p/configs/broken.py");
  whole.resolve("/p/configs/right.py");
  Workspace part(whole, 1);
  part.resolve("/p/configs/heir.py");
  std::set<std::string> paths;
  for (const config::Resolved* config : part.failed()) paths.insert(config->path);
  CHECK(paths ==
        std::set<std::string>{"/p/configs/broken.py", "/p/configs/heir.py", "/p/configs/none.py"});
  CHECK(whole.failed().size() == 2);
}

TEST_CASE("a node stands for the file as the workspace that is asked sees it") {
  test::MemoryProject project({{"base.py", "a = 'one'\n"},
                               {"heir.py", "_base_ = 'base.py'\n"},
                               {"other.py", "_base_ = ['old.py', 'missing.py']\n"},
                               {"old.py", "_base_ = 'base.py'\n"}});
  Workspace& whole = *project.workspace;
  const Node* const nodes[] = {&whole.node("/p/heir.py"), &whole.node("/p/base.py")};
  CHECK(text_of(*whole.resolve(nodes).front(), "a") == "one");
  const OverlayFileSystem changed(
      project.disk, {{"/p/base.py", "a = 'two'\n"}, {"/p/new.py", "_base_ = 'base.py'\n"}});
  Workspace over(whole, changed, {"/p/base.py", "/p/new.py"});
  for (const config::Resolved* config : over.resolve(nodes)) CHECK(text_of(*config, "a") == "two");
  CHECK(text_of(*over.resolve("/p/new.py"), "a") == "two");
  CHECK(over.node("/p/base.py").number == nodes[1]->number);
  CHECK(over.node("/p/new.py").number > whole.node("/p/other.py").number);
  CHECK(bases_of(over, "/p/heir.py") == std::vector<std::string>{"/p/base.py"});
  CHECK(text_of(*whole.resolve("/p/base.py"), "a") == "one");
  const OverlayFileSystem changed_again(changed, {{"/p/new.py", "_base_ = 'heir.py'\n"}});
  Workspace above(over, changed_again, {"/p/new.py"});
  for (const config::Resolved* config : above.resolve(nodes)) CHECK(text_of(*config, "a") == "two");
  CHECK(text_of(*above.resolve("/p/new.py"), "a") == "two");
  CHECK(above.resolve(nodes) == over.resolve(nodes));

  const Index of_new(over, std::vector<std::string>{"/p/heir.py", "/p/new.py"});
  CHECK(of_new.is_inherited(*over.resolve("/p/base.py")));
  CHECK(!of_new.is_inherited(*over.resolve("/p/new.py")));
  const auto missing = std::vector<std::string>{"/p/missing.py"};
  CHECK(project.index->missing_bases(project.disk) == missing);
  CHECK(project.index->is_inherited(whole.node("/p/missing.py")));
  CHECK(!project.index->has("/p/missing.py"));
  CHECK(project.index->has("/p/old.py"));
  std::vector<std::string> reached;
  for (const Node* node : project.index->reach({"/p/missing.py", "/p/old.py", "/p/none.py"}))
    reached.push_back(node->path());
  CHECK(reached == std::vector<std::string>{"/p/old.py", "/p/other.py"});
}

}  // namespace
}  // namespace mmlint::project
