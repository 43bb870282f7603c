#include "config/body.h"

#include "base/text.h"
#include "config/base_problems.h"
#include "config/merge.h"
#include "python/eval/operators.h"
#include "syntax/walk.h"

namespace mmlint::config {
namespace {

// mmengine/config/config.py, RESERVED_KEYS.
void find_reserved_keys(Resolved& out) {
  if (!out.root || out.root->kind != Value::Kind::kDict) return;
  // Names that are imported count as well.
  const Value& names = out.style == Style::kLazy ? *out.exports : *out.root;
  for (const char* name : {"filename", "text", "pretty_text", "env_variables"}) {
    const Entry* entry = names.dict().find(name);
    if (!entry) continue;
    out.root_problems.push_back(
        {ProblemKind::kReservedKey, place(*entry->origin), {{"name", name}}, {}});
  }
}

}  // namespace

bool run_guarded(std::vector<Problem>& problems, const std::function<void()>& body) {
  try {
    body();
    return true;
  } catch (const python::Raised& raised) {
    Problem problem = config_raises(raised.span, raised.exception, raised.detail);
    problem.kind = raised.kind;
    problem.captures.insert(raised.captures.begin(), raised.captures.end());
    problems.push_back(std::move(problem));
  } catch (const python::LimitReached& limit) {
    problems.push_back(limit_reached(limit.span, limit.limit));
  }
  return false;
}

void run_body(Resolved& out, const std::function<void()>& body) {
  if (!run_guarded(out.problems, body)) out.root = nullptr;
  find_reserved_keys(out);
}

bool run_statement(python::Evaluator& e, const syntax::Stmt& stmt, const BodyInput& input) {
  if (!input.in_part) {
    e.run(stmt);
    return true;
  }
  try {
    e.run(stmt);
    return true;
  } catch (const python::Raised&) {
    if (stmt.kind != syntax::StmtKind::kAssign) return false;
    const auto& assign = syntax::as<syntax::Assign>(stmt);
    const syntax::Expr& target = *assign.targets[0];
    if (assign.targets.size() != 1 || target.kind != syntax::ExprKind::kName) return false;
    const Span span = e.span(*assign.value);
    Value* value = e.unknown("computing it raises an exception", span);
    e.globals()->edit_dict().set(
        e.pool().string(syntax::as<syntax::Name>(target).id), value,
        e.pool().origin(
            {.key = e.span(target), .value = span, .how = How::kComputed, .set = value}));
    return true;
  }
}

void take_environment(python::Evaluator& e, const Resolved& out) {
  for (const Resolved* base : out.bases) {
    if (base && base->changes_environment) taint_environment(e, "a base changed os.environ", {});
  }
}

std::string_view checked_key(python::Evaluator& e, const Entry& entry) {
  const Value& key = *entry.key;
  if (key.kind == Value::Kind::kString) return key.text();
  e.raise("AttributeError",
          fmt::format("'{}' object has no attribute 'startswith'", python::type_name(key)),
          key.span);
}

void take_hazards(Resolved& out, python::Hazards& hazards) {
  const bool loaded = out.root && out.root->kind == Value::Kind::kDict;
  const FileId file = out.document->source().id();
  if (loaded) {
    for (const Entry& entry : out.root->dict().entries()) {
      if (entry.key->kind != Value::Kind::kString) continue;
      const Span at = entry.origin->key().known() ? entry.origin->key() : entry.value->span;
      if (at.file != file) continue;
      const std::string_view name = entry.key->text();
      if (entry.value->kind == Value::Kind::kObject) {
        hazards.warn(ProblemKind::kNonDataValue, at,
                     {{"name", std::string(name)}, {"what", std::string(entry.value->text())}});
      } else if (name.starts_with('_')) {
        hazards.warn(ProblemKind::kLeakedName, at, {{"name", std::string(name)}});
      }
    }
  }
  // Few files have the word at all.
  if (loaded && contains(out.document->source().bytes(), "_delete_")) {
    for (Problem& leftover : leftover_deletes(*out.root, file)) {
      out.hazards.push_back(std::move(leftover));
    }
  }
  for (Problem& hazard : hazards.found) {
    // A name that was deleted again does not reach the config.
    const bool gone = hazard.kind == ProblemKind::kLeakedName && loaded &&
                      !out.root->dict().find(hazard.captures["name"]);
    if (!gone) out.hazards.push_back(std::move(hazard));
  }
}

void keep_known(Resolved& out, const Value& known) {
  auto part = std::make_shared<Resolved>();
  part->path = out.path;
  part->number = out.number;
  part->document = out.document;
  part->style = out.style;
  part->root = part->exports = &known;
  part->bases_ok = false;
  out.partial = std::move(part);
}

bool finish(Resolved& out, Value& value) {
  const Span at{out.document->source().id(), 0, 0};
  switch (freeze(value)) {
    case Frozen::kDone:
      return true;
    case Frozen::kCyclic:
      out.problems.push_back(
          config_raises(at, "RecursionError", "a dict or list of the config contains itself"));
      return false;
    case Frozen::kTooLarge:
      break;
  }
  out.problems.push_back(limit_reached(at, fmt::format("{} values", kMaxUnfolded)));
  return false;
}

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

bool is_emptied(Block block, const IsTakenOut& is_taken_out) {
  return !block.empty() &&
         std::ranges::all_of(block, [&](const Stmt* stmt) { return is_taken_out(*stmt); });
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
    const Stmt* stmt = document.statement(i);
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
