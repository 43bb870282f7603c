#include "config/mode.h"

#include "config/links.h"
#include "python/eval/natives.h"
#include "syntax/walk.h"

namespace mmlint::config {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

// What one statement decides, if it does.
std::optional<Decided> decide(const Document& raw, const Stmt& stmt) {
  const Span at{raw.source().id(), stmt.begin, stmt.end};
  switch (stmt.kind) {
    case StmtKind::kAssign:
      return is_base_assignment(stmt) ? std::optional(Decided{{.decided = true, .at = at}})
                                      : std::nullopt;
    case StmtKind::kWith: {
      if (as<With>(stmt).is_async) return std::nullopt;
      const Expr& context = *as<With>(stmt).items[0].context;
      if (called_id(context) == "read_base")
        return Decided{{.lazy = true, .decided = true, .at = at}};
      return Decided{.mode = {.decided = true, .refused = true, .at = at},
                     .problem = refused_context(
                         context, at, "the first `with` of a config must be `with read_base():`")};
    }
    case StmtKind::kImportFrom: {
      const auto& import = as<ImportFrom>(stmt);
      if (import.level > 0) return Decided{{.lazy = true, .decided = true, .at = at}};
      const bool just_config = import.module == "mmengine" && import.names.size() == 1 &&
                               import.names[0].name == "Config";
      if (just_config || python::is_standard_module(import.module)) return std::nullopt;
      return Decided{{.lazy = true, .decided = true, .at = at}};
    }
    case StmtKind::kImport:
      for (const ImportedName& n : as<Import>(stmt).names) {
        if (!python::is_standard_module(n.name))
          return Decided{{.lazy = true, .decided = true, .at = at}};
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

// A place in Python's tree: a statement, or a handler, which is a level of its own.
struct Node {
  const Stmt* stmt = nullptr;
  const Handler* handler = nullptr;
};

void push(std::deque<Node>& queue, Block block) {
  for (const Stmt* s : block) queue.push_back({s, nullptr});
}

void push_children(std::deque<Node>& queue, const Stmt& s) {
  if (s.kind != StmtKind::kTry) {
    for_each_child(
        s, [](const Expr&) {},
        [&](const Stmt& child) {
          queue.push_back({&child, nullptr});
        });
    return;
  }
  push(queue, as<Try>(s).body);
  for (const Handler& h : as<Try>(s).handlers) queue.push_back({nullptr, &h});
  push(queue, as<Try>(s).otherwise);
  push(queue, as<Try>(s).finally);
}

bool may_hold_statements(std::string_view keyword) {
  for (const std::string_view k :
       {"if", "for", "while", "with", "try", "def", "class", "async", "@"}) {
    if (keyword == k) return true;
  }
  return keyword.empty();
}

// The module of an import of Python's own that MMEngine may take for third-party: it asks where the
// module's file lies (mmengine/config/utils.py, _is_builtin_module), which in a virtual environment
// of a Python that is not the system's is elsewhere, and which `os` and its like do not have since
// Python 3.11. Sure are only those compiled into every interpreter.
std::optional<std::string_view> unsure_module(const Stmt& stmt) {
  std::string_view module;
  if (stmt.kind == StmtKind::kImport) module = as<Import>(stmt).names[0].name;
  if (stmt.kind == StmtKind::kImportFrom) module = as<ImportFrom>(stmt).module;
  for (const std::string_view sure : {"", "builtins", "errno", "gc", "itertools", "sys", "time"}) {
    if (module == sure) return std::nullopt;
  }
  if (!python::is_standard_module(module) || module.starts_with("mmengine.config"))
    return std::nullopt;
  return module;
}

std::string module_of(const Stmt& stmt) {
  if (stmt.kind == StmtKind::kImport) return std::string(as<Import>(stmt).names[0].name);
  const auto& import = as<ImportFrom>(stmt);
  return std::string(static_cast<std::size_t>(import.level), '.') + std::string(import.module);
}

// Meets statements until one decides.
class Decision {
 public:
  explicit Decision(const Document& raw) : raw_(raw) {}

  bool meet(const Stmt& stmt, bool nested) {
    const Span at{raw_.source().id(), stmt.begin, stmt.end};
    if (auto decided = decide(raw_, stmt)) {
      decided_ = std::move(*decided);
      const bool import = stmt.kind == StmtKind::kImport || stmt.kind == StmtKind::kImportFrom;
      if (nested && import) {
        decided_.hazards.push_back(
            {ProblemKind::kImportOrderChangesMode, at, {{"module", module_of(stmt)}}, {}});
      }
      return true;
    }
    const auto module = unsure_ ? std::nullopt : unsure_module(stmt);
    if (module) {
      unsure_ = Problem{
          ProblemKind::kStdlibImportChangesMode, at, {{"module", std::string(*module)}}, {}};
    }
    return false;
  }

  Decided take() {
    if (unsure_ && !decided_.mode.lazy) decided_.hazards.push_back(std::move(*unsure_));
    return std::move(decided_);
  }

 private:
  const Document& raw_;
  Decided decided_;
  std::optional<Problem> unsure_;
};

}  // namespace

bool makes_lazy(const Document& raw, const Stmt& stmt) {
  const auto decided = decide(raw, stmt);
  return decided && decided->mode.lazy;
}

Decided decide_mode(const Document& raw) {
  Decision decision(raw);
  // All top-level statements come first; most need no parsing.
  for (std::size_t i = 0; i < raw.statements().size(); ++i) {
    const StatementRange& range = raw.statements()[i];
    const bool decides = range.name == "_base_" || range.keyword == "_base_" ||
                         range.keyword == "with" || range.keyword == "from" ||
                         range.keyword == "import";
    const Stmt* stmt = decides ? raw.statement(i) : nullptr;
    if (stmt && decision.meet(*stmt, false)) return decision.take();
  }
  std::deque<Node> queue;
  for (std::size_t i = 0; i < raw.statements().size(); ++i) {
    if (!may_hold_statements(raw.statements()[i].keyword)) continue;
    if (const Stmt* stmt = raw.statement(i)) push_children(queue, *stmt);
  }
  while (!queue.empty()) {
    const Node node = queue.front();
    queue.pop_front();
    if (node.handler) {
      push(queue, node.handler->body);
      continue;
    }
    if (decision.meet(*node.stmt, true)) break;
    push_children(queue, *node.stmt);
  }
  return decision.take();
}

}  // namespace mmlint::config
