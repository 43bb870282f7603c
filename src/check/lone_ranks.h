#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/span.h"
#include "script/summary.h"

namespace mmlint::check {

struct Request;
struct LinkedLaunch;
class LaunchGraph;

// A launch of the project starts several processes of a script, each of which trains a model of its
// own: started so, the script makes no process group.
struct LoneRanks {
  Span count;     // the word of the launch that says how many
  Span group;     // what would make the group if it were called; unknown if nothing would
  Span training;  // where gradients are computed
};

// Returns the first launch of the graph that starts the script so; nullopt if there is none, or if
// that is not certain, as code that was not read may make the group too. `script` is what
// the script does however it is started.
std::optional<LoneRanks> lone_ranks(const std::string& path, const script::Summary& script,
                                    const Request& request, const LaunchGraph& graph);

// Returns true for a module that makes no process group by itself, whatever of it is called:
// Python's own and what training scripts mostly use. `symbol` may be a name inside the module.
bool makes_no_group(std::string_view symbol);

// Returns true for a launch by torchrun, or by torch.distributed.launch in the same manner: the
// number of the process is in the environment and not among the options.
bool is_by_torchrun(const LinkedLaunch& linked);
// Returns the options that a launch gives to its script; nothing is known of the environment.
script::Start start_of(const LinkedLaunch& linked);

// Returns true if all that a script imports was walked with it, but for modules that make no group.
bool walks_all_imports(const script::Summary& script);

}  // namespace mmlint::check
