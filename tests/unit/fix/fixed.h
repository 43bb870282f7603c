#pragma once

#include <map>
#include <string>
#include <vector>

#include "fix/fixer.h"
#include "unit/project.h"

namespace mmlint::test {

using Files = std::map<std::string, std::string>;

// Some files, and what the fixes of one rule make of them on gcu; only the safe ones without
// `unsafe`.
struct Fixed {
  Fixed(const Files& files, const std::string& code, bool unsafe = true)
      : project(files), catalog(*catalog::Catalog::load()) {
    const catalog::Target& target = *catalog.target("gcu");
    for (const auto& active : catalog.active(target)) {
      if (active.rule->code == code) rules.push_back(active);
    }
    const check::Request request{.workspace = *project.workspace,
                                 .index = *project.index,
                                 .passed = project.index->configs(),
                                 .target = target,
                                 .rules = rules,
                                 .scripts = project.scripts};
    outcome =
        fix::fix(request, {unsafe, fix::Where::kAuto, [](const std::string&) { return true; }});
    for (const FileChange& change : outcome.changes) {
      after[change.path.substr(3)] = change.after;
      if (change.created) made.push_back(change.path.substr(3));
    }
  }

  std::string refused() const {
    return outcome.refused.empty() ? "" : outcome.refused.front().reason;
  }

  MemoryProject project;
  catalog::Catalog catalog;
  std::vector<catalog::Catalog::Active> rules;
  fix::Outcome outcome;
  std::map<std::string, std::string> after;
  std::vector<std::string> made;
};

}  // namespace mmlint::test
