#include "fix/migrations.h"

#include "launch/entry_scripts.h"
#include "script/symbols.h"

namespace mmlint::fix {

using launch::Program;

namespace {

std::string quoted(std::string_view path) {
  const bool is_plain = path.find_first_of(" \t'\"$&;()*?") == path.npos;
  return is_plain ? std::string(path) : fmt::format("'{}'", path);
}

// "bash LAUNCH_SCRIPT" for what the user starts, else the script itself.
std::string command_of(const Program& program, bool has_ranks) {
  const auto& launches = program.launches();
  for (const launch::LinkedLaunch* linked : launches) {
    while (linked->through) linked = linked->through;
    return fmt::format("bash {}", quoted(linked->launch_script));
  }
  const script::Summary& script = program.summary();
  const auto calls = [&](auto accepts) { return std::ranges::any_of(script.calls, accepts); };
  const bool spawns = calls([](const script::Call& call) {
    return call.symbol.is_inside("torch.multiprocessing") ||
           call.symbol.is_inside("multiprocessing");
  });
  const bool makes_group =
      calls([](const script::Call& call) { return script::makes_group(call.symbol); });
  std::string out =
      has_ranks || (makes_group && !spawns) ? "torchrun --nproc_per_node=2 " : "python ";
  out += quoted(program.path());
  for (const script::Option& option : script.options) {
    std::string name = option.names.front();
    if (name.starts_with('-')) continue;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
    if (option.required) out += " " + name;
  }
  return out;
}

// The vendor's module that a target has; empty if it has none.
std::string bridge_of(const catalog::Target& target) {
  const catalog::Literal* bridges = target.fact("scripts.bridges");
  if (!bridges || bridges->list()->empty()) return {};
  return *bridges->list()->front().string();
}

}  // namespace

void Migrations::add(const Candidate& fixed) {
  const check::ScriptHit* hit = fixed.finding->script_hit();
  if (!hit || !hit->facts || hit->facts->program().path().empty()) return;
  const catalog::FixAction& action = fixed.finding->fix->action;
  const bool is_bridge = std::holds_alternative<catalog::verb::ImportBridge>(action);
  const bool has_ranks = std::holds_alternative<catalog::verb::UseDdp>(action);
  const catalog::Target& target = *fixed.finding->target;
  const auto guard = hit->facts->program().exclusive();
  const Program& program = hit->facts->program();
  std::vector<const Program*> entries = launch::entries_of(program);
  if (entries.empty() && program.summary().trains) entries = {&program};
  for (const Program* entry : entries) {
    Migration& migration = by_script_[entry->path()];
    migration.script = entry->path();
    migration.target = target.name;
    if (is_bridge) migration.bridge = bridge_of(target);
    migration.on_cpu = bridge_of(target).empty() &&
                       *target.fact("scripts.cuda_calls_work") == catalog::Literal{false};
    if (migration.command.empty() || has_ranks) migration.command = command_of(*entry, has_ranks);
  }
}

std::vector<Migration> Migrations::without(std::span<const check::Finding> left,
                                           const SourceStore& sources) const {
  std::set<std::string> unfinished;
  for (const check::Finding& finding : left) {
    if (finding.diagnostic.severity == Severity::kInfo) continue;
    unfinished.insert(sources.get(finding.diagnostic.primary.file).path());
    const check::ScriptHit* hit = finding.script_hit();
    if (hit && hit->facts) unfinished.insert(hit->facts->program().path());
  }
  std::vector<Migration> out;
  for (const auto& [path, migration] : by_script_) {
    if (!unfinished.contains(path)) out.push_back(migration);
  }
  return out;
}

}  // namespace mmlint::fix
