#include "check/script/bridge.h"

#include "catalog/on_target.h"
#include "launch/entry_scripts.h"

namespace mmlint::check {

std::vector<script::Import>::const_iterator find_bridge(const std::vector<script::Import>& imports,
                                                        const catalog::Target& target) {
  const catalog::Literal* fact = target.fact("scripts.bridges");
  const catalog::Literal::List* bridges = fact ? fact->list() : nullptr;
  if (!bridges) return imports.end();
  return std::ranges::find_if(imports, [&](const script::Import& import) {
    return std::ranges::any_of(*bridges, [&](const catalog::Literal& each) {
      const std::string* name = each.string();
      return name && (import.symbol == *name || import.symbol.is_inside(*name));
    });
  });
}

namespace {

// Whether a launch, or one of those that run its launch script, sets one of these variables to 1.
bool sets_one(const launch::LinkedLaunch* launch, const catalog::Literal* variables) {
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

bool each_launch_sets(const launch::Program& program, const catalog::Literal* variables) {
  const auto& launches = program.launches();
  return variables && !launches.empty() && std::ranges::all_of(launches, [&](const auto* launch) {
           return sets_one(launch, variables);
         });
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

// The same for a variable that a script sets.
bool sets_variable(const launch::Program& program, const catalog::Literal* variables) {
  const auto sets = [&](const script::Summary& script) {
    return std::ranges::any_of(script.environment, [&](const script::EnvironmentWrite& each) {
      return catalog::lists(variables, each.name);
    });
  };
  if (sets(program.summary())) return true;
  const std::vector<const launch::Program*> entries = launch::entries_of(program);
  return !entries.empty() && std::ranges::all_of(entries, [&](const launch::Program* entry) {
    return entry != &program && sets(entry->summary());
  });
}

}  // namespace

bool is_bridged(const script::Summary& script, const launch::ProgramFacts& facts) {
  const bool is_any_run = &script == &facts.program().summary();
  return (is_any_run ? facts.get<may_import_bridge>() : imports_bridge(script, facts.target())) ||
         each_launch_sets(facts.program(), facts.target().fact("scripts.bridge_variables"));
}

bool bridge_shows_cuda(const script::Summary& script, const launch::ProgramFacts& facts) {
  if (!is_bridged(script, facts)) return false;
  const catalog::Literal* shows = facts.target().fact("scripts.bridge_shows_cuda");
  if (shows && *shows == catalog::Literal{true}) return true;
  const catalog::Literal* variables = facts.target().fact("scripts.bridge_shown_by");
  return variables && (sets_variable(facts.program(), variables) ||
                       each_launch_sets(facts.program(), variables));
}

}  // namespace mmlint::check
