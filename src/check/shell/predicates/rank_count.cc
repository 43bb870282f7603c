// The ranks that a launch script starts at once are not those of a group: 0 up to WORLD_SIZE - 1.
// captures: size, ranks
// forms: beyond, twice, in-turn, port

#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "launch/known_runs.h"
#include "launch/launch_start.h"
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
  Given meeting;      // the port, or the address with the port; null if the launch gives none
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

// What gives an argument of init_process_group: an option, or the variable of that name, as where
// it is left out.
Given given_by(const LinkedLaunch& linked, const script::Argument* argument,
               std::string_view name) {
  const bool reads = argument && std::ranges::any_of(argument->value, [name](const auto& each) {
                       return each.symbol().variable() == name;
                     });
  return argument && !reads ? of_option(linked, argument) : of_variable(*linked.launch, name);
}

// What a launch gives to a process group of its script; nullopt if the script makes none, or does
// not take the ranks from outside.
std::optional<Ranks> ranks_of(const LinkedLaunch& linked) {
  const Launch& launch = *linked.launch;
  const script::Summary* script = linked.script_summary;
  if (launch.kind != shell::LaunchKind::kPython || launch.elsewhere || !script ||
      !script->complete || !std::ranges::all_of(launch.wrappers, launch::is_transparent))
    return std::nullopt;
  bool has_port = false;  // of its own
  for (const script::EnvironmentWrite& write : script->environment) {
    const bool is_port = write.name == "MASTER_PORT";
    if (is_in(write.name, {"RANK", "WORLD_SIZE", "MASTER_ADDR"}) ||
        (is_port && !script::only_data(write.value)))
      return std::nullopt;
    has_port = has_port || is_port;
  }
  Ranks out{of_variable(launch, "RANK"),
            of_variable(launch, "WORLD_SIZE"),
            {},
            is_here(of_variable(launch, "MASTER_ADDR"))};
  if (!has_port) out.meeting = of_variable(launch, "MASTER_PORT");
  bool has_group = !script->builds.empty();
  for (const script::Call& call : script->calls) {
    if (call.symbol.is_method("spawn") || call.symbol.is_method("start_processes"))
      return std::nullopt;
    if (!script::makes_group(call.symbol) || !call.point.reached) continue;
    has_group = true;
    const script::Argument* size = call.argument("world_size", 3);
    const script::Argument* rank = call.argument("rank", 4);
    if (call.argument("store", 5) || call.more) return std::nullopt;
    out.rank = given_by(linked, rank, "RANK");
    out.size = given_by(linked, size, "WORLD_SIZE");
    const script::Argument* method = call.argument("init_method", 1);
    const std::string_view url = method ? script::text_of(method->value) : std::string_view();
    if (!method || url == "env://") continue;
    out.meeting = of_option(linked, method);
    out.here = is_here(url) || is_here(out.meeting);
  }
  return has_group && out.rank.value && out.size.value ? std::optional(out) : std::nullopt;
}

// The ranks of one launch, which a loop starts at once for several; empty if they are not known.
std::set<int> started_ranks(const ExpandedWord& rank, const LinkedLaunch& linked) {
  const auto& context = linked.from->commands[linked.launch->command].context;
  // MM616 reports a rank that is the same in each turn of a loop.
  if (context.conditional || rank.overridable || (rank.is_known() && meets_itself(linked)))
    return {};
  std::vector<std::string> values;
  if (rank.is_known()) values = {rank.value};
  for (auto each = context.loop; each && !rank.is_known(); each = linked.from->loops[*each].outer) {
    const bool counts = rank.rounds && rank.value.empty() && rank.suffix.empty() &&
                        rank.depends_on == linked.from->loops[*each].variable && context.background;
    if (counts) values = *rank.rounds;
  }
  std::set<int> out;
  for (const std::string& value : values) {
    const auto number = whole_number(value);
    if (!number) return {};
    out.insert(*number);
  }
  return out;
}

// A launch whose ranks are known.
struct Member {
  const LinkedLaunch* linked;
  Ranks given;
  std::set<int> ranks;
  int size;
};
// Launches that run at the same time, and are about one script and one world size.
using Batch = std::vector<Member>;

// Must: the first launch has ended when the second one begins.
bool is_over(const Member& first, const Member& second) {
  const auto& commands = first.linked->from->commands;
  const std::size_t begin = first.linked->launch->command;
  const std::size_t end = second.linked->launch->command;
  if (!commands[begin].context.background) return true;
  return std::any_of(commands.begin() + begin, commands.begin() + end, [](const auto& command) {
    return !command.words.empty() &&
           is_in(command.words[0].value, {"wait", "kill", "pkill", "killall"});
  });
}

std::set<int> ranks_in(const Batch& batch) {
  std::set<int> out;
  for (const Member& each : batch) out.insert(each.ranks.begin(), each.ranks.end());
  return out;
}

