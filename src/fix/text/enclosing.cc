#include "fix/text/enclosing.h"

#include <algorithm>

#include "syntax/walk.h"

namespace mmlint::fix {

using syntax::as;
using syntax::Block;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// The blocks that stand directly inside a statement; some may be empty.
std::vector<Block> blocks_of(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::kIf:
      return {as<syntax::If>(stmt).then, as<syntax::If>(stmt).otherwise};
    case StmtKind::kFor:
      return {as<syntax::For>(stmt).body, as<syntax::For>(stmt).otherwise};
    case StmtKind::kWhile:
      return {as<syntax::While>(stmt).body, as<syntax::While>(stmt).otherwise};
    case StmtKind::kWith:
      return {as<syntax::With>(stmt).body};
    case StmtKind::kTry: {
      const auto& attempt = as<syntax::Try>(stmt);
      std::vector<Block> blocks = {attempt.body, attempt.otherwise, attempt.finally};
      for (const syntax::Handler& handler : attempt.handlers) blocks.push_back(handler.body);
      return blocks;
    }
    case StmtKind::kFunction:
      return {as<syntax::Function>(stmt).body};
    case StmtKind::kClass:
      return {as<syntax::Class>(stmt).body};
    default:
      return {};
  }
}

}  // namespace

std::vector<EnclosingStatement> enclosing(const syntax::Document& document, syntax::Parser& parser,
                                          Span span) {
  const std::size_t top = syntax::statement_at(document, span.begin);
  const Stmt* stmt = top < document.statements().size() ? document.statement(top, parser) : nullptr;
  std::vector<EnclosingStatement> out;
  if (stmt) out.push_back({stmt, {}});
  while (stmt && (stmt->begin != span.begin || stmt->end != span.end)) {
    const Stmt* outer = stmt;
    stmt = nullptr;
    for (const Block block : blocks_of(*outer)) {
      const auto inner = std::find_if(block.begin(), block.end(), [span](const Stmt* one) {
        return one->begin <= span.begin && span.end <= one->end;
      });
      if (inner == block.end()) continue;
      stmt = *inner;
      out.push_back({stmt, block});
    }
  }
  return stmt ? out : std::vector<EnclosingStatement>();
}

const syntax::Function* function_around(const std::vector<EnclosingStatement>& enclosing) {
  for (std::size_t i = enclosing.size(); i-- > 1;) {
    if (enclosing[i - 1].stmt->kind == StmtKind::kFunction)
      return &as<syntax::Function>(*enclosing[i - 1].stmt);
  }
  return nullptr;
}

}  // namespace mmlint::fix
