#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "check/check.h"
#include "unit/project.h"

namespace mmlint::test {

// A config that trains, with some text in it, and its findings in one run for several targets,
// which are named as the option --target names them.
struct SeveralTargets {
  SeveralTargets(const std::string& config, const std::string& targets)
      : project({{"configs/a.py",
                  "model = dict(type='M')\ntrain_dataloader = dict()\n" + config + "\n"}}) {
    for (const std::string_view name : split(targets, ',')) {
      const catalog::Target& target = *rules().target(name);
      all.push_back({&target, rules().active(target)});
    }
    first = all.front();
    all.erase(all.begin());
  }

  static const catalog::Catalog& rules() {
    static const catalog::Catalog loaded = *catalog::Catalog::load();
    return loaded;
  }

  check::Request request() const {
    return {.workspace = *project.workspace,
            .index = *project.index,
            .passed = project.index->configs(),
            .target = *first.target,
            .rules = first.rules,
            .others = all};
  }

  // The finding of a rule; the codes must be unique.
  Diagnostic finding(const std::string& code) const {
    Diagnostic out;
    for (const check::Finding& one : check::run_check(request())) {
      if (one.diagnostic.code != code) continue;
      CHECK(out.code.empty());
      out = one.diagnostic;
    }
    return out;
  }

  MemoryProject project;
  check::OnTarget first;
  std::vector<check::OnTarget> all;  // but the first
};

}  // namespace mmlint::test
