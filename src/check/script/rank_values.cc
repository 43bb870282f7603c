#include "check/script/rank_values.h"

#include "launch/known_runs.h"
#include "script/numbers.h"
#include "script/symbols.h"

namespace mmlint::check {
namespace {

using script::Alternative;
using script::Argument;
using script::Call;
using script::Summary;

const Value* number_of(const Argument* argument) {
  const Value* value = argument ? script::only_data(argument->value) : nullptr;
  return value && !value->big &&
                 (value->kind == Value::Kind::kInt || value->kind == Value::Kind::kFloat)
             ? value
             : nullptr;
}

const Call* reached_at(Span span, const Summary& run) {
  const auto found = std::ranges::find_if(
      run.calls, [&](const Call& call) { return call.point.reached && call.span == span; });
  return found == run.calls.end() ? nullptr : &*found;
}

void add(const Call& call, Span at, const Summary& script, std::vector<ScriptPlace>& out) {
  const auto same = [&](const ScriptPlace& each) { return each.at == at; };
  if (std::ranges::none_of(out, same))
    out.push_back({at, call.span, call.symbol.str(), launch::point_in_any_run(call, script)});
}

// Whether a value does not come from a rank, however the script is started: as a quotient of ranks
// it may be the same for two of them.
bool is_set_beside_rank(const script::Alternatives& value) {
  return std::ranges::all_of(
      value, [](const Alternative& each) { return each.data() || each.symbol().option(); });
}

bool is_wrap(const Call& call) {
  return call.symbol == "torch.nn.parallel.DistributedDataParallel" && call.point.reached;
}

// Whether gradients are averaged over all processes, whatever model it is.
bool averages(const Summary& script) {
  const auto of_all = [](const Call& call) {
    return !call.argument("process_group", 5) && !call.more &&
           call.point.group == script::OnPaths::kAll;
  };
  const auto& calls = script.calls;
  return std::ranges::any_of(calls, is_wrap) && std::ranges::all_of(calls, [&](const Call& call) {
           return !is_wrap(call) || of_all(call);
         });
}

bool makes_optimizer(script::Symbol symbol) {
  return symbol.owner() == "torch.optim";
}

// Whether an optimizer gets what DistributedDataParallel returned.
bool is_of_wrapper(const Call& optimizer) {
  const Argument* parameters = optimizer.argument("params", 0);
  return parameters && std::ranges::any_of(parameters->value, [](const auto& each) {
           return each.symbol().is_inside("torch.nn.parallel.DistributedDataParallel()");
         });
}

bool is_of_rank(const Argument& rate) {
  return std::ranges::all_of(
      rate.value, [](const Alternative& each) { return script::is_rank(each.symbol()); });
}

}  // namespace

std::vector<ScriptPlace> samplers_of_one_rank(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  std::vector<ScriptPlace> out;
  for (const Call& ever : script.calls) {
    const Argument* given = ever.argument("rank", 2);
    if (!ever.symbol.is_method("DistributedSampler") || !given || ever.more ||
        !is_set_beside_rank(given->value))
      continue;
    for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
      const Call* first = reached_at(ever.span, *each.first);
      const Call* second = reached_at(ever.span, *each.second);
      if (!first || !second || first->loops > 0) continue;
      const Argument* rank = first->argument("rank", 2);
      const Value* one = number_of(rank);
      const Value* other = number_of(second->argument("rank", 2));
      const bool is_same = one && other && one->kind == Value::Kind::kInt &&
                           other->kind == Value::Kind::kInt && one->integer == other->integer;
      const Argument* replicas = first->argument("num_replicas", 1);
      const Value* count = number_of(replicas);
      const bool in_parts =
          !replicas ||
          (count ? count->integer > 1
                 : std::ranges::all_of(replicas->value, [](const Alternative& each_count) {
                     const script::Symbol symbol = each_count.symbol();
                     return symbol.callee().is_method("get_world_size") ||
                            symbol.variable() == "WORLD_SIZE";
                   }));
      if (is_same && in_parts && first->point.group == script::OnPaths::kAll)
        add(*first, rank->span, script, out);
    }
  }
  return out;
}

std::vector<ScriptPlace> rates_of_rank(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  std::vector<ScriptPlace> out;
  if (!averages(script)) return out;
  for (const Call& ever : script.calls) {
    const Argument* given = ever.argument("lr", 1);
    if (!makes_optimizer(ever.symbol) || !given || !ever.point.reached || !is_of_wrapper(ever))
      continue;
    for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
      const Call* first = reached_at(ever.span, *each.first);
      const Call* second = reached_at(ever.span, *each.second);
      if (!first || !second) continue;
      const Argument* rate = first->argument("lr", 1);
      const Value* one = number_of(rate);
      const Value* other = number_of(second->argument("lr", 1));
      const bool differs = one && other && !equal(*one, *other);
      // Where the number is computed says more than where it is passed.
      const bool is_computed = is_of_rank(*given) && given->value.size() == 1;
      if (rate && (differs || is_of_rank(*given)))
        add(*first, is_computed ? given->value.front().at : rate->span, script, out);
    }
  }
  return out;
}

}  // namespace mmlint::check
