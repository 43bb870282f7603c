// A launch passes a launcher, but the script keeps launcher='none' of the config; hits: the config
// write that has no effect, or else the call that builds the Runner.
// needs: launches

#include "check/script/predicate.h"
#include "launch/known_runs.h"
#include "project/workspace.h"

namespace mmlint::check::predicates {
namespace {

using script::Build;
using script::Call;
using script::ConfigWrite;
using script::Summary;

// Whether a launch passes a launcher, and its config has launcher='none'.
bool is_contradicted(const launch::LinkedLaunch& launch, project::Workspace& workspace) {
  std::string launcher;
  if (!launch.option("--launcher", &launcher) || launcher.empty() || launcher == "none" ||
      launch.config.path.empty())
    return false;
  const config::Resolved* config = workspace.resolve(launch.config.path);
  const Value* own = config && config->ok() ? config->root->dict().get("launcher") : nullptr;
  return own && own->is_string("none");
}

// A fact: the writes or Runner calls at which the Runner does not get the launcher of a launch.
std::vector<ScriptPlace> kept_launchers(const launch::ProgramFacts& facts) {
  std::vector<ScriptPlace> out;
  const Summary& script = facts.program().summary();
  for (const launch::KnownRun& each : facts.get_big<launch::builds_as_started>()) {
    if (!each.run || !is_contradicted(*each.launch, facts.program().workspace())) continue;
    for (const Build& build : each.run->builds) {
      const Call& call = each.run->calls[build.call];
      const Build::Definitions* launcher = build.keys.find("launcher");
      const auto is_idle = [&](std::size_t index) {
        const ConfigWrite& write = each.run->writes[index];
        return write.mode == ConfigWrite::Mode::kIfAbsent ||
               write.point.guard.answer({Question::Kind::kConfig, "launcher"}) == false;
      };
      if (!call.point.reached || call.argument("launcher", 18) ||
          (launcher && !std::ranges::all_of(launcher->writes, is_idle)))
        continue;
      Span at = call.callee;
      if (launcher && !launcher->writes.empty())
        at = each.run->writes[launcher->writes.front()].span;
      if (std::ranges::find(out, at, &ScriptPlace::at) == out.end())
        out.push_back({at, call.span, call.symbol.str(), launch::point_in_any_run(call, script)});
    }
  }
  return out;
}

}  // namespace

bool launcher_stays_none(const script::Summary&, const launch::ProgramFacts& facts,
                         ScriptHits& hits) {
  return add_places(facts.get<kept_launchers>(), hits);
}

}  // namespace mmlint::check::predicates
