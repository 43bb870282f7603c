#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "fix/fixer.h"
#include "unit/project.h"

// The examples of every rule file are its tests: on its target the bad one is found exactly on the
// lines that the file names, the fix gives exactly the fixed text, a second run changes nothing,
// and the good one is silent.
namespace mmlint {
namespace {

using catalog::Catalog;
using catalog::Example;
using catalog::Rule;

const Catalog& rules() {
  static const Result<Catalog> loaded = Catalog::load();
  REQUIRE_MESSAGE(loaded, (loaded ? "" : to_string(loaded.error())));
  return *loaded;
}

struct Judged {
  explicit Judged(const std::map<std::string, std::string>& files, const Rule& rule,
                  const std::string& target_name)
      : project(files), target(*rules().target(target_name)), code(rule.code) {
    // Whether a suppression is used is known only when its own rule has been tried.
    const bool all = rule.name == "unused-suppression";
    for (const auto& active : rules().active(target)) {
      if (all ? active.rule->on_by_default : active.rule->code == rule.code) {
        active_rules.push_back(active);
      }
    }
    configs = project.index->configs();
  }

  check::Request request() {
    return {*project.workspace, *project.index, configs, target, active_rules};
  }

  fix::Outcome fix() {
    const fix::Options options{true, fix::Where::kAuto, [](const std::string&) { return true; }};
    return fix::fix(request(), options);
  }

  // "path:line" of every finding.
  std::vector<std::string> places() {
    std::vector<std::string> out;
    for (const check::Finding& finding : check::check(request())) {
      if (finding.diagnostic.code != code) continue;
      const Span at = finding.diagnostic.primary;
      out.push_back(project.sources.get(at.file).path().substr(3) + ":" +
                    std::to_string(project.sources.begin_of(at).line));
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  test::MemoryProject project;
  const catalog::Target& target;
  std::string code;
  std::vector<Catalog::Active> active_rules;
  std::vector<std::string> configs;
};

void try_example(const Rule& rule, const Example& example) {
  std::map<std::string, std::string> files;
  std::vector<std::string> expected;
  for (const catalog::ExampleFile& file : example.files) {
    files[file.path] = file.bad;
    for (const std::uint32_t line : file.found_at) {
      expected.push_back(file.path + ":" + std::to_string(line));
    }
  }
  std::sort(expected.begin(), expected.end());
  Judged judged(files, rule, example.target);
  CHECK(judged.places() == expected);
  if (example.good) return;

  const bool has_fixed = std::any_of(example.files.begin(), example.files.end(),
                                     [](const auto& file) { return !file.fixed.empty(); });
  fix::Outcome outcome = judged.fix();
  std::map<std::string, std::string> after = files;
  for (const FileChange& change : outcome.changes) after[change.path.substr(3)] = change.after;
  for (const catalog::ExampleFile& file : example.files) {
    CHECK(after[file.path] == (file.fixed.empty() ? file.bad : file.fixed));
  }
  if (!has_fixed) return;
  for (const RefusedFix& refused : outcome.refused) INFO(refused.reason);
  CHECK(outcome.left.empty());
  Judged again(after, rule, example.target);
  CHECK(again.fix().changes.empty());
}

TEST_CASE("every example of every rule") {
  int tried = 0;
  for (const Rule& rule : rules().rules()) {
    for (const Example& example : rule.examples) {
      CAPTURE(rule.code);
      CAPTURE(example.style);
      CAPTURE(example.target);
      CAPTURE(example.files.front().bad);
      try_example(rule, example);
      ++tried;
    }
  }
  CHECK(tried > 30);
}

TEST_CASE("a fix that would change another key is refused and named") {
  // The same variable feeds the backend and the work folder.
  Judged judged(
      {{"configs/a.py",
        "name = 'nccl'\nwork_dir = name\nmodel = dict(type='M')\ntrain_dataloader = dict()\n"
        "env_cfg = dict(dist_cfg=dict(backend=name))\n"}},
      *rules().rule("MM101"), "gcu");
  const fix::Outcome outcome = judged.fix();
  CHECK(outcome.changes.empty());
  REQUIRE(outcome.refused.size() == 1);
  CHECK(outcome.refused[0].reason.find("work_dir") != std::string::npos);
}

}  // namespace
}  // namespace mmlint
