#pragma once

#include <memory>
#include <string>
#include <vector>

#include "script/summary.h"

namespace mmlint::check {

struct Request;
struct LinkedLaunch;
class LaunchGraph;

// What two processes of one start do: those of rank 0 and of rank 1 on one machine.
struct RankRuns {
  std::shared_ptr<const script::Summary> first, second;
  const LinkedLaunch* launch = nullptr;  // the graph owns it; null for any start
};

// Returns them for each launch of the project that starts the script in several processes, and for
// any start of that kind if there is no such launch. What one of the two does and the other does
// not is what the script makes depend on the rank. Empty if the script makes no process group or
// never asks for its rank, or if not all of it was walked. `graph` may be null.
std::vector<RankRuns> rank_runs(const std::string& path, const script::Summary& script,
                                const Request& request, const LaunchGraph* graph);

// Returns the point of a call of such a run without the conditions that only its start answers.
// `script` is what the script does however it is started.
script::ProgramPoint point_in_any_run(const script::Call& call, const script::Summary& script);

}  // namespace mmlint::check
