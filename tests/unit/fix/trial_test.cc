#include "fix/trial.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "check/check.h"
#include "unit/project.h"

namespace mmlint {
namespace {

TextEdit replaced(test::MemoryProject& project, const std::string& path, std::string_view from,
                  std::string to) {
  const Source& source = project.workspace->document("/p/" + path)->source();
  const std::size_t at = source.bytes().find(from);
  REQUIRE(at != std::string_view::npos);
  return {
      {source.id(), static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + from.size())},
      std::move(to)};
}

std::string value(project::Workspace& workspace, const std::string& path, std::string_view key) {
  const config::Resolved* config = workspace.resolve("/p/" + path);
  REQUIRE(config->ok());
  const FoundValue found = value_at(*config->root, key);
  return found.value ? print(*found.value) : "-";
}

const std::map<std::string, std::string> kFiles = {
    {"configs/base.py", "env_cfg = dict(dist_cfg=dict(backend='nccl'))\nseed = 1\n"},
    {"configs/toy.py",
     "_base_ = './base.py'\nmodel = dict(type='M')\ntrain_dataloader = dict(batch_size=2)\n"},
    {"configs/other.py", "seed = 3\n"}};

TEST_CASE("a trial shows what an edit means, in every config that depends on it") {
  test::MemoryProject project(kFiles);
  const TextEdit edit = replaced(project, "configs/base.py", "'nccl'", "'gloo'");
  const auto trial = fix::Trial::make(*project.workspace, {&edit, 1});
  REQUIRE(trial);
  CHECK((*trial)->changed() == std::set<std::string>{"/p/configs/base.py"});
  CHECK((*trial)->files().at("/p/configs/base.py") ==
        "env_cfg = dict(dist_cfg=dict(backend='gloo'))\nseed = 1\n");
  project::Workspace& tried = (*trial)->workspace();
  CHECK(value(tried, "configs/toy.py", "env_cfg.dist_cfg.backend") == "'gloo'");
  // The original stays as it is, and what depends on no edit is not resolved again.
  CHECK(value(*project.workspace, "configs/toy.py", "env_cfg.dist_cfg.backend") == "'nccl'");
  const config::Resolved* other = project.workspace->resolve("/p/configs/other.py");
  CHECK(tried.resolve("/p/configs/other.py") == other);
  CHECK(project.disk.read("/p/configs/base.py").value() == kFiles.at("configs/base.py"));
}

TEST_CASE("a trial is judged again") {
  test::MemoryProject project(kFiles);
  const auto catalog = catalog::Catalog::load();
  REQUIRE(catalog);
  const catalog::Target& target = *catalog->target("gcu");
  const auto rules = catalog->active(target);
  const check::Request request{.workspace = *project.workspace,
                               .index = *project.index,
                               .passed = project.index->configs(),
                               .target = target,
                               .rules = rules};
  const auto has = [](const check::Request& judged) {
    const auto findings = check::run_check(judged);
    return std::any_of(findings.begin(), findings.end(), [](const check::Finding& finding) {
      return finding.diagnostic.code == "MM101";
    });
  };
  CHECK(has(request));
  const TextEdit edit = replaced(project, "configs/base.py", "'nccl'", "'gloo'");
  const auto trial = fix::Trial::make(*project.workspace, {&edit, 1});
  REQUIRE(trial);
  CHECK_FALSE(has(request.in((*trial)->workspace())));
}

TEST_CASE("a new file can be inherited at once") {
  test::MemoryProject project(kFiles);
  const TextEdit edit = replaced(project, "configs/toy.py", "./base.py", "./made.py");
  const NewFile made{"/p/configs/made.py", "seed = 7\n"};
  const auto trial = fix::Trial::make(*project.workspace, {&edit, 1}, {&made, 1});
  REQUIRE(trial);
  CHECK((*trial)->changed() == std::set<std::string>{"/p/configs/made.py", "/p/configs/toy.py"});
  CHECK(value((*trial)->workspace(), "configs/toy.py", "seed") == "7");
  CHECK_FALSE(project.disk.read("/p/configs/made.py"));
}

TEST_CASE("the edits of several files are applied each to its own") {
  test::MemoryProject project(kFiles);
  const std::vector<TextEdit> edits = {
      replaced(project, "configs/base.py", "seed = 1", "seed = 10"),
      replaced(project, "configs/other.py", "seed = 3", "seed = 30"),
      replaced(project, "configs/base.py", "'nccl'", "'gloo'")};
  const auto trial = fix::Trial::make(*project.workspace, edits);
  REQUIRE(trial);
  CHECK(value((*trial)->workspace(), "configs/toy.py", "seed") == "10");
  CHECK(value((*trial)->workspace(), "configs/toy.py", "env_cfg.dist_cfg.backend") == "'gloo'");
  CHECK(value((*trial)->workspace(), "configs/other.py", "seed") == "30");
}

TEST_CASE("two edits that touch are refused, and the same one twice is one") {
  test::MemoryProject project(kFiles);
  const TextEdit edit = replaced(project, "configs/base.py", "'nccl'", "'gloo'");
  const TextEdit around = replaced(project, "configs/base.py", "backend='nccl'", "");
  CHECK_FALSE(fix::Trial::make(*project.workspace, std::vector{edit, around}));
  CHECK_FALSE(fix::Trial::make(*project.workspace, std::vector{edit, edit}));

  const std::vector<TextEdit> once = fix::without_repeats({around, edit, around, edit});
  CHECK(once == std::vector{around, edit});
  CHECK(fix::Trial::make(*project.workspace, fix::without_repeats({edit, edit})));
  // At one place two texts are two edits.
  TextEdit other = edit;
  other.replacement = "'mpi'";
  CHECK(fix::without_repeats({other, edit, other}) == std::vector{edit, other});
}

}  // namespace
}  // namespace mmlint
