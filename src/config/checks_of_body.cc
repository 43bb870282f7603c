#include "config/checks_of_body.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "python/eval/operators.h"
#include "syntax/walk.h"

namespace mmlint::config {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

bool is_emptied(Block block, const IsTakenOut& is_taken_out) {
  return !block.empty() && std::all_of(block.begin(), block.end(),
                                       [&](const Stmt* stmt) { return is_taken_out(*stmt); });
}

// The first statement of a block that would be left empty where Python needs one; null if none is.
const Stmt* emptied(const Stmt& stmt, const IsTakenOut& is_taken_out) {
  if (is_taken_out(stmt)) return nullptr;
  std::vector<Block> needed;
  if (stmt.kind == StmtKind::kIf) needed.push_back(as<If>(stmt).then);
  if (stmt.kind == StmtKind::kFor) needed.push_back(as<For>(stmt).body);
  if (stmt.kind == StmtKind::kWhile) needed.push_back(as<While>(stmt).body);
  if (stmt.kind == StmtKind::kWith) needed.push_back(as<With>(stmt).body);
  if (stmt.kind == StmtKind::kFunction) needed.push_back(as<Function>(stmt).body);
  if (stmt.kind == StmtKind::kClass) needed.push_back(as<Class>(stmt).body);
  if (stmt.kind == StmtKind::kTry) {
    const auto& attempt = as<Try>(stmt);
    needed.push_back(attempt.body);
    for (const Handler& handler : attempt.handlers) needed.push_back(handler.body);
    if (attempt.handlers.empty()) needed.push_back(attempt.finally);
  }
  for (const Block block : needed) {
    if (is_emptied(block, is_taken_out)) return block[0];
  }
  const Stmt* found = nullptr;
  for_each_child(
      stmt, [](const Expr&) {},
      [&](const Stmt& child) { found = found ? found : emptied(child, is_taken_out); });
  return found;
}

}  // namespace

void refuse_emptied_blocks(Resolved& out, const BodyInput& input, const IsTakenOut& is_taken_out) {
  const Document& document = input.document;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (!document.statements()[i].name.empty()) continue;  // a plain assignment
    const Stmt* stmt = document.statement(i, input.parser);
    const Stmt* found = stmt ? emptied(*stmt, is_taken_out) : nullptr;
    if (!found) continue;
    out.problems.push_back(
        {ProblemKind::kConfigRaises,
         {document.source().id(), found->begin, found->end},
         {{"exception", "ValueError"},
          {"detail", "MMEngine takes this statement out of the code, which leaves an empty block"}},
         {}});
    return;
  }
}

void check_deprecation(python::Evaluator& e, const Value& exported) {
  Value* value = exported.dict().get("_deprecation_");
  if (!value) return;
  for (const char* word : {"expected", "reference"}) {
    Value& key = *e.pool().string(word, value->span);
    const auto there = compare(e, Operator::kIn, key, *value, value->span);
    if (there && *there && value->kind != Value::Kind::kDict) e.item(*value, key, value->span);
  }
}

void check_copyable(python::Evaluator& e, const Value& exported) {
  if (e.pool().is_copyable()) return;
  std::vector<const Value*> open{&exported};
  std::unordered_set<const Value*> seen;
  while (!open.empty()) {
    const Value& value = *open.back();
    open.pop_back();
    if (value.object() && !value.object()->is_copyable()) {
      e.raise("TypeError",
              fmt::format("cannot pickle '{}' object, so it cannot be part of a config's value",
                          python::type_name(value)),
              value.span);
    }
    if (!value.is_container() || value.frozen || !seen.insert(&value).second) continue;
    open.insert(open.end(), value.items().begin(), value.items().end());
    for (const Entry& entry : value.dict().entries()) open.push_back(entry.value);
  }
}

}  // namespace mmlint::config
