#pragma once

#include "check/common/request.h"
#include "check/findings/finding.h"

namespace mmlint::check {

// Judges the passed configs, scripts and launch scripts, and returns the findings, sorted by path,
// offset and code. Each cause that shows in a passed config is one finding, with all configs below
// the root that it reaches. Configs that inherit passed files are judged too; they add only what
// they show in a passed file, and what keeps them from loading.
// Unless `open` is null, *open gets a text for each question that the run could not decide, and
// that a run without findings therefore leaves open.
// If `settle` is given, shards of configs (shards.h) are judged apart from each other, and what
// they mean does not stay: it gets all findings, those of a shard at a time, while their evidence
// is there, and a request whose workspace has the configs and whose `passed` are those of the
// shard. Several threads may call it at once. Findings of shards have no evidence afterwards.
using Settle = std::function<void(std::vector<Finding>& findings, const Request& request)>;
std::vector<Finding> run_check(const Request& request, std::vector<std::string>* open = nullptr,
                               const Settle& settle = nullptr);

}  // namespace mmlint::check
