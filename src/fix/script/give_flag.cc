#include "fix/script/planners.h"
#include "launch/program_store.h"

namespace mmlint::fix {

namespace {

// Whether an option is a flag, which needs no value.
bool is_flag(const script::Summary& script, std::string_view name) {
  return std::ranges::any_of(script.options, [&](const script::Option& option) {
    return option.is_flag && std::ranges::find(option.names, name) != option.names.end();
  });
}

}  // namespace

Planned plan_give_flag(const catalog::verb::GiveFlag&, const check::Finding& finding,
                       const Context&) {
  const check::ScriptHit& hit = *finding.script_hit();
  const launch::Program& program = hit.facts->program();
  if (!is_flag(program.summary(), hit.name.str())) return refuse(Reason::kTakesValue, {hit.name});
  for (const launch::LinkedLaunch* linked : program.store().graph().all()) {
    const Span command = linked->from->commands[linked->launch->command].span;
    const Span target = linked->launch->target_word().span;
    if (linked->script.path != program.path() || !command.contains(hit.at)) continue;
    if (!command.contains(target)) return refuse(Reason::kFromVariables);
    const bool starts_others = std::ranges::any_of(program.store().graph().all(), [&](auto* other) {
      return other->from->commands[other->launch->command].span == command &&
             other->script.path != program.path();
    });
    if (starts_others) return refuse(Reason::kFromVariables);
    return Plan{{{{target.file, target.end, target.end}, " " + hit.name.str()}}};
  }
  return refuse(Reason::kFromVariables);
}

}  // namespace mmlint::fix
