#include "check/script/lone_groups.h"

#include "check/script/definition.h"
#include "check/script/program_syntax.h"
#include "facts/distributed.h"
#include "launch/known_runs.h"
#include "launch/launch_graph.h"
#include "launch/walked_imports.h"
#include "script/objects.h"
#include "script/symbols.h"

namespace mmlint::check {
namespace {

using script::Argument;
using script::Call;
using script::Summary;

constexpr std::string_view kWrapper = "torch.nn.parallel.DistributedDataParallel";
constexpr std::string_view kReduce = "torch.distributed.reduce";
constexpr std::string_view kSpawn = "torch.multiprocessing.spawn";

// Returns true if the script has such a call. Runs, which take long, are only made for these.
bool calls_any(const Summary& script, std::string_view symbol) {
  return std::ranges::any_of(script.calls, [&](const Call& call) { return call.symbol == symbol; });
}

bool is_step(const Call& call) {
  return call.point.reached && call.symbol.is_inside("torch.optim") &&
         call.symbol.is_method("step") && call.symbol.owner().callee() &&
         !call.symbol.is_inside("torch.optim.lr_scheduler");
}

bool steps(const Summary& run) {
  return std::ranges::any_of(run.calls, is_step);
}

bool reduces_gradients(const Call& call, project::Workspace& workspace) {
  const Argument* tensor = call.argument("tensor", 0);
  const std::string_view text = tensor ? workspace.sources().text(tensor->span) : "";
  return text == "grad" || text == "g" || text.ends_with(".grad") || text.ends_with(".grad.data");
}

// Whether a call may bring weights or gradients to every rank.
bool may_equal(const Call& call, project::Workspace& workspace) {
  if (call.symbol == kWrapper || call.symbol.name().ends_with("FullyShardedDataParallel"))
    return true;
  const std::string_view name = call.symbol.text();
  if (!facts::may_move_values(name) || facts::moves_to_one(name)) return false;
  if (!call.symbol.is_method("all_reduce")) return true;
  const Argument* tensor = call.argument("tensor", 0);
  const std::string_view text = tensor ? workspace.sources().text(tensor->span) : "";
  return text.find("loss") == text.npos;
}

// Whether a call of new_group takes one process into the group, in each turn of a loop around it.
bool takes_one(const Call& group) {
  const Argument* ranks = group.argument("ranks", 0);
  return ranks && std::ranges::all_of(ranks->value, [](const script::Alternative& each) {
           const Value* list = each.data();
           return list && (list->kind == Value::Kind::kList || list->kind == Value::Kind::kTuple) &&
                  list->items().size() == 1;
         });
}

// Whether all that an argument may be are groups of one process.
bool is_of_one(const Argument& argument, const Summary& run) {
  return std::ranges::all_of(argument.value, [&](const auto& each) {
    if (each.symbol() != "torch.distributed.new_group()") return false;
    const std::vector<const Call*> makers = script::Objects(run).makers(each);
    if (!makers.empty())
      return std::ranges::all_of(makers, [](const Call* maker) { return takes_one(*maker); });
    // Of a group that was kept somewhere, it is not known which one it is.
    return std::ranges::all_of(run.calls, [](const Call& call) {
      return call.symbol != "torch.distributed.new_group" || takes_one(call);
    });
  });
}

void add(const Call& call, Span at, const Summary& script, std::vector<ScriptPlace>& out) {
  const auto same = [&](const ScriptPlace& each) { return each.at == at; };
  if (std::ranges::none_of(out, same))
    out.push_back({at, call.span, call.symbol.str(), launch::point_in_any_run(call, script)});
}

// The calls that make a process group in a function, or in the functions that it calls.
std::vector<const Call*> group_makers(Span function, const Summary& run,
                                      project::Workspace& workspace) {
  std::vector<const Call*> out;
  std::vector<Span> open{function};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Span outer = open[i];
    for (const Call& call : run.calls) {
      if (!call.point.reached || !outer.contains(call.span)) continue;
      if (script::makes_group(call.symbol)) out.push_back(&call);
      const Span inner = walked_function(call.symbol, run, workspace);
      if (inner.known() && !is_in(inner, open)) open.push_back(inner);
    }
  }
  return out;
}

// Returns the condition under which a call reads the rendezvous address from the environment
// (init_method env://: torch/distributed/rendezvous.py); nullopt if the call never does. Only calls
// with rank and world_size count: a call without them relies on a launcher to set all variables.
std::optional<script::Guard> meets_by_environment(const Call& call,
                                                  const std::vector<script::Option>& options) {
  if (call.symbol != "torch.distributed.init_process_group" || call.more || call.point.handled ||
      call.argument("store", 5) || !call.argument("rank", 4) || !call.argument("world_size", 3))
    return std::nullopt;
  const Argument* method = call.argument("init_method", 1);
  if (!method) return script::Guard();
  const script::Alternatives urls = script::with_defaults(method->value, options);
  for (const script::Alternative& each : urls) {
    const Value* url = each.data();
    const bool is_it = url && (url->kind == Value::Kind::kNone || url->is_string("env://"));
    const bool is_only = std::ranges::all_of(urls, [&](const script::Alternative& other) {
      script::Guard both = each.guard;
      return &other == &each || !both.add(other.guard);
    });
    if (is_it && is_only) return each.guard;
  }
  return std::nullopt;
}

bool spawns(script::Symbol symbol) {
  return symbol == kSpawn || symbol == "torch.multiprocessing.start_processes";
}

// Whether a reachable call starts processes that run a function of the script.
bool starts_processes(const Call& call) {
  const bool is_process =
      call.symbol.is_method("Process") &&
      (call.symbol.is_inside("torch.multiprocessing") || call.symbol.is_inside("multiprocessing"));
  return call.point.reached && (spawns(call.symbol) || is_process);
}

const Question& address() {
  static const Question out{Question::Kind::kEnvironment, "MASTER_ADDR"};
  return out;
}

// Adds to a path that none of the writes of the address is on it. Returns false if one may be on
// each such path.
bool goes_without_address(const Summary& script, script::Guard& path) {
  if (!path.add({address(), false})) return false;
  for (const script::EnvironmentWrite& write : script.environment) {
    if (write.name != address().subject || !write.point.reached) continue;
    script::Guard with = path;
    if (!with.add(write.point.guard)) continue;
    const auto conditions = write.point.guard.conditions();
    const auto other = std::ranges::find_if(conditions, [&](const script::Condition& each) {
      script::Guard without = path;
      return each.question != address() && without.add({each.question, !each.holds});
    });
    if (other == conditions.end()) return false;
    path.add({other->question, !other->holds});
  }
  return true;
}

// Whether a text of the program may set the address in another way than the writes that are known.
bool may_set_address(const launch::Program& program) {
  const Summary& script = program.summary();
  return std::ranges::any_of(program.get<documents_of>(), [&](const auto* document) {
    const std::string_view text = document->source().bytes();
    for (std::size_t at = 0; (at = text.find(address().subject.str(), at)) != text.npos; ++at) {
      const auto begin = static_cast<std::uint32_t>(at);
      const Span place{document->source().id(), begin, begin + 1};
      if (std::ranges::none_of(script.environment,
                               [&](const auto& write) { return write.span.contains(place); }))
        return true;
    }
    return false;
  });
}

// Returns the calls that make a process group in processes that a run itself starts without a
// rendezvous address. `options`: the options that keep their defaults.
std::vector<ScriptPlace> unmet_in(const Summary& run, const std::vector<script::Option>& options,
                                  project::Workspace& workspace) {
  std::vector<ScriptPlace> out;
  for (const Call& start : run.calls) {
    const Span function = started_function(start, run, workspace);
    if (!function.known()) continue;
    for (const Call* call : group_makers(function, run, workspace)) {
      const auto condition = meets_by_environment(*call, options);
      script::ProgramPoint point = call->point;
      if (condition && point.guard.add(*condition) && point.guard.add(start.point.guard) &&
          goes_without_address(run, point.guard))
        out.push_back({call->callee, call->span, call->symbol.str(), point});
    }
  }
  return out;
}

}  // namespace

