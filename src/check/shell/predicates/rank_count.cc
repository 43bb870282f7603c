// A launch script starts fewer or more ranks of a group than WORLD_SIZE says.
// captures: size, ranks
// forms: beyond

#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "script/symbols.h"

namespace mmlint::check::predicates {

using launch::LinkedLaunch;
using shell::ExpandedWord;
using shell::Launch;

namespace {

// A number that a launch gives to its script, in a variable or by an option.
struct Given {
  const ExpandedWord* value = nullptr;  // null if it is not given
  Span at;
};

struct Ranks {
  Given rank, size;
  bool here = false;  // must: they meet on this machine
};

// Must: an address is this machine: "localhost", "tcp://127.0.0.1:29500".
bool is_here(std::string_view address) {
  if (address.starts_with("tcp://")) address.remove_prefix(6);
  address = address.substr(0, address.find(':'));
  return address == "127.0.0.1" || address == "localhost";
}

bool is_here(const Given& address) {
  return address.value && !address.value->overridable && !address.value->in_script_folder &&
         address.value->precision == ExpandedWord::Precision::kExact &&
         is_here(address.value->value);
}

Given of_variable(const Launch& launch, std::string_view name) {
  const shell::EnvironmentWrite* setting = launch.variable(name);
  if (!setting || !setting->value || setting->conditional) return {};
  return {&*setting->value, setting->span};
}

// The word behind the option that gives an argument of init_process_group: `--rank 0`.
Given of_option(const LinkedLaunch& linked, const script::Argument* argument) {
  const auto* value = argument ? script::only_symbol(argument->value) : nullptr;
  const auto dest = value ? value->symbol().option() : std::nullopt;
  const auto& words = linked.launch->arguments;
  for (const script::Option& option : linked.script_summary->options) {
    if (!dest || option.dest != *dest) continue;
    for (const std::string& name : option.names) {
      const ExpandedWord* word = linked.option(name, nullptr);
      const bool apart = word && word->is(name) && word != &words.back();
      if (apart) return {word + 1, (word + 1)->span};
    }
  }
  return {};
}

// What a launch gives to a process group of its script; nullopt if the script makes none, or does
// not take the ranks from outside.
std::optional<Ranks> ranks_of(const LinkedLaunch& linked) {
  const Launch& launch = *linked.launch;
  const script::Summary* script = linked.script_summary;
  if (launch.kind != shell::LaunchKind::kPython || !launch.wrappers.empty() || !script ||
      !script->complete)
    return std::nullopt;
  const bool writes = std::ranges::any_of(script->environment, [](const auto& write) {
    return write.name == "RANK" || write.name == "WORLD_SIZE" || write.name == "MASTER_ADDR";
  });
  if (writes) return std::nullopt;
  Ranks out{of_variable(launch, "RANK"), of_variable(launch, "WORLD_SIZE"),
            is_here(of_variable(launch, "MASTER_ADDR"))};
  bool has_group = !script->builds.empty();
  for (const script::Call& call : script->calls) {
    if (call.symbol.is_method("spawn") || call.symbol.is_method("start_processes"))
      return std::nullopt;
    if (!script::makes_group(call.symbol) || !call.point.reached) continue;
    has_group = true;
    const script::Argument* size = call.argument("world_size", 3);
    const script::Argument* rank = call.argument("rank", 4);
    if (call.argument("store", 5) || call.more) return std::nullopt;
    if (!size && !rank) continue;
    const script::Argument* method = call.argument("init_method", 1);
    const std::string_view url = method ? script::text_of(method->value) : std::string_view();
    out.rank = of_option(linked, rank);
    out.size = of_option(linked, size);
    if (method && url != "env://") out.here = is_here(url) || is_here(of_option(linked, method));
  }
  return has_group && out.rank.value && out.size.value ? std::optional(out) : std::nullopt;
}

// The ranks of one launch, which a loop runs for several; nullopt if they are not known.
std::optional<std::set<int>> started_ranks(const ExpandedWord& rank, const LinkedLaunch& linked) {
  const auto& context = linked.from->commands[linked.launch->command].context;
  if (context.conditional || rank.overridable) return std::nullopt;
  std::vector<std::string> values;
  if (rank.is_known()) values = {rank.value};
  for (auto each = context.loop; each && !rank.is_known(); each = linked.from->loops[*each].outer) {
    const shell::Loop& loop = linked.from->loops[*each];
    const bool counts = loop.known && rank.sole_dependency && rank.value.empty() &&
                        rank.depends_on == loop.variable && context.background;
    if (counts) values = loop.values;
  }
  std::set<int> out;
  for (const std::string& value : values) {
    const auto number = whole_number(value);
    if (!number) return std::nullopt;
    out.insert(*number);
  }
  return out.empty() ? std::nullopt : std::optional(out);
}

}  // namespace

LaunchHits rank_count(const LaunchView& view) {
  struct Group {
    Ranks first;
    const LinkedLaunch* linked;
    std::set<int> ranks;
    bool open = false;  // others may start more of its ranks
  };
  std::map<std::string, Group> groups;  // by script
  for (const LinkedLaunch* linked : view.graph.all()) {
    const auto given = ranks_of(*linked);
    const std::string& script = linked->script.path;
    const bool own = linked->launch_script == view.path && !linked->through;
    if (!own) {
      if (linked->launch->variable("RANK") || given) groups[script].open = true;
      continue;
    }
    Group& group = groups[script];
    const auto ranks = given ? started_ranks(*given->rank.value, *linked) : std::nullopt;
    const bool sized = given && given->size.value->is_known() && !given->size.value->overridable;
    const bool fits =
        sized && (!group.linked || group.first.size.value->value == given->size.value->value);
    if (!ranks || !fits) {
      group.open = group.open || given || linked->launch->variable("RANK");
      continue;
    }
    if (!group.linked) group.first = *given, group.linked = linked;
    group.ranks.insert(ranks->begin(), ranks->end());
  }
  LaunchHits out;
  for (const auto& [script, group] : groups) {
    if (group.open || !group.linked) continue;
    const auto size = whole_number(group.first.size.value->value);
    if (!size || group.ranks.size() < 2) continue;
    const bool beyond = *group.ranks.rbegin() >= *size;
    const bool missing = static_cast<int>(group.ranks.size()) < *size;
    if (!beyond && !(missing && group.first.here)) continue;
    LaunchHit hit;
    hit.at = group.first.size.at;
    hit.linked = group.linked;
    hit.form = beyond ? "beyond" : "";
    hit.captures["size"] = std::to_string(*size);
    hit.captures["ranks"] =
        std::to_string(beyond ? *group.ranks.rbegin() : static_cast<int>(group.ranks.size()));
    hit.places.push_back({group.first.rank.at, {"the ranks", "各进程的编号"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
