#include "fix/script/planners.h"
#include "fix/script/script_code.h"
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

Planned pass_in_launches(const launch::Program& program, std::string_view arguments,
                         const std::function<bool(const launch::LinkedLaunch&)>& is_meant) {
  std::vector<TextEdit> edits;
  for (const launch::LinkedLaunch* linked : program.launches()) {
    if (!is_meant(*linked)) continue;
    const Span command = linked->from->commands[linked->launch->command].span;
    const Span target = linked->launch->target_word().span;
    if (!command.contains(target)) return refuse(Reason::kFromVariables);
    const bool starts_others = std::ranges::any_of(program.store().graph().all(), [&](auto* other) {
      return other->from->commands[other->launch->command].span == command &&
             other->script.path != program.path();
    });
    if (starts_others) return refuse(Reason::kFromVariables);
    const shell::ExpandedWord* config = linked->config_word;
    const auto& words = linked->launch->arguments;
    const bool config_follows = config && !words.empty() && config->span == words.front().span &&
                                command.contains(config->span);
    const std::uint32_t end = config_follows ? config->span.end : target.end;
    edits.push_back(insertion(target.file, end, fmt::format(" {}", arguments)));
  }
  if (edits.empty()) return refuse(Reason::kFromVariables);
  return plan_of(std::move(edits));
}

Planned plan_give_flag(const catalog::verb::GiveFlag&, const check::Finding& finding,
                       const Context&) {
  const check::ScriptHit& hit = *finding.script_hit();
  const launch::Program& program = hit.facts->program();
  if (!is_flag(program.summary(), hit.name.str())) return refuse(Reason::kTakesValue, {hit.name});
  return pass_in_launches(program, hit.name.str(), [&](const launch::LinkedLaunch& linked) {
    return linked.from->commands[linked.launch->command].span.contains(hit.at);
  });
}

}  // namespace mmlint::fix
