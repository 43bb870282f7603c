// A launch sets variables or options that torchrun sets itself.
// forms: variable, standalone

#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

LaunchHits ranks_overridden(const LaunchView& view) {
  LaunchHits out;
  std::vector<std::string_view> unread;  // the launch script itself may count with them
  for (const std::string_view name : {"RANK", "LOCAL_RANK", "WORLD_SIZE"}) {
    const bool read = view.text.find(fmt::format("${}", name)) != view.text.npos ||
                      view.text.find(fmt::format("${{{}", name)) != view.text.npos;
    if (!read) unread.push_back(name);
  }
  for (const launch::LinkedLaunch* linked : view.own()) {
    const shell::Launch& launch = *linked->launch;
    if (!starts_ranks(launch)) continue;
    for (const std::string_view name : unread) {
      const shell::EnvironmentWrite* setting = launch.variable(name);
      if (!setting || !setting->value) continue;
      LaunchHit hit;
      hit.at = setting->span;
      hit.name = name;
      hit.form = "variable";
      hit.linked = linked;
      hit.places.push_back(
          {launch.starter, {"sets it anew for every rank", "会为每个进程重新设置"}});
      out.push_back(std::move(hit));
    }
    if (!launch.flag("standalone")) continue;
    for (const std::string_view name : {"master_port", "master_addr", "rdzv_endpoint"}) {
      const shell::Flag* flag = launch.flag(name);
      if (!flag) continue;
      LaunchHit hit;
      hit.at = flag->span;
      hit.name = fmt::format("--{}", name);
      hit.form = "standalone";
      hit.linked = linked;
      hit.places.push_back({launch.flag("standalone")->span,
                            {"takes a free port of its own", "会自行选择空闲端口"}});
      out.push_back(std::move(hit));
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates
