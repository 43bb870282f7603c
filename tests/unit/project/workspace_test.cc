#include "project/workspace.h"

#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <string>

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
    part->forget_files();
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
    CHECK(project.workspace->bases(path) == kept.workspace->bases(path));
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
    CHECK(part->bases("/p/configs/one.py") == std::vector<std::string_view>{"/p/configs/base.py"});
    part->forget_files();
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

}  // namespace
}  // namespace mmlint::project
