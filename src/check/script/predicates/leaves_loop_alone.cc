// A `break`, `continue` or `return` that only some ranks come to leaves out collective calls, in
// which the others wait; hits: these statements.

#include "base/text.h"
#include "check/script/collectives.h"
#include "check/script/predicate.h"
#include "check/script/program_syntax.h"
#include "launch/known_runs.h"
#include "syntax/walk.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::LoopExit;
using script::Summary;
using syntax::Expr;

// The exits from loops that a run comes to and another one does not.
std::vector<const LoopExit*> only_in(const Summary& run, const Summary& other) {
  std::vector<const LoopExit*> out;
  for (const LoopExit& left : run.loop_exits) {
    const bool shared = std::ranges::any_of(other.loop_exits, [&](const LoopExit& each) {
      return each.span == left.span && each.point.reached;
    });
    if (left.point.reached && !shared) out.push_back(&left);
  }
  return out;
}

// What decides about an exit from a loop, as it is written.
struct Decision {
  Span at;  // the innermost condition around it; if there is none, the statement
  // May: a condition asks for the number of the turn, so that the process leaves in the last one.
  bool asks_for_turn = false;
};

Decision decision_of(const LoopExit& left, const launch::Program& program) {
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  const syntax::Stmt* at = nullptr;
  for (const syntax::Document* document : program.get<documents_of>()) {
    if (document->source().id() == left.span.file)
      at = syntax::find_stmt(*document, left.span.begin, left.span.end);
  }
  Decision out{left.span};
  std::vector<std::string_view> conditions;
  for (; at && at->kind != syntax::StmtKind::kFunction; at = syntax.around(*at)) {
    if (at->kind == syntax::StmtKind::kIf) {
      const Expr& condition = *syntax::as<syntax::If>(*at).condition;
      if (conditions.empty()) out.at = syntax.span(condition);
      conditions.push_back(syntax.text(condition));
    }
    if (at->kind != syntax::StmtKind::kFor) continue;
    const Expr& target = *syntax::as<syntax::For>(*at).target;
    std::vector<std::string_view> names{syntax::id_of(target)};
    syntax::for_each_child(target, [&](const Expr& each) { names.push_back(syntax::id_of(each)); });
    for (const std::string_view name : names) {
      const auto asks = [&](std::string_view condition) { return has_word(condition, name); };
      out.asks_for_turn =
          out.asks_for_turn || (!name.empty() && std::ranges::any_of(conditions, asks));
    }
  }
  return out;
}

// What any run does there, without the conditions that only a launch answers.
script::ProgramPoint point_of(const LoopExit& left, const Summary& script) {
  script::ProgramPoint out = left.point;
  for (const LoopExit& each : script.loop_exits) {
    if (each.span != left.span || !each.point.reached) continue;
    out.guard = common(out.guard, each.point.guard);
    out.open = out.open && each.point.open;
  }
  return out;
}

// A fact: the statements with which one process leaves a loop, or a turn of it, and no statement
// there is one with which another process leaves it. The loop makes collective calls, so that the
// other processes wait in the next one until they run into a timeout.
std::vector<ScriptPlace> lone_exits(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  project::Workspace& workspace = facts.program().workspace();
  std::vector<ScriptPlace> out;
  if (script.loop_exits.empty()) return out;
  for (const launch::RankRuns& each : facts.get_big<launch::rank_runs>()) {
    const auto first = only_in(*each.first, *each.second);
    const auto second = only_in(*each.second, *each.first);
    if (!first.empty() && !second.empty()) continue;  // they may leave together
    for (const LoopExit* left : first.empty() ? second : first) {
      const bool sure = left->point.group == script::OnPaths::kAll &&
                        waits_in(left->skipped, *each.first, workspace) &&
                        waits_in(left->skipped, *each.second, workspace);
      const auto same = [&](const ScriptPlace& known) { return known.fact == left->span; };
      if (!sure || std::ranges::any_of(out, same)) continue;
      const Decision decision = decision_of(*left, facts.program());
      if (!decision.asks_for_turn)
        out.push_back({decision.at, left->span, "", point_of(*left, script)});
    }
  }
  return out;
}

}  // namespace

bool leaves_loop_alone(const script::Summary&, const launch::ProgramFacts& facts,
                       ScriptHits& hits) {
  return add_places(facts.get<lone_exits>(), hits);
}

}  // namespace mmlint::check::predicates
