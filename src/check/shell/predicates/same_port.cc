// Two launches wait on one port, or a port is above 65535.
// captures: port
// forms: at-once, no-port

#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

using shell::EnvironmentWrite;
using shell::Launch;

namespace {

struct Port {
  Span at;
  std::string value;
  bool is_default = false;  // the caller may give another one
};

// The port of a launch, which may be a default that the caller replaces.
std::optional<Port> usual_port(const Launch& launch) {
  const EnvironmentWrite* rank = launch.variable("RANK");
  if (!starts_ranks(launch) && !(rank && rank->value)) return std::nullopt;
  if (launch.flag("standalone") || launch.more_flags) return std::nullopt;
  if (const shell::Flag* flag = launch.flag("master_port")) {
    if (!flag->value || !flag->value->is_known()) return std::nullopt;
    return Port{flag->span, flag->value->value, flag->value->overridable};
  }
  const EnvironmentWrite* setting = launch.variable("MASTER_PORT");
  // torchrun does not read it.
  const bool known =
      setting && setting->value && !setting->conditional && setting->value->is_known();
  if (!known || starts_ranks(launch)) return std::nullopt;
  return Port{setting->span, setting->value->value, setting->value->overridable};
}

// The port that is written in the launch script itself.
std::optional<Port> literal_port(const Launch& launch) {
  auto port = usual_port(launch);
  return port && !port->is_default ? port : std::nullopt;
}

// The port at which torchrun waits on this machine (torch/distributed/run.py: get_rdzv_endpoint).
std::optional<Port> waits_at(const Launch& launch) {
  if (!starts_ranks(launch) || launch.elsewhere || launch.more_flags) return std::nullopt;
  for (const std::string_view name : {"standalone", "rdzv_backend", "rdzv_endpoint", "node_rank"}) {
    if (launch.flag(name)) return std::nullopt;
  }
  if (launch.flag("master_port")) return usual_port(launch);
  return Port{launch.starter, "29500"};
}

// srun may start it on another machine.
bool is_spread(const Launch& launch) {
  return is_in("srun", launch.wrappers);
}

// Both run at once: the first in the background, and nothing waits for it before the second.
bool at_once(const Launch& first, const Launch& second, const LaunchView& view) {
  const auto& one = view.summary.commands[first.command].context;
  const auto& two = view.summary.commands[second.command].context;
  if (!one.background || one.conditional || two.conditional) return false;
  if (one.wait && one.wait->begin < second.span.begin) return false;
  return !is_spread(first) && !is_spread(second);
}

LaunchHit hit_at(const Port& port, const launch::LinkedLaunch& linked, Span other,
                 const char* form) {
  LaunchHit hit;
  hit.at = port.at;
  hit.linked = &linked;
  hit.form = form;
  hit.captures["port"] = port.value;
  hit.places.push_back({other, {"the same port", "同一个端口"}});
  return hit;
}

}  // namespace

LaunchHits same_port(const LaunchView& view) {
  LaunchHits out;
  const auto& own = view.own();
  std::map<std::string, const launch::LinkedLaunch*> running;  // in the background, by port
  for (const launch::LinkedLaunch* linked : own) {
    const auto port = waits_at(*linked->launch);
    if (!port) continue;
    const launch::LinkedLaunch*& before = running[port->value];
    if (meets_itself(*linked) && !is_spread(*linked->launch)) {
      out.push_back(hit_at(*port, *linked, linked->launch->starter, "at-once"));
    } else if (before && at_once(*before->launch, *linked->launch, view)) {
      out.push_back(hit_at(*port, *linked, before->launch->starter, "at-once"));
    }
    before = linked;
  }
  for (const launch::LinkedLaunch* linked : own) {
    const auto port = literal_port(*linked->launch);
    const auto number = whole_number(port ? port->value : "");
    if (!port || !number || *number <= 65535) continue;
    out.push_back(hit_at(*port, *linked, port->at, "no-port"));
    out.back().places.clear();
  }
  if (!out.empty()) return out;
  for (const launch::LinkedLaunch* linked : own) {
    const auto port = literal_port(*linked->launch);
    if (!port || !whole_number(port->value)) continue;
    for (const launch::LinkedLaunch* other : view.graph.all()) {
      if (other->launch_script == view.path) break;
      const auto known = literal_port(*other->launch);
      if (other->through || !known || known->value != port->value) continue;
      return {hit_at(*port, *linked, known->at, "")};
    }
  }
  return {};
}

}  // namespace mmlint::check::predicates
