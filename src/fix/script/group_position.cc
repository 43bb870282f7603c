#include "fix/script/group_position.h"

#include <algorithm>

#include "check/script/matcher.h"
#include "fix/text/statement_edits.h"
#include "launch/reachable.h"
#include "script/symbols.h"

namespace mmlint::fix {

using script::Call;
using script::Summary;
using syntax::as;
using syntax::Block;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

bool holds(Block block, Span statement) {
  return std::any_of(block.begin(), block.end(), [statement](const Stmt* one) {
    return one->begin <= statement.begin && statement.end <= one->end;
  });
}

// The statements down to the one to stand in front of, which is the last.
std::vector<EnclosingStatement> place_of(const Summary& script, Span statement,
                                         const std::vector<Span>& builds, syntax::Parser& parser) {
  const auto builds_in = [&](Block block) {
    return std::any_of(builds.begin(), builds.end(),
                       [block](Span build) { return holds(block, build); });
  };
  std::vector<EnclosingStatement> around = enclosing(*script.document, parser, statement);
  std::size_t depth = around.size();
  for (std::size_t i = around.size(); i-- > 1;) {
    const Stmt& outer = *around[i - 1].stmt;
    if (outer.kind == StmtKind::kFunction || outer.kind == StmtKind::kClass) break;
    if (outer.kind != StmtKind::kIf) continue;
    const auto& branch = as<syntax::If>(outer);
    const Span text{statement.file, outer.begin, outer.end};
    const bool is_elif = script.document->source().text(text).starts_with("elif");
    const auto is_inside = [&](const auto& write) { return text.contains(write.span); };
    if (std::any_of(script.environment.begin(), script.environment.end(), is_inside)) break;
    if (builds_in(branch.then) && builds_in(branch.otherwise) && !is_elif) depth = i;
  }
  around.resize(depth);
  return around;
}

// True if every way to the second place passes the first.
bool comes_first(const std::vector<EnclosingStatement>& first,
                 const std::vector<EnclosingStatement>& second) {
  if (first.empty()) return false;
  const EnclosingStatement& place = first.back();
  return std::any_of(second.begin(), second.end(), [&](const EnclosingStatement& one) {
    return one.block.data() == place.block.data() && place.stmt->begin <= one.stmt->begin;
  });
}

}  // namespace

Span statement_behind_group(const Summary& script, const Call& call, const catalog::Target& target,
                            syntax::Parser& parser) {
  std::vector<Span> builds;
  for (const Call& one : script.calls) {
    if (script::builds_runner(one.symbol) && one.point.group == script::OnPaths::kNone &&
        launch::may_hold(one.point.guard, target))
      builds.push_back(one.statement);
  }
  std::vector<EnclosingStatement> place = place_of(script, call.statement, builds, parser);
  if (place.empty()) return call.statement;
  for (const Span build : builds) {
    std::vector<EnclosingStatement> other = place_of(script, build, builds, parser);
    if (comes_first(other, place)) place = std::move(other);
  }
  return {call.statement.file, place.back().stmt->begin, place.back().stmt->end};
}

}  // namespace mmlint::fix
