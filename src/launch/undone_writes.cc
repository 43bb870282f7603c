#include "launch/undone_writes.h"

#include "launch/known_runs.h"
#include "launch/launch_start.h"

namespace mmlint::launch {

using script::Summary;

namespace {

constexpr std::size_t kMostLaunches = 4;  // each is one more walk

bool names_amp(const script::Alternative& value) {
  constexpr std::string_view kWrapper = "AmpOptimWrapper";
  if (value.is_symbol()) return value.symbol().name().ends_with(kWrapper);
  const Value* data = value.data();
  if (data && data->kind == Value::Kind::kDict) data = data->dict().get("type");
  return data && data->kind == Value::Kind::kString && data->text().ends_with(kWrapper);
}

bool is_undone_in(const LinkedLaunch& linked, const ProgramFacts& facts, Span write) {
  // Values that the launch leaves open, such as the path of the config, stay open in its run.
  const bool runs_here = is_on_this_machine(linked, facts.program().workspace());
  const auto run = runs_here ? facts.run({&linked}) : nullptr;
  const bool builds = run && std::ranges::any_of(run->builds, [&](auto& each) {
                        return run->calls[each.call].point.reached;
                      });
  return builds && !reaches_runner(*run, write);
}

}  // namespace

bool reaches_runner(const Summary& script, Span write) {
  for (const script::Build& build : script.builds) {
    for (const auto& [key, definitions] : build.keys) {
      if (std::ranges::any_of(definitions.writes, [&](std::size_t index) {
            return script.writes[index].span == write;
          }))
        return true;
    }
  }
  return false;
}

bool is_undone(const ProgramFacts& facts, Span write) {
  const auto& launches = facts.program().launches();
  if (!reaches_runner(facts.program().summary(), write) || launches.size() > kMostLaunches)
    return false;
  bool any = false;
  for (const LinkedLaunch* linked : launches) {
    if (is_told_by_another(*linked, launches)) continue;
    if (!is_undone_in(*linked, facts, write)) return false;
    any = true;
  }
  return any;
}

bool leaves_out_amp(const ProgramFacts& facts, const LinkedLaunch& linked) {
  const Summary& script = facts.program().summary();
  bool any = false;
  for (const script::ConfigWrite& write : script.writes) {
    const bool is_amp =
        write.key.starts_with("optim_wrapper") && std::ranges::any_of(write.value, names_amp);
    if (!is_amp || !reaches_runner(script, write.span)) continue;
    if (!is_undone_in(linked, facts, write.span)) return false;
    any = true;
  }
  return any;
}

}  // namespace mmlint::launch
