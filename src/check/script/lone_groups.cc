#include "check/script/lone_groups.h"

#include "check/script/definition.h"
#include "facts/distributed.h"
#include "launch/known_runs.h"
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

// How many processes a call of new_group takes into the group; 0 if that is not known.
std::size_t ranks_of(const Call& group) {
  const Argument* ranks = group.argument("ranks", 0);
  const Value* list = ranks ? script::only_data(ranks->value) : nullptr;
  const bool known =
      list && (list->kind == Value::Kind::kList || list->kind == Value::Kind::kTuple);
  return known ? list->items().size() : 0;
}

// Whether all that an argument may be are groups of one process.
bool is_of_one(const Argument& argument, const Summary& run) {
  return std::ranges::all_of(argument.value, [&](const auto& each) {
    if (each.symbol() != "torch.distributed.new_group()") return false;
    const std::vector<const Call*> makers = script::Objects(run).makers(each);
    if (!makers.empty())
      return std::ranges::all_of(makers, [](const Call* maker) { return ranks_of(*maker) == 1; });
    // Of a group that was kept somewhere, it is not known which one it is.
    return std::ranges::all_of(run.calls, [](const Call& call) {
      return call.symbol != "torch.distributed.new_group" || ranks_of(call) == 1;
    });
  });
}

void add(const Call& call, Span at, const Summary& script, std::vector<ScriptPlace>& out) {
  const auto same = [&](const ScriptPlace& each) { return each.at == at; };
  if (std::ranges::none_of(out, same))
    out.push_back({at, call.span, call.symbol.str(), launch::point_in_any_run(call, script)});
}

// Whether the functions that are called by a function, or itself, make a process group.
bool makes_group_in(Span function, const Summary& run, project::Workspace& workspace) {
  std::vector<Span> open{function};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Span outer = open[i];
    for (const Call& call : run.calls) {
      if (!call.point.reached || !outer.contains(call.span)) continue;
      if (script::makes_group(call.symbol)) return true;
      const Span inner = walked_function(call.symbol, run, workspace);
      if (inner.known() && !is_in(inner, open)) open.push_back(inner);
    }
  }
  return false;
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
    const Argument* function = spawn->argument("fn", 0);
    const auto* one = function ? script::only_symbol(function->value) : nullptr;
    const Span started = one ? walked_function(one->symbol(), *each.first, workspace) : Span();
    const Argument* count = spawn->argument("nprocs", 2);
    const Value* number = count ? script::only_data(count->value) : nullptr;
    const bool several = number && number->kind == Value::Kind::kInt && number->integer > 1;
    if (several && started.known() && makes_group_in(started, *each.first, workspace))
      add(*spawn, spawn->callee, script, out);
  }
  return out;
}

}  // namespace mmlint::check
