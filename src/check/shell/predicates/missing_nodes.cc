// A launch waits for nodes that no launch of the project starts, or that cannot come to it.
// captures: nodes, node
// forms: apart, unread

#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "launch/slurm.h"

namespace mmlint::check::predicates {

using shell::Flag;
using shell::Launch;

namespace {

// Must: a text begins with an address that each machine takes for itself.
bool is_this_machine(std::string_view address) {
  constexpr std::string_view kLocal[] = {"127.0.0.1", "localhost", "::1", "[::1]", "0.0.0.0"};
  return is_in(address.substr(0, address.rfind(':')), kLocal) || is_in(address, kLocal);
}

bool is_static(const Launch& launch) {
  const Flag* backend = launch.flag("rdzv_backend");
  return !launch.flag("standalone") &&
         (!backend || !backend->value || backend->value->is("static"));
}

// The option that decides at which address the ranks meet; null if it is the launcher's default.
// (torch/distributed/run.py: get_rdzv_endpoint)
const Flag* address_of(const Launch& launch) {
  if (const Flag* standalone = launch.flag("standalone")) return standalone;
  const Flag* endpoint = launch.flag("rdzv_endpoint");
  return endpoint || !is_static(launch) ? endpoint : launch.flag("master_addr");
}

// Must: the caller cannot replace the host of HOST:PORT, as in localhost:${PORT:-29500}.
bool has_fixed_host(const shell::ExpandedWord& address, const LaunchView& view) {
  if (!address.overridable) return true;
  if (address.runs.empty() || !view.has(address.runs[0].source)) return false;
  const shell::SourceRun& first = address.runs[0];
  const std::string_view written = view.text.substr(first.source.begin);
  const bool begins =
      first.source.begin > 0 &&
      std::string_view("= \"'").find(view.text[first.source.begin - 1]) != std::string_view::npos;
  return begins && first.verbatim && written.substr(0, written.find(':')).find('$') == written.npos;
}

// Must: the ranks meet at an address that other machines take for themselves. Without an address,
// the static rendezvous takes 127.0.0.1, and c10d localhost. Options that the command line lacks
// may be in variables: PET_MASTER_ADDR.
bool meets_on_this_machine(const Launch& launch, const LaunchView& view) {
  const Flag* address = address_of(launch);
  if (!address) {
    const bool given = is_set(launch, "PET_MASTER_ADDR") || is_set(launch, "PET_RDZV_ENDPOINT") ||
                       is_set(launch, "PET_RDZV_BACKEND");
    return !given && (is_static(launch) || launch.flag("rdzv_backend")->value->is("c10d"));
  }
  if (address->name == "standalone") return true;
  if (!address->value || address->value->in_script_folder) return false;
  const std::string_view value = address->value->value;
  // The port may be unknown.
  const bool whole =
      address->value->precision == shell::ExpandedWord::Precision::kExact || value.ends_with(':');
  return whole && is_this_machine(value) && has_fixed_host(*address->value, view);
}

// Must: another machine's address is in MASTER_ADDR, which torchrun sets for its processes and does
// not read; null if it is not so. (torch/distributed/run.py: --master_addr has only a default, and
// PET_MASTER_ADDR.)
const shell::EnvironmentWrite* unread_address(const Launch& launch) {
  const shell::EnvironmentWrite* setting = launch.variable("MASTER_ADDR");
  if (!setting || !setting->value || setting->conditional || address_of(launch)) return nullptr;
  return is_this_machine(setting->value->value) ? nullptr : setting;
}

// Whether a launch may be that of another node, on this machine: of any if `node` is not known.
bool may_start_another(const Launch& launch, std::optional<int> node) {
  return starts_ranks(launch) && number_of(launch, "nnodes", 1) != 1 &&
         (!node || launch.more_flags || number_of(launch, "node_rank", 0) != node);
}

}  // namespace

LaunchHits missing_nodes(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.reached()) {
    const Launch& launch = *linked->launch;
    const Flag* count = launch.flag("nnodes");
    if (launch.elsewhere || launch.more_flags || !count || !starts_ranks(launch)) continue;
    const auto nodes = nodes_needed(launch);
    if (!nodes || *nodes < 2 || !meets_on_this_machine(launch, view)) continue;
    const auto step = launch::slurm_step(*linked, view.request.workspace);
    if (step && step->nodes.value_or(1) < 2) continue;
    // c10d numbers the nodes itself, and srun starts all of them.
    const auto node = is_static(launch) && !step ? number_of(launch, "node_rank", 0) : std::nullopt;
    const bool repeats = linked->from->commands[launch.command].context.loop.has_value();
    if (!node && repeats) continue;
    const auto& all = view.graph.all();
    if (std::ranges::any_of(all, [&](const launch::LinkedLaunch* other) {
          return other != linked && may_start_another(*other->launch, node);
        }))
      continue;
    LaunchHit hit;
    hit.at = linked->through ? view.cause(*count->value) : count->span;
    if (!view.has(hit.at)) continue;
    hit.linked = linked;
    const shell::EnvironmentWrite* unread = unread_address(launch);
    hit.form = unread ? "unread" : node ? "" : "apart";
    if (unread) hit.places.push_back({unread->span, {"is not read here", "这里的值不会被读取"}});
    hit.captures["nodes"] = std::to_string(*nodes);
    hit.captures["node"] = node ? std::to_string(*node) : "";
    for (const std::string_view name : {"standalone", "rdzv_endpoint", "master_addr"})
      if (const Flag* address = launch.flag(name))
        hit.places.push_back({address->span, {"this machine only", "仅限本机"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
