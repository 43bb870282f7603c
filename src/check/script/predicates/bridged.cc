// The target's bridge replaces torch.cuda: the script imports it, or each launch sets a variable
// that loads it.
// judges: each run

#include "catalog/on_target.h"
#include "check/script/bridge.h"
#include "check/script/predicate.h"
#include "launch/entry_scripts.h"

namespace mmlint::check::predicates {
namespace {

// Whether a launch, or one of those that run its launch script, sets a variable that loads the
// bridge.
bool loads_bridge(const launch::LinkedLaunch* launch, const catalog::Literal* variables) {
  for (; launch; launch = launch->through) {
    const auto& all = launch->launch->environment;
    if (std::ranges::any_of(all, [&](const auto& one) {
          return catalog::lists(variables, one.name) && one.value &&
                 launch->value(*one.value) == "1";
        }))
      return true;
  }
  return false;
}

bool imports_bridge(const script::Summary& script, const catalog::Target& target) {
  return find_bridge(script.imports, target) != script.imports.end();
}

// A fact, which many rules ask: the program imports the bridge, or all scripts that run it do.
bool may_import_bridge(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  if (imports_bridge(program.summary(), facts.target())) return true;
  const std::vector<const launch::Program*> entries = launch::entries_of(program);
  return !entries.empty() && std::ranges::all_of(entries, [&](const launch::Program* entry) {
    return entry != &program && imports_bridge(entry->summary(), facts.target());
  });
}

}  // namespace

bool bridged(const script::Summary& script, const launch::ProgramFacts& facts, ScriptHits&) {
  const bool is_any_run = &script == &facts.program().summary();
  if (is_any_run ? facts.get<may_import_bridge>() : imports_bridge(script, facts.target()))
    return true;
  const auto& launches = facts.program().launches();
  const catalog::Literal* variables = facts.target().fact("scripts.bridge_variables");
  return !launches.empty() && std::ranges::all_of(launches, [&](const auto* launch) {
    return loads_bridge(launch, variables);
  });
}

}  // namespace mmlint::check::predicates
