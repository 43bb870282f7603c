#include "fix/targets_conflict.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "fix/fixer.h"
#include "unit/check/several_targets.h"

// One run for several targets.
namespace mmlint {
namespace {

struct Judged : test::SeveralTargets {
  using SeveralTargets::SeveralTargets;

  fix::Outcome fix() const {
    const fix::Options options{true, fix::Where::kAuto, [](const std::string&) { return true; }};
    return fix::fix(request(), options);
  }
};

const std::string kNccl = "env_cfg = dict(dist_cfg=dict(backend='nccl'))";
const std::string kWrapper =
    "\nmodel_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)";

TEST_CASE("of several values the one is written that serves all") {
  for (const char* targets : {"gcu,cuda", "cuda,gcu", "cuda,cpu,gcu"}) {
    CAPTURE(targets);
    const Judged judged("env_cfg = dict(dist_cfg=dict(backend='eccl'))" + kWrapper, targets);
    const fix::Outcome outcome = judged.fix();
    REQUIRE(outcome.changes.size() == 1);
    CHECK(outcome.changes.front().after.find("backend='gloo'") != std::string::npos);
  }
}

TEST_CASE("a fix must be right for every target") {
  struct Case {
    const char* targets;
    std::string config;
    const char* code;
    bool applied;
    const char* conflict;
  };

  for (const auto& [targets, config, code, applied, conflict] : {
           Case{"gcu,cpu", kNccl + kWrapper, "MM101", true, ""},
           Case{"gcu,cuda", kNccl + kWrapper, "MM101", false, "on cuda nothing is wrong"},
           Case{"cuda,gcu", kNccl + kWrapper, "MM101", false, "on cuda nothing is wrong"},
           Case{"gcu,npu", kNccl + kWrapper, "MM101", false, "on npu nothing is wrong"},
           Case{"gcu,cpu", "", "MM301", true, ""},
           Case{"gcu,cpu", "launcher = 'pytorch'" + kWrapper, "MM201", true, ""},
           Case{"gcu,cuda", "launcher = 'pytorch'" + kWrapper, "MM201", false,
                "on cuda nothing is wrong"},
           Case{"gcu,cuda", "", "MM301", false, "--target gcu -o OUT"},
           Case{"gcu,rocm",
                kNccl + kWrapper +
                    "\nnorm_cfg = dict(type='SyncBN')\n"
                    "model = dict(norm_cfg=norm_cfg)",
                "MM401", false, "on rocm nothing is wrong"},
       }) {
    const std::string tried = std::string(targets) + " " + code;
    CAPTURE(tried);
    const fix::Outcome outcome = Judged(config, targets).fix();
    const bool fixed = std::any_of(outcome.fixed.begin(), outcome.fixed.end(),
                                   [&code = code](const auto& d) { return d.code == code; });
    CHECK(fixed == applied);
    if (*conflict == '\0') continue;
    const auto refused = std::find_if(outcome.refused.begin(), outcome.refused.end(),
                                      [&code = code](const auto& r) { return r.code == code; });
    REQUIRE(refused != outcome.refused.end());
    CHECK(refused->reason.find(conflict) != std::string::npos);
  }
}

}  // namespace
}  // namespace mmlint
