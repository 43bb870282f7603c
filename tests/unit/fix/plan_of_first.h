#pragma once

#include <doctest/doctest.h>

#include "check/check.h"
#include "fix/plan.h"
#include "unit/project.h"

namespace mmlint::test {

inline const catalog::Catalog& rules() {
  static const catalog::Catalog loaded = *catalog::Catalog::load();
  return loaded;
}

using Files = std::map<std::string, std::string>;

// What the fix of the first finding of a rule plans for some files.
struct PlanOfFirst {
  PlanOfFirst(const std::string& code, const Files& files, const std::string& on = "gcu")
      : project(files), target(*rules().target(on)), active(rules().active(target)) {
    // Whether a suppression is used is known only when its own rule has been tried.
    if (code != "MM011")
      std::erase_if(active, [&](const auto& one) { return one.rule->code != code; });
    const check::Request request{.workspace = *project.workspace,
                                 .index = *project.index,
                                 .passed = project.index->configs(),
                                 .target = target,
                                 .rules = active,
                                 .launched = true,
                                 .scripts = project.scripts,
                                 .launch_scripts = project.launch_scripts,
                                 .roots = project.roots,
                                 .catalog = &rules()};
    for (check::Finding& one : check::run_check(request)) {
      if (one.diagnostic.code == code) findings.push_back(std::move(one));
    }
    REQUIRE_FALSE(findings.empty());
    REQUIRE(finding().fix);
    const fix::Context context{.workspace = *project.workspace,
                               .index = *project.index,
                               .editable = [](const std::string&) { return true; }};
    applies = !findings.front().reaches().empty() ? fix::verb_applies(finding(), context) : true;
    plan = fix::plan_by_verb(finding(), context);
  }

  const check::Finding& finding() const { return findings.front(); }
  const catalog::FixAction& action() const { return finding().fix->action; }

  // The files that the plan changes or makes.
  Files after() const {
    Files out;
    if (!plan) return {{"", fix::to_text(plan.error(), Language::kEnglish)}};
    std::map<FileId, std::vector<TextEdit>> edits;
    for (const TextEdit& edit : plan->edits) edits[edit.span.file].push_back(edit);
    for (auto& [file, list] : edits) {
      const Source& source = project.sources.get(file);
      const auto text = apply_edits(source.bytes(), std::move(list));
      REQUIRE(text);
      out[source.path().substr(3)] = *text;
    }
    for (const NewFile& file : plan->files) out[file.path.substr(3)] = file.bytes;
    return out;
  }

  MemoryProject project;
  const catalog::Target& target;
  std::vector<catalog::Catalog::Active> active;
  std::vector<check::Finding> findings;
  bool applies = false;
  fix::Planned plan = fix::Plan{};
};

}  // namespace mmlint::test
