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
    return {*project.workspace, *project.index, configs,         target, active_rules,
            Language::kEnglish, false,          project.scripts, {},     project.launchers,
            project.roots};
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

// The files of an example, before its fix or after it.
std::map<std::string, std::string> texts(const Example& example, bool fixed) {
  std::map<std::string, std::string> out;
  for (const catalog::ExampleFile& file : example.files) {
    if (fixed || !file.made) out[file.path] = fixed && !file.fixed.empty() ? file.fixed : file.bad;
  }
  return out;
}

void try_example(const Rule& rule, const Example& example) {
  const std::map<std::string, std::string> files = texts(example, false);
  std::vector<std::string> expected;
  for (const catalog::ExampleFile& file : example.files) {
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
  for (const RefusedFix& refused : outcome.refused) INFO(refused.reason);
  if (!has_fixed) {
    using Verb = catalog::FixAction::Verb;
    const bool has_values = rule.fix && rule.fix->action.verb == Verb::kReplaceValue;
    if (has_values) CHECK(outcome.refused.empty());  // not offered, rather than offered and refused
    return;
  }
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

// A lazy config may inherit files that would be classic ones by themselves, and may be unreadable
// until it is fixed.
bool has_its_style(const Example& example) {
  int lazy = 0, lazy_and_bad = 0;
  for (const bool fixed : {false, true}) {
    const test::MemoryProject project(texts(example, fixed));
    for (const catalog::ExampleFile& file : example.files) {
      const auto resolved = project.workspace->resolve("/p/" + file.path);
      if (resolved->style != config::Style::kLazy) continue;
      ++lazy;
      lazy_and_bad += file.found_at.empty() ? 0 : 1;
    }
  }
  if (example.style == "lazy") return lazy > 0;
  return lazy_and_bad == 0 && lazy < 2 * static_cast<int>(example.files.size());
}

TEST_CASE("every rule has a bad example in each style that it applies to") {
  for (const Rule& rule : rules().rules()) {
    if (rule.documents != "config") continue;
    CAPTURE(rule.code);
    for (const std::string style : {"classic", "lazy"}) {
      CAPTURE(style);
      const bool applies = !rule.only_in || rule.only_in->style == style;
      const bool has = std::any_of(rule.examples.begin(), rule.examples.end(),
                                   [&](const auto& e) { return !e.good && e.style == style; });
      CHECK(has == applies);
    }
    for (const Example& example : rule.examples) {
      CAPTURE(example.files.front().bad);
      CHECK(has_its_style(example));
    }
  }
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
