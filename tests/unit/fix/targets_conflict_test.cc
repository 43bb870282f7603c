#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "fix/fixer.h"
#include "unit/project.h"

// One run for several targets.
namespace mmlint {
namespace {

using catalog::Catalog;

const Catalog& rules() {
  static const Result<Catalog> loaded = Catalog::load();
  REQUIRE(loaded);
  return *loaded;
}

struct Judged {
  Judged(const std::string& config, const std::string& targets)
      : project({{"configs/a.py",
                  "model = dict(type='M')\ntrain_dataloader = dict()\n" + config + "\n"}}) {
    for (const std::string_view name : split(targets, ',')) {
      const catalog::Target& target = *rules().target(name);
      all.push_back({&target, rules().active(target)});
    }
    first = all.front();
    all.erase(all.begin());
  }

  check::Request request() const {
    return {.workspace = *project.workspace,
            .index = *project.index,
            .passed = project.index->configs(),
            .target = *first.target,
            .rules = first.rules,
            .others = all};
  }

  fix::Outcome fix() const {
    const fix::Options options{true, fix::Where::kAuto, [](const std::string&) { return true; }};
    return fix::fix(request(), options);
  }

  // The finding of a rule; the codes must be unique.
  Diagnostic finding(const std::string& code) const {
    Diagnostic out;
    for (const check::Finding& one : check::check(request())) {
      if (one.diagnostic.code != code) continue;
      CHECK(out.code.empty());
      out = one.diagnostic;
    }
    return out;
  }

  test::MemoryProject project;
  check::OnTarget first;
  std::vector<check::OnTarget> all;
};

bool has(const std::vector<std::string>& notes, std::string_view part) {
  return std::any_of(notes.begin(), notes.end(),
                     [part](const std::string& note) { return note.find(part) != note.npos; });
}

const std::string kNccl = "env_cfg = dict(dist_cfg=dict(backend='nccl'))";
const std::string kWrapper =
    "\nmodel_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)";

TEST_CASE("a cause is told once, with its targets and in the words of the worst") {
  const Diagnostic same = Judged(kNccl, "gcu,cpu").finding("MM101");
  CHECK(same.targets == std::vector<std::string>{"gcu", "cpu"});
  CHECK(same.message == "backend 'nccl' cannot start on gcu, cpu");
  CHECK(!has(same.notes, "on gcu: "));

  const Diagnostic other = Judged(kNccl, "npu,gcu").finding("MM101");
  CHECK(other.targets == std::vector<std::string>{"npu", "gcu"});
  CHECK(other.severity == Severity::kError);
  CHECK(other.message == "backend 'nccl' cannot start on gcu");
  CHECK(has(other.notes, "on npu: backend 'nccl' is not used on npu: MMEngine starts hccl"));
  CHECK(has(other.notes, "on gcu: nccl needs the driver"));

  CHECK(Judged(kNccl, "gcu,cuda").finding("MM101").targets == std::vector<std::string>{"gcu"});
  CHECK(Judged(kNccl, "cuda,rocm").finding("MM101").code.empty());
  CHECK(Judged(kNccl, "gcu").finding("MM101").targets.empty());
}

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
