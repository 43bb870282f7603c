// A launch waits for nodes that no launch of the project starts.
// captures: nodes, node

#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

using shell::Flag;
using shell::Launch;

namespace {

// The number that a launch must have for an option, or the launcher's default without the option;
// nullopt if the caller decides.
std::optional<int> number_of(const Launch& launch, std::string_view name, int usual) {
  const Flag* flag = launch.flag(name);
  if (!flag) return usual;
  const bool known = flag->value && flag->value->is_known() && !flag->value->overridable;
  return known ? whole_number(flag->value->value) : std::nullopt;
}

// Must: the ranks meet at an address that other machines take for themselves. torchrun and
// torch.distributed.launch take 127.0.0.1 without --master_addr (torch/distributed/run.py).
bool meets_on_this_machine(const Launch& launch) {
  if (launch.flag("standalone") || launch.flag("rdzv_endpoint")) return false;
  const Flag* backend = launch.flag("rdzv_backend");
  if (backend && !(backend->value && backend->value->is("static"))) return false;
  const Flag* address = launch.flag("master_addr");
  if (!address) return true;
  if (!address->value || address->value->overridable) return false;
  const auto& word = *address->value;
  return word.is("127.0.0.1") || word.is("localhost") || word.is("::1");
}

bool may_start_another(const Launch& launch, int node) {
  return starts_ranks(launch) && number_of(launch, "nnodes", 1) != 1 &&
         (launch.more_flags || number_of(launch, "node_rank", 0) != node);
}

}  // namespace

LaunchHits missing_nodes(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const Launch& launch = *linked->launch;
    const bool here = !launch.elsewhere && !launch.more_flags && !is_in("srun", launch.wrappers);
    if (!here || !starts_ranks(launch) || !meets_on_this_machine(launch)) continue;
    const auto nodes = number_of(launch, "nnodes", 1);
    const auto node = number_of(launch, "node_rank", 0);
    if (!nodes || *nodes < 2 || !node) continue;
    const auto& all = view.graph.all();
    if (std::ranges::any_of(all, [&](const launch::LinkedLaunch* other) {
          return may_start_another(*other->launch, *node);
        }))
      continue;
    LaunchHit hit;
    hit.at = launch.flag("nnodes")->span;
    hit.linked = linked;
    hit.captures["nodes"] = std::to_string(*nodes);
    hit.captures["node"] = std::to_string(*node);
    if (const Flag* address = launch.flag("master_addr"))
      hit.places.push_back({address->span, {"this machine only", "仅限本机"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
