#include "check/findings/dedupe.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "unit/check/several_targets.h"

namespace mmlint {
namespace {

bool has(const std::vector<std::string>& notes, std::string_view part) {
  return std::any_of(notes.begin(), notes.end(),
                     [part](const std::string& note) { return note.find(part) != note.npos; });
}

const std::string kNccl = "env_cfg = dict(dist_cfg=dict(backend='nccl'))";

Diagnostic finding(const std::string& config, const std::string& targets) {
  return test::SeveralTargets(config, targets).finding("MM101");
}

TEST_CASE("a cause is told once, with its targets and in the words of the worst") {
  const Diagnostic same = finding(kNccl, "gcu,cpu");
  CHECK(same.targets == std::vector<std::string>{"gcu", "cpu"});
  CHECK(same.message == "backend 'nccl' cannot start on gcu, cpu");
  CHECK(!has(same.notes, "on gcu: "));

  const Diagnostic other = finding(kNccl, "npu,gcu");
  CHECK(other.targets == std::vector<std::string>{"npu", "gcu"});
  CHECK(other.severity == Severity::kError);
  CHECK(other.message == "backend 'nccl' cannot start on gcu");
  CHECK(has(other.notes, "on npu: backend 'nccl' is not used on npu: MMEngine starts hccl"));
  CHECK(has(other.notes, "on gcu: nccl needs the driver"));

  CHECK(finding(kNccl, "gcu,cuda").targets == std::vector<std::string>{"gcu"});
  CHECK(finding(kNccl, "cuda,rocm").code.empty());
  CHECK(finding(kNccl, "gcu").targets.empty());
}

}  // namespace
}  // namespace mmlint
