// All processes that torchrun starts join the process group with the same rank; hits: the rank
// arguments.
// needs: launches

#include "check/script/predicate.h"
#include "launch/known_runs.h"
#include "launch/walked_imports.h"

namespace mmlint::check::predicates {
namespace {

using script::Argument;
using script::Call;
using script::Summary;

const Argument* rank_of(const Call& call) {
  return call.symbol == "torch.distributed.init_process_group" && !call.more
             ? call.argument("rank", 4)
             : nullptr;
}

// Whether two processes of torchrun on one machine get the same rank: the same number, or the same
// variable of Slurm. Variables of Slurm differ between tasks of srun, but not between the processes
// that torchrun starts in one task.
bool is_same(const Argument& one, const Argument& other) {
  const Value* first = script::only_data(one.value);
  const Value* second = script::only_data(other.value);
  if (first && second)
    return first->kind == Value::Kind::kInt && second->kind == Value::Kind::kInt && !first->big &&
           !second->big && first->integer >= 0 && first->integer == second->integer;
  const script::Alternative* symbol = script::only_symbol(one.value);
  const script::Alternative* same = script::only_symbol(other.value);
  return symbol && same && symbol->symbol() == same->symbol() &&
         symbol->symbol().variable().value_or("").starts_with("SLURM_");
}

const Argument* reached_at(Span span, const Summary& run) {
  for (const Call& call : run.calls) {
    if (call.span == span && call.point.reached && !call.point.handled) return rank_of(call);
  }
  return nullptr;
}

// A fact: the `rank` arguments that have the same value in all processes of a launch.
std::vector<ScriptPlace> same_ranks(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  std::vector<ScriptPlace> out;
  if (std::ranges::none_of(script.calls, rank_of) || !launch::walks_all_imports(script)) return out;
  const auto seconds = launch::runs_in_several(facts, 1);
  for (const launch::KnownRun& first : launch::runs_in_several(facts, 0)) {
    const auto second = std::ranges::find(seconds, first.launch, &launch::KnownRun::launch);
    if (second == seconds.end()) continue;
    for (const Call& call : first.run->calls) {
      const Argument* rank = reached_at(call.span, *first.run);
      const Argument* other = rank ? reached_at(call.span, *second->run) : nullptr;
      if (!other || !is_same(*rank, *other) ||
          std::ranges::find(out, rank->span, &ScriptPlace::at) != out.end())
        continue;
      out.push_back(
          {rank->span, call.span, call.symbol.str(), launch::point_in_any_run(call, script)});
    }
  }
  return out;
}

}  // namespace

bool joins_as_one_rank(const script::Summary&, const launch::ProgramFacts& facts,
                       ScriptHits& hits) {
  return add_places(facts.get<same_ranks>(), hits);
}

}  // namespace mmlint::check::predicates
