#include <doctest/doctest.h>

#include <set>
#include <string>

#include "catalog/catalog.h"
#include "check/check.h"
#include "check/findings/failures.h"
#include "unit/project.h"

// What a release of MMEngine changes in the verdicts.
namespace mmlint {
namespace {

using catalog::Catalog;
using catalog::Version;

struct Judged {
  Judged(const std::string& config, const char* target_name, const Version& version)
      : catalog(*Catalog::load({}, version)),
        project({{"configs/a.py",
                  "model = dict(type='M')\ntrain_dataloader = dict()\n" + config + "\n"}}) {
    const catalog::Target& target = *catalog.target(target_name);
    const auto rules = catalog.active(target);
    const check::Request request{*project.workspace, *project.index, project.index->configs(),
                                 target, rules};
    const auto findings = check::run_check(request);
    for (const check::Finding& finding : findings)
      found += finding.diagnostic.code + " " + to_string(finding.diagnostic.severity) + "\n";
    for (const Failure& failure : check::failures(findings, request))
      for (const std::string& error : failure.errors) errors += error + "\n";
  }

  bool has(const char* finding) const { return found.find(finding) != std::string::npos; }
  bool fails_with(const char* error) const { return errors.find(error) != std::string::npos; }

  Catalog catalog;
  test::MemoryProject project;
  std::string found, errors;
};

struct Row {
  const char* target;
  const char* config;
  Version before, since;
  const char* finding;         // in earlier releases
  bool since_instead = false;  // the other way round
};

TEST_CASE("a finding depends on the release") {
  const char* nccl = "env_cfg = dict(dist_cfg=dict(backend='nccl'))";
  const char* launched = "launcher = 'pytorch'\nenv_cfg = dict(dist_cfg=dict(backend='gloo'))";
  const Row rows[] = {
      {"npu", nccl, {0, 2, 0}, {0, 3, 0}, "MM101 error"},
      {"npu", nccl, {0, 2, 0}, {0, 3, 0}, "MM101 info", true},
      {"npu", nccl, {0, 2, 0}, {0, 3, 0}, "MM301 error"},
      {"npu", "", {0, 2, 0}, {0, 3, 0}, "MM102 error"},
      {"npu", launched, {0, 2, 0}, {0, 3, 0}, "MM201 error"},
      {"npu", "launcher = 'slurm'", {0, 2, 0}, {0, 3, 0}, "MM202 error", true},
      {"npu",
       "norm_cfg = dict(type='SyncBN')\nmodel = dict(norm=norm_cfg)",
       {0, 2, 0},
       {0, 3, 0},
       "MM401 error"},
      {"npu", "custom_hooks = [dict(type='NPUProfilerHook')]", {0, 5, 0}, {0, 6, 0}, "MM405 info"},
      {"mlu", "launcher = 'slurm'", {0, 9, 0}, {0, 9, 1}, "MM202 error"},
      {"mlu", "optim_wrapper = dict(type='AmpOptimWrapper')", {0, 7, 2}, {0, 7, 3}, "MM402 error"},
      {"npu", "optim_wrapper = dict(type='AmpOptimWrapper')", {0, 2, 0}, {0, 3, 0}, "MM402 error"},
      {"musa", nccl, {0, 10, 2}, {0, 10, 3}, "MM101 error"},
      {"musa", nccl, {0, 10, 2}, {0, 10, 3}, "MM301 error"},
      {"musa", launched, {0, 10, 2}, {0, 10, 3}, "MM201 error"},
      {"musa",
       "custom_hooks = [dict(type='EmptyCacheHook')]",
       {0, 10, 2},
       {0, 10, 3},
       "MM405 info"},
      {"gcu",
       "runner_type = 'FlexibleRunner'\nmodel_wrapper_cfg = dict(type='A')",
       {0, 7, 4},
       {0, 8, 0},
       "MM308 warning",
       true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.target);
    CAPTURE(row.finding);
    CHECK(Judged(row.config, row.target, row.before).has(row.finding) != row.since_instead);
    CHECK(Judged(row.config, row.target, row.since).has(row.finding) == row.since_instead);
  }
}

TEST_CASE("before 0.7.3 the first error is a division by zero") {
  const char* launched = "launcher = 'pytorch'\nenv_cfg = dict(dist_cfg=dict(backend='gloo'))";
  const Judged before(launched, "gcu", {0, 7, 2});
  CHECK(before.fails_with("integer modulo by zero"));
  CHECK(!before.fails_with("Found no NVIDIA driver"));
  const Judged since(launched, "gcu", {0, 7, 3});
  CHECK(!since.fails_with("modulo"));
  CHECK(since.fails_with("Found no NVIDIA driver"));
  CHECK(Judged("launcher = 'slurm'", "npu", {0, 7, 2}).fails_with("modulo by zero"));
  CHECK(!Judged("launcher = 'slurm'", "npu", {0, 7, 3}).fails_with("modulo by zero"));
}

}  // namespace
}  // namespace mmlint