// May: a launch makes a process group.
bool may_make_group(const Member& member, const LaunchView& view) {
  const LinkedLaunch& linked = *member.linked;
  std::string launcher;
  if (!linked.script_summary->builds.empty() && linked.option("--launcher", &launcher))
    return launcher != "none";
  const auto run = launch::known_run(view.facts_of(linked), linked);
  const auto makes = [](const auto& call) {
    return call.point.reached && script::makes_group(call.symbol);
  };
  return std::ranges::any_of((run ? *run : *linked.script_summary).calls, makes);
}

// Whether all members meet at one place; if not, whether each has one of its own that is known.
enum class Meeting : std::uint8_t { kSame, kApart, kUnknown };

Meeting meeting_of(const Batch& batch) {
  std::set<std::string_view> places;
  bool known = true;
  for (const Member& each : batch) {
    const ExpandedWord* at = each.given.meeting.value;
    known = known && (!at || (at->is_known() && !at->overridable));
    places.insert(at ? std::string_view(at->value) : std::string_view());
  }
  if (!known) return Meeting::kUnknown;
  return places.size() == 1              ? Meeting::kSame
         : places.size() == batch.size() ? Meeting::kApart
                                         : Meeting::kUnknown;
}

LaunchHit hit_at(Span at, const Member& member, const char* form, std::string ranks) {
  LaunchHit hit;
  hit.at = at;
  hit.linked = member.linked;
  hit.form = form;
  hit.captures["size"] = std::to_string(member.size);
  hit.captures["ranks"] = std::move(ranks);
  return hit;
}

// What is wrong with the ranks of one batch. `all` are those of the whole launch script, and `open`
// says that something else may start more of them.
std::optional<LaunchHit> fault_of(const Batch& batch, const std::set<int>& all, bool open) {
  const Member& first = batch.front();
  const int size = first.size;
  const std::set<int> ranks = ranks_in(batch);
  const auto see_ranks = [&](LaunchHit hit) {
    hit.places.push_back({first.given.rank.at, {"the ranks", "各进程的编号"}});
    return hit;
  };
  if (*ranks.rbegin() >= size)
    return see_ranks(hit_at(first.given.size.at, first, "beyond", std::to_string(*ranks.rbegin())));
  const Meeting meeting = meeting_of(batch);
  if (meeting == Meeting::kUnknown || size < 2) return std::nullopt;
  std::map<int, const Member*> started;
  for (const Member& each : batch) {
    for (const int rank : each.ranks) {
      const auto [before, is_first] = started.emplace(rank, &each);
      if (is_first) continue;
      if (meeting == Meeting::kApart) return std::nullopt;
      LaunchHit hit = hit_at(each.given.rank.at, each, "twice", std::to_string(rank));
      const Span other = before->second->given.rank.at;
      if (!(other == hit.at)) hit.places.push_back({other, {"the same rank", "同一个编号"}});
      return hit;
    }
  }
  const bool is_whole = static_cast<int>(ranks.size()) == size;
  if (meeting == Meeting::kApart && is_whole)
    return hit_at(batch.back().given.meeting.at, batch.back(), "port", "");
  if (meeting == Meeting::kApart || is_whole || open) return std::nullopt;
  if (all.size() > ranks.size()) {
    const auto later = std::ranges::find_if(all, [&](int rank) { return !ranks.contains(rank); });
    return hit_at(batch.back().linked->launch->starter, batch.back(), "in-turn",
                  std::to_string(*later));
  }
  if (!first.given.here) return std::nullopt;
  return see_ranks(hit_at(first.given.size.at, first, "", std::to_string(ranks.size())));
}

}  // namespace

LaunchHits rank_count(const LaunchView& view) {
  std::vector<Batch> batches;
  std::set<const LinkedLaunch*> members;
  for (const LinkedLaunch* linked : view.graph.own(view.path)) {
    if (linked->through) continue;
    const auto given = ranks_of(*linked);
    const auto size = given && given->size.value->is_known() && !given->size.value->overridable
                          ? whole_number(given->size.value->value)
                          : std::nullopt;
    auto ranks = size ? started_ranks(*given->rank.value, *linked) : std::set<int>();
    if (ranks.empty()) continue;
    members.insert(linked);
    Member member{linked, *given, std::move(ranks), *size};
    const bool begins =
        batches.empty() || std::ranges::any_of(batches.back(), [&](const Member& each) {
          return is_over(each, member);
        });
    if (begins) batches.emplace_back();
    batches.back().push_back(std::move(member));
  }
  if (batches.empty()) return {};
  // Something else may start ranks of them.
  const bool open = std::ranges::any_of(view.graph.all(), [&](const LinkedLaunch* each) {
    return !members.contains(each) && (each->launch->variable("RANK") || ranks_of(*each));
  });
  const auto is_of = [](const Batch& batch, const Member& member) {
    return std::ranges::all_of(batch, [&](const Member& each) {
      return each.size == member.size && each.linked->script.path == member.linked->script.path;
    });
  };
  for (const Batch& batch : batches) {
    if (!is_of(batch, batch.front())) continue;
    std::set<int> all;
    for (const Batch& other : batches)
      if (is_of(other, batch.front())) all.merge(ranks_in(other));
    auto hit = fault_of(batch, all, open);
    if (hit && may_make_group(batch.front(), view)) return {std::move(*hit)};
  }
  return {};
}

}  // namespace mmlint::check::predicates
