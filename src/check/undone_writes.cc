#include "check/undone_writes.h"

#include <algorithm>
#include <string_view>

#include "check/lone_ranks.h"
#include "check/script_context.h"

namespace mmlint::check {

using script::Build;
using script::ConfigWrite;
using script::Summary;

namespace {

constexpr std::size_t kMostLaunches = 4;  // each is one more walk

bool names_amp(const script::Alternative& value) {
  constexpr std::string_view kWrapper = "AmpOptimWrapper";
  if (value.is_symbol()) return value.symbol().ends_with(kWrapper);
  const Value* data = value.data();
  if (data && data->kind == Value::Kind::kDict) data = data->dict().get("type");
  return data && data->kind == Value::Kind::kString && data->text().ends_with(kWrapper);
}

}  // namespace

bool reaches_runner(const Summary& script, Span write) {
  for (const Build& build : script.builds) {
    for (const auto& [key, definitions] : build.keys) {
      if (std::any_of(definitions.writes.begin(), definitions.writes.end(),
                      [&](std::size_t index) { return script.writes[index].span == write; }))
        return true;
    }
  }
  return false;
}

bool is_undone_in(const LinkedLaunch& linked, const Summary& script, Span write,
                  const Request& request) {
  const auto run = known_run(linked.script.path, script, linked, request);
  const bool builds = run && std::any_of(run->builds.begin(), run->builds.end(), [&](auto& each) {
                        return run->calls[each.call].point.reached;
                      });
  return builds && !reaches_runner(*run, write);
}

bool is_undone(const ScriptContext& context, const Summary& script, Span write,
               const Request& request) {
  if (!reaches_runner(script, write) || context.launches.size() > kMostLaunches) return false;
  bool any = false;
  for (const LinkedLaunch* linked : context.launches) {
    if (is_told_by_another(*linked, context.launches)) continue;
    if (!is_undone_in(*linked, script, write, request)) return false;
    any = true;
  }
  return any;
}

bool leaves_out_amp(const LinkedLaunch& linked, const Summary& script, const Request& request) {
  bool any = false;
  for (const ConfigWrite& write : script.writes) {
    const bool is_amp = write.key.starts_with("optim_wrapper") &&
                        std::any_of(write.value.begin(), write.value.end(), names_amp);
    if (!is_amp || !reaches_runner(script, write.span)) continue;
    if (!is_undone_in(linked, script, write.span, request)) return false;
    any = true;
  }
  return any;
}

}  // namespace mmlint::check
