#include "resolve/mode.h"

#include <deque>

#include "resolve/eval/natives.h"

namespace mmlint::resolve {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

Problem raises(Span span, std::string exception, std::string detail) {
  return {ProblemKind::kConfigRaises,
          span,
          {{"exception", std::move(exception)}, {"detail", std::move(detail)}},
          {}};
}

// What one statement decides, if it does.
std::optional<Mode> decide(const Document& raw, const Stmt& stmt) {
  const Span at{raw.source().id(), stmt.begin, stmt.end};
  switch (stmt.kind) {
    case StmtKind::kAssign: {
      const Expr& target = *as<Assign>(stmt).targets[0];
      if (target.kind == ExprKind::kName && as<Name>(target).id == "_base_")
        return Mode{false, true, at, {}};
      return std::nullopt;
    }
    case StmtKind::kWith: {
      if (as<With>(stmt).is_async) return std::nullopt;
      const Expr& context = *as<With>(stmt).items[0].context;
      if (context.kind == ExprKind::kCall) {
        const Expr& callee = *as<Call>(context).callee;
        if (callee.kind == ExprKind::kName && as<Name>(callee).id == "read_base") {
          return Mode{true, true, at, {}};
        }
      }
      return Mode{false, true, at,
                  raises(at, "ConfigParsingError",
                         "the first `with` of a config must be `with read_base():`")};
    }
    case StmtKind::kImportFrom: {
      const auto& import = as<ImportFrom>(stmt);
      if (import.level > 0) return Mode{true, true, at, {}};
      const bool just_config = import.module == "mmengine" && import.names.size() == 1 &&
                               import.names[0].name == "Config";
      if (just_config || is_standard_module(import.module)) return std::nullopt;
      return Mode{true, true, at, {}};
    }
    case StmtKind::kImport:
      for (const ImportedName& n : as<Import>(stmt).names) {
        if (!is_standard_module(n.name)) return Mode{true, true, at, {}};
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
  switch (s.kind) {
    case StmtKind::kIf:
      push(queue, as<If>(s).then);
      push(queue, as<If>(s).otherwise);
      break;
    case StmtKind::kFor:
      push(queue, as<For>(s).body);
      push(queue, as<For>(s).otherwise);
      break;
    case StmtKind::kWhile:
      push(queue, as<While>(s).body);
      push(queue, as<While>(s).otherwise);
      break;
    case StmtKind::kWith:
      push(queue, as<With>(s).body);
      break;
    case StmtKind::kTry:
      push(queue, as<Try>(s).body);
      for (const Handler& h : as<Try>(s).handlers) queue.push_back({nullptr, &h});
      push(queue, as<Try>(s).otherwise);
      push(queue, as<Try>(s).finally);
      break;
    case StmtKind::kFunction:
      push(queue, as<Function>(s).body);
      break;
    case StmtKind::kClass:
      push(queue, as<Class>(s).body);
      break;
    default:
      break;
  }
}

bool may_hold_statements(std::string_view keyword) {
  for (const std::string_view k :
       {"if", "for", "while", "with", "try", "def", "class", "async", "@"}) {
    if (keyword == k) return true;
  }
  return keyword.empty();
}

}  // namespace

bool makes_lazy(const Document& raw, const Stmt& stmt) {
  const auto mode = decide(raw, stmt);
  return mode && mode->lazy;
}

Mode decide_mode(const Document& raw, Parser& parser) {
  // All top-level statements come first; most need no parsing.
  for (std::size_t i = 0; i < raw.statements().size(); ++i) {
    const StatementRange& range = raw.statements()[i];
    const bool decides = range.name == "_base_" || range.keyword == "_base_" ||
                         range.keyword == "with" || range.keyword == "from" ||
                         range.keyword == "import";
    const Stmt* stmt = decides ? raw.statement(i, parser) : nullptr;
    if (!stmt) continue;
    if (const auto mode = decide(raw, *stmt)) return *mode;
  }
  std::deque<Node> queue;
  for (std::size_t i = 0; i < raw.statements().size(); ++i) {
    if (!may_hold_statements(raw.statements()[i].keyword)) continue;
    if (const Stmt* stmt = raw.statement(i, parser)) push_children(queue, *stmt);
  }
  while (!queue.empty()) {
    const Node node = queue.front();
    queue.pop_front();
    if (node.handler) {
      push(queue, node.handler->body);
      continue;
    }
    if (const auto mode = decide(raw, *node.stmt)) return *mode;
    push_children(queue, *node.stmt);
  }
  return {};
}

}  // namespace mmlint::resolve