std::vector<ScriptPlace> reduced_to_one(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  project::Workspace& workspace = facts.program().workspace();
  std::vector<ScriptPlace> out;
  if (!calls_any(script, kReduce) || std::ranges::any_of(script.calls, [&](const Call& call) {
        return may_equal(call, workspace);
      }))
    return out;
  for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
    if (!steps(*each.first) || !steps(*each.second)) continue;
    for (const Call& call : each.first->calls) {
      if (call.symbol == kReduce && call.point.reached && reduces_gradients(call, workspace) &&
          script::Objects(*each.second).maker(call.span))
        add(call, call.callee, script, out);
    }
  }
  return out;
}

std::vector<ScriptPlace> groups_of_one(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  std::vector<ScriptPlace> out;
  if (!calls_any(script, "torch.distributed.new_group") || !calls_any(script, kWrapper)) return out;
  for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
    for (const Call& call : each.first->calls) {
      const Call* other = call.symbol == kWrapper && call.point.reached
                              ? script::Objects(*each.second).maker(call.span)
                              : nullptr;
      const Argument* one = call.argument("process_group", 5);
      const Argument* two = other ? other->argument("process_group", 5) : nullptr;
      if (one && two && is_of_one(*one, *each.first) && is_of_one(*two, *each.second))
        add(call, one->span, script, out);
    }
  }
  return out;
}

