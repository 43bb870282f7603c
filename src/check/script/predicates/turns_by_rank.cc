// A loop over range() has a different number of turns in each process, and its body has collective
// calls, which wait for all processes; hits: the calls of range().

#include "check/script/collectives.h"
#include "check/script/predicate.h"
#include "check/script/program_syntax.h"
#include "launch/known_runs.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

// The length of what a call of range() returns; nullopt if it is not known.
std::optional<std::int64_t> turns_of(const Call& range) {
  std::vector<std::int64_t> given;
  for (const script::Argument& each : range.arguments) {
    const Value* number = script::only_data(each.value);
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    if (!each.name.empty() || !number || number->kind != Value::Kind::kInt || number->big ||
        number->integer > kMost || number->integer < -kMost)
      return std::nullopt;
    given.push_back(number->integer);
  }
  if (range.more || given.empty() || given.size() > 3) return std::nullopt;
  const std::int64_t begin = given.size() > 1 ? given[0] : 0;
  const std::int64_t size = given[given.size() > 1 ? 1 : 0] - begin;
  const std::int64_t step = given.size() > 2 ? given[2] : 1;
  if (step == 0) return std::nullopt;
  const std::int64_t steps = size / step + (size % step != 0 ? 1 : 0);
  return std::max<std::int64_t>((size < 0) == (step < 0) ? steps : 0, 0);
}

// The body of the `for` loop over the result of a call; an unknown span if no loop is over it.
Span body_over(const Call& range, const ProgramSyntax& syntax) {
  const syntax::Call* expr = syntax.call_at(range.span);
  const syntax::Stmt* loop = expr ? syntax.place(*expr).statement : nullptr;
  if (!loop || loop->kind != syntax::StmtKind::kFor) return {};
  const auto& body = syntax::as<syntax::For>(*loop).body;
  const bool is_over = syntax::as<syntax::For>(*loop).iterable == expr && !body.empty();
  return is_over ? Span{range.span.file, body.front()->begin, body.back()->end} : Span{};
}

// Whether a process certainly takes all turns of a loop and waits in each of them for the other
// processes: the body has a collective call, nothing leaves the loop early, and the run has no
// torch.distributed.algorithms.Join, which lets processes have different numbers of turns.
bool waits_in_all(Span body, const Summary& run, project::Workspace& workspace) {
  return waits_in(body, run, workspace) &&
         std::ranges::none_of(run.loop_exits,
                              [&](const auto& left) { return body.contains(left.span); }) &&
         std::ranges::none_of(run.calls, [](const Call& call) {
           return call.point.reached &&
                  (call.symbol.name() == "join" || call.symbol.name() == "Join");
         });
}

// A fact of a program: the calls of range() whose length is known, and different, in two processes
// of one run.
std::vector<ScriptPlace> uneven_ranges(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  project::Workspace& workspace = facts.program().workspace();
  const auto is_range = [](const Call& call) { return call.symbol == "range"; };
  std::vector<ScriptPlace> out;
  if (std::ranges::none_of(script.calls, is_range)) return out;
  for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
    for (const Call& own : each.first->calls) {
      if (!is_range(own) || !own.point.reached || own.point.group != script::OnPaths::kAll)
        continue;
      const auto other = std::ranges::find_if(each.second->calls, [&](const Call& call) {
        return call.span == own.span && call.point.reached;
      });
      const auto turns = turns_of(own);
      const bool differ = turns && other != each.second->calls.end() && turns_of(*other) &&
                          turns_of(*other) != turns;
      const Span body = differ ? body_over(own, facts.program().get_big<program_syntax>()) : Span{};
      const auto same = [&](const ScriptPlace& known) { return known.fact == own.span; };
      if (body.known() && waits_in_all(body, *each.first, workspace) &&
          waits_in_all(body, *each.second, workspace) && std::ranges::none_of(out, same))
        out.push_back({own.span, own.span, "range", launch::point_in_any_run(own, script)});
    }
  }
  return out;
}

}  // namespace

bool turns_by_rank(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits& hits) {
  return add_places(facts.get<uneven_ranges>(), hits);
}

}  // namespace mmlint::check::predicates
