#include "check/config/change_groups.h"

#include <doctest/doctest.h>

#include "check/config/trained.h"
#include "unit/project.h"
#include "value/pool.h"

namespace mmlint::check {
namespace {

const std::string kBegin =
    "from mmengine.config import Config\n"
    "from mmengine.runner import Runner\n"
    "cfg = Config.fromfile('configs/a.py')\n";
const std::string kEnd = "Runner.from_cfg(cfg).train()\n";

// The scripts of a project and a rule about one key, on gcu.
struct Project {
  explicit Project(const std::map<std::string, std::string>& scripts, const std::string& key)
      : project(files_of(scripts)), catalog(*catalog::Catalog::load()), groups(target()) {
    const auto summaries = project.workspace->scripts(project.scripts);
    for (std::size_t i = 0; i < summaries.size(); ++i)
      builders.push_back({project.scripts[i], summaries[i]});
    match.kind = catalog::Match::Kind::kKey;
    match.key = key;
    matcher = std::make_unique<Matcher>(match, target());
  }

  static std::map<std::string, std::string> files_of(
      const std::map<std::string, std::string>& scripts) {
    std::map<std::string, std::string> out{{"configs/a.py", "x = 1\nmodel = dict(type='A')\n"}};
    for (const auto& [name, middle] : scripts)
      out["tools/" + name + ".py"] = kBegin + middle + kEnd;
    return out;
  }
  const catalog::Target& target() { return *catalog.target("gcu"); }

  // The groups by the names of their scripts: "a b | c".
  std::string text() {
    std::string out;
    for (const auto& group : groups.of(*matcher, builders).groups) {
      if (!out.empty()) out += " |";
      for (const auto& member : group) {
        const std::string& path = member.builder->path;
        out += (out.empty() ? "" : " ") + path.substr(path.rfind('/') + 1);
        out.resize(out.size() - 3);
      }
    }
    return out;
  }

  test::MemoryProject project;
  catalog::Catalog catalog;
  catalog::Match match;
  std::unique_ptr<Matcher> matcher;
  launch::Builders builders;
  ChangeGroups groups;
};

std::string grouped(const std::map<std::string, std::string>& scripts,
                    const std::string& key = "env_cfg.dist_cfg.backend") {
  return Project(scripts, key).text();
}

TEST_CASE("scripts that write the same are judged once") {
  const std::string write = "cfg.env_cfg.dist_cfg.backend = 'nccl'\n";
  CHECK(grouped({{"a", write}, {"b", "\n\n" + write}, {"c", ""}, {"d", write}}) == "a b d | c");
  CHECK(grouped({{"a", write}, {"b", "cfg.env_cfg.dist_cfg.backend = 'gloo'\n"}}) == "a | b");
  CHECK(grouped({{"a", "cfg.work_dir = 'x'\n"}, {"b", "cfg.seed = 3\n"}, {"c", ""}}) == "a b c");
}

TEST_CASE("what decides when a script writes keeps it apart") {
  const std::string write = "cfg.env_cfg.dist_cfg.backend = 'nccl'\n";
  const auto under = [&](const std::string& condition) {
    return "if " + condition + ":\n    " + write;
  };
  CHECK(grouped({{"a", under("'x' in cfg")}, {"b", write}, {"c", under("'x' in cfg")}}) ==
        "a c | b");
  CHECK(grouped({{"a", under("'x' in cfg")}, {"b", under("'y' in cfg")}}) == "a | b");
  // The config that is asked is not the one that was loaded.
  CHECK(grouped({{"a", under("'x' in cfg")}, {"b", "cfg.x = 2\n" + under("'x' in cfg")}}) ==
        "a | b");
}

TEST_CASE("the kind and the parts of a value and the order of writes keep scripts apart") {
  const std::string key = "model.*";
  CHECK(grouped({{"a", "cfg.model.n = 1\n"}, {"b", "cfg.model.n = '1'\n"}}, key) == "a | b");
  CHECK(grouped({{"a", "cfg.model.n = [1]\n"}, {"b", "cfg.model.n = (1,)\n"}}, key) == "a | b");
  CHECK(grouped({{"a", "cfg.model.n = dict(a=1)\n"}, {"b", "cfg.model.n = dict(a=2)\n"}}, key) ==
        "a | b");
  CHECK(grouped({{"a", "cfg.model.n = cfg.x\n"}, {"b", "cfg.x = 2\ncfg.model.n = cfg.x\n"}}, key) ==
        "a | b");
  CHECK(grouped({{"a", "cfg.model = dict(n=1)\ncfg.model.m = 2\n"},
                 {"b", "cfg.model.m = 2\ncfg.model = dict(n=1)\n"}},
                key) == "a | b");
}

TEST_CASE("each script of a group is named where it has written what a rule finds") {
  const std::string write = "cfg.env_cfg = dict(dist_cfg=dict(backend='nccl'))\n";
  Project project({{"a", write}, {"b", write}, {"c", ""}}, "env_cfg.dist_cfg.backend");
  CHECK(project.text() == "a b | c");
  const ConfigView view = view_of(project.project.resolve("configs/a.py"), false);
  Pool kept;
  ScriptChanges changes(*view.config->root, project.target(), kept);
  std::string unknown;
  const TrainedHits hits = as_trained(*project.matcher, view, {}, project.builders, project.groups,
                                      project.project.workspace->files(), changes, &unknown);
  REQUIRE(hits.written.size() == 2);
  const SourceStore& sources = project.project.workspace->sources();
  CHECK(sources.get(hits.written[0].statement.file).path() == "/p/tools/a.py");
  CHECK(sources.get(hits.written[1].statement.file).path() == "/p/tools/b.py");
  CHECK(hits.written[1].is_certain);
}

}  // namespace
}  // namespace mmlint::check