std::vector<ScriptPlace> spawned_twice(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  project::Workspace& workspace = facts.program().workspace();
  std::vector<ScriptPlace> out;
  if (!calls_any(script, kSpawn)) return out;
  for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
    if (!each.launch) continue;
    const auto& calls = each.first->calls;
    const auto spawn = std::ranges::find_if(calls, [](const Call& call) {
      return call.point.reached && (call.symbol == kSpawn || script::makes_group(call.symbol));
    });
    // Those that torchrun starts may make a group before.
    if (spawn == calls.end() || script::makes_group(spawn->symbol)) continue;
    const Span started = started_function(*spawn, *each.first, workspace);
    const Argument* count = spawn->argument("nprocs", 2);
    const Value* number = count ? script::only_data(count->value) : nullptr;
    const bool several = number && number->kind == Value::Kind::kInt && number->integer > 1;
    if (several && started.known() && !group_makers(started, *each.first, workspace).empty())
      add(*spawn, spawn->callee, script, out);
  }
  return out;
}

std::vector<ScriptPlace> spawned_without_address(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  const Summary& script = program.summary();
  const auto gives_address = [&](const launch::LinkedLaunch* linked) {
    return linked->launch->kind != shell::LaunchKind::kPython ||
           std::ranges::any_of(linked->launch->environment,
                               [](const auto& each) { return each.name == address().subject; });
  };
  if (std::ranges::none_of(script.calls, starts_processes) ||
      std::ranges::any_of(program.launches(), gives_address) ||
      !launch::walks_all_imports(script) || may_set_address(program))
    return {};
  if (program.launches().empty()) return unmet_in(script, script.options, program.workspace());
  const auto& runs = facts.get_big<launch::started_runs>();
  if (runs.empty()) return unmet_in(script, {}, program.workspace());
  std::vector<ScriptPlace> out;
  for (const launch::KnownRun& each : runs) {
    out = unmet_in(*each.run, {}, program.workspace());
    if (!out.empty()) break;
  }
  return out;
}

Span started_function(const Call& call, const Summary& run, project::Workspace& workspace) {
  if (!starts_processes(call)) return {};
  const Argument* function =
      spawns(call.symbol) ? call.argument("fn", 0) : call.argument("target", 1);
  const auto* one = function ? script::only_symbol(function->value) : nullptr;
  return one ? walked_function(one->symbol(), run, workspace) : Span();
}

}  // namespace mmlint::check
