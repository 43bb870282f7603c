// A launch waits for nodes that no launch of the project starts, or that cannot come to it.
// captures: nodes, node
// forms: apart, unread, batch, same-rank

#include "base/text.h"
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

// Must: the script of a Slurm job with several nodes runs a launch itself, which is on the first of
// them, and nothing in it reaches another one.
bool is_on_first_node(const launch::LinkedLaunch& linked, project::Workspace& workspace) {
  constexpr std::string_view kReach[] = {"srun", "ssh", "pdsh", "clush", "mpirun", "mpiexec"};
  const Flag* rank = linked.launch->flag("node_rank");
  const bool by_slurm = rank && rank->value && rank->value->depends_on.starts_with("SLURM_");
  if (!by_slurm && number_of(*linked.launch, "node_rank", 0) != 0) return false;
  for (const auto* each = &linked; each; each = each->through) {
    const syntax::Document* script = workspace.document(each->launch_script);
    if (!script) return false;
    const Source& source = script->source();
    if (std::ranges::any_of(kReach, [&](auto word) { return has_word(source.bytes(), word); }))
      return false;
    const auto batch = launch::batch_options(source);
    if (!batch) continue;
    return !launch::slurm_number(*batch, "array", "a").option &&
           launch::slurm_number(*batch, "nodes", "N").value.value_or(1) > 1;
  }
  return false;
}

// Must: srun starts a launch on several nodes, each of which says that it is the same one.
bool is_one_node(const Launch& launch, const std::optional<launch::SlurmStep>& step) {
  return step && step->nodes.value_or(1) > 1 && step->tasks != 1 && is_static(launch) &&
         number_of(launch, "node_rank", 0) && !is_set(launch, "PET_NODE_RANK");
}

// How the nodes of a launch miss each other; nullopt if they may meet.
std::optional<std::string_view> form_of(const launch::LinkedLaunch& linked, const LaunchView& view,
                                        const std::optional<launch::SlurmStep>& step,
                                        const std::optional<int>& node) {
  if (meets_on_this_machine(*linked.launch, view))
    return unread_address(*linked.launch) ? "unread" : node ? "" : "apart";
  if (is_one_node(*linked.launch, step)) return "same-rank";
  if (!step && is_on_first_node(linked, view.request.workspace)) return "batch";
  return std::nullopt;
}

}  // namespace

LaunchHits missing_nodes(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.reached()) {
    const Launch& launch = *linked->launch;
    const Flag* count = launch.flag("nnodes");
    if (launch.elsewhere || launch.more_flags || !count || !starts_ranks(launch)) continue;
    const auto nodes = nodes_needed(launch);
    if (!nodes || *nodes < 2) continue;
    const auto step = launch::slurm_step(*linked, view.request.workspace);
    if (step && step->nodes.value_or(1) < 2) continue;
    // c10d numbers the nodes itself, and srun starts all of them.
    const auto node = is_static(launch) && !step ? number_of(launch, "node_rank", 0) : std::nullopt;
    const auto form = form_of(*linked, view, step, node);
    if (!form) continue;
    const bool in_job = form == "batch" || form == "same-rank";
    const bool repeats = linked->from->commands[launch.command].context.loop.has_value();
    if (!node && repeats) continue;
    const auto& all = view.graph.all();
    if (std::ranges::any_of(all, [&](const launch::LinkedLaunch* other) {
          return other != linked && (!in_job || other->launch_script == linked->launch_script) &&
                 may_start_another(*other->launch, node);
        }))
      continue;
    LaunchHit hit;
    hit.at = linked->through ? view.cause(*count->value) : count->span;
    if (!view.has(hit.at)) continue;
    hit.linked = linked;
    hit.form = *form;
    if (const auto* unread = form == "unread" ? unread_address(launch) : nullptr)
      hit.places.push_back({unread->span, {"is not read here", "这里的值不会被读取"}});
    hit.captures["nodes"] = std::to_string(*nodes);
    hit.captures["node"] = node ? std::to_string(*node) : "";
    for (const std::string_view name : {"standalone", "rdzv_endpoint", "master_addr"})
      if (const Flag* address = in_job ? nullptr : launch.flag(name))
        hit.places.push_back({address->span, {"this machine only", "仅限本机"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
