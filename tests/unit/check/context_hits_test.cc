#include "check/script/context_hits.h"

#include <doctest/doctest.h>

#include <string>

#include "catalog/catalog.h"
#include "check/check.h"
#include "unit/project.h"

// A user's own rule may ask for nothing but what a script loads; mmlint's own ask for more.
namespace mmlint {
namespace {

const std::string kRule = R"({"code": "MY501", "name": "what-is-loaded", "since": "0.1.0",
  "documents": "script", "severity": "warning",
  "summary": {"en": "x", "zh": "x"}, "message": {"en": "{key}", "zh": "x"},
  "label": {"en": "here", "zh": "x"}, "why": {"en": "x", "zh": "x"}, "match": MATCH,
  "fix": {"title": {"en": "x", "zh": "x"}, "safety": "display",
          "why_not_safe": {"en": "x", "zh": "x"}, "action": {"do": "show"}},
  "links": ["https://example.org"]})";

// Returns "line: text" of the one place that a rule with this match reports.
std::string found(const std::string& match) {
  std::string json = kRule;
  json.replace(json.find("MATCH"), 5, match);
  const catalog::Catalog::File file{"rules/MY501-what-is-loaded.json", json};
  const auto catalog = catalog::Catalog::load({&file, 1}, catalog::kNewestVersion);
  REQUIRE(catalog);
  const catalog::Target& target = *catalog->target("gcu");
  const catalog::Catalog::Active rule{catalog->rule("MY501"), Severity::kWarning, true};
  const test::MemoryProject project(
      {{"configs/a.py", "work_dir = 'out'\nmodel = dict(type='M')\ntrain_dataloader = dict()\n"},
       {"tools/train.py",
        "import sys\nfrom mmengine.config import Config\nfrom mmengine.runner import Runner\n"
        "cfg = Config.fromfile(sys.argv[1])\nRunner.from_cfg(cfg).train()\n"},
       {"tools/run.sh", "python tools/train.py configs/a.py\n"}});
  const check::Request request{.workspace = *project.workspace,
                               .index = *project.index,
                               .passed = project.index->configs(),
                               .target = target,
                               .rules = {&rule, 1},
                               .scripts = project.scripts,
                               .launch_scripts = project.launch_scripts,
                               .roots = project.roots};
  const auto findings = check::run_check(request);
  REQUIRE(findings.size() == 1);
  const Span at = findings[0].diagnostic.primary;
  return std::to_string(project.sources.begin_of(at).line) + ": " +
         std::string(project.sources.text(at));
}

TEST_CASE("what the loaded config lacks stands at its first statement") {
  CHECK(found(R"({"loads": "model.head", "absent": true})") == "2: model");
  CHECK(found(R"({"loads": "launcher"})") == "1: work_dir = 'out'");
}

TEST_CASE("what it has stands where it is written") {
  CHECK(found(R"({"loads": "model.type", "equals": "M"})") == "2: type");
}

}  // namespace
}  // namespace mmlint
