#include "syntax/walk.h"

#include "syntax/match.h"

namespace mmlint::syntax {
namespace {

using Visit = std::function<void(const Expr&)>;

void visit_parts(std::span<const FStringPart> parts, const Visit& visit) {
  for (const FStringPart& part : parts) {
    if (part.expr) visit(*part.expr);
    visit_parts(part.spec, visit);
  }
}

void visit_parameters(std::span<const Parameter> parameters, const Visit& visit) {
  for (const Parameter& p : parameters) {
    if (p.default_value) visit(*p.default_value);
    if (p.annotation) visit(*p.annotation);
  }
}

void visit_if(const Expr* expr, const Visit& visit) {
  if (expr) visit(*expr);
}

void visit_pattern(const Pattern& pattern, const Visit& visit) {
  visit_if(pattern.value, visit);
  for (const Expr* key : pattern.keys) visit(*key);
  for (const Pattern* part : pattern.parts) visit_pattern(*part, visit);
}

void visit_deep(const Expr& expr, const Visit& visit) {
  visit(expr);
  for_each_child(expr, [&](const Expr& child) { visit_deep(child, visit); });
}

const Stmt* find_below(const Stmt& stmt, std::uint32_t begin, std::uint32_t end) {
  if (stmt.begin == begin && stmt.end == end) return &stmt;
  const Stmt* found = nullptr;
  for_each_child(
      stmt, [](const Expr&) {},
      [&](const Stmt& inner) {
        if (!found && inner.begin <= begin && end <= inner.end)
          found = find_below(inner, begin, end);
      });
  return found;
}

}  // namespace

bool has_blocks(StmtKind kind) {
  switch (kind) {
    case StmtKind::kIf:
    case StmtKind::kFor:
    case StmtKind::kWhile:
    case StmtKind::kWith:
    case StmtKind::kTry:
    case StmtKind::kFunction:
    case StmtKind::kClass:
    case StmtKind::kMatch:
      return true;
    default:
      return false;
  }
}

void for_each_child(const Expr& x, const Visit& visit) {
  switch (x.kind) {
    case ExprKind::kFString:
      return visit_parts(as<FString>(x).parts, visit);
    case ExprKind::kList:
    case ExprKind::kTuple:
    case ExprKind::kSet:
      for (const Expr* item : as<Sequence>(x).items) visit(*item);
      return;
    case ExprKind::kDict:
      for (const DictItem& item : as<Dict>(x).items) {
        visit_if(item.key, visit);
        visit(*item.value);
      }
      return;
    case ExprKind::kCall:
      visit(*as<Call>(x).callee);
      for (const Argument& a : as<Call>(x).arguments) visit(*a.value);
      return;
    case ExprKind::kAttribute:
      return visit(*as<Attribute>(x).object);
    case ExprKind::kSubscript:
      visit(*as<Subscript>(x).object);
      return visit(*as<Subscript>(x).index);
    case ExprKind::kSlice:
      visit_if(as<Slice>(x).lower, visit);
      visit_if(as<Slice>(x).upper, visit);
      return visit_if(as<Slice>(x).step, visit);
    case ExprKind::kStarred:
      return visit(*as<Starred>(x).value);
    case ExprKind::kUnary:
      return visit(*as<Unary>(x).operand);
    case ExprKind::kBinary:
      visit(*as<Binary>(x).left);
      return visit(*as<Binary>(x).right);
    case ExprKind::kBoolean:
      visit(*as<Boolean>(x).left);
      return visit(*as<Boolean>(x).right);
    case ExprKind::kCompare:
      visit(*as<Compare>(x).left);
      for (const Expr* right : as<Compare>(x).rights) visit(*right);
      return;
    case ExprKind::kConditional:
      visit(*as<Conditional>(x).then);
      visit(*as<Conditional>(x).condition);
      return visit(*as<Conditional>(x).otherwise);
    case ExprKind::kLambda:
      visit_parameters(as<Lambda>(x).parameters, visit);
      return visit(*as<Lambda>(x).body);
    case ExprKind::kComprehension:
      visit_if(as<Comprehension>(x).key, visit);
      visit(*as<Comprehension>(x).value);
      for (const ForClause& clause : as<Comprehension>(x).clauses) {
        visit(*clause.target);
        visit(*clause.iterable);
        for (const Expr* condition : clause.conditions) visit(*condition);
      }
      return;
    case ExprKind::kYield:
    case ExprKind::kAwait:
      return visit_if(as<Yield>(x).value, visit);
    case ExprKind::kNamed:
      visit(*as<Named>(x).target);
      return visit(*as<Named>(x).value);
    default:
      return;
  }
}

void for_each_child(const Stmt& s, const Visit& visit,
                    const std::function<void(const Stmt&)>& visit_stmt) {
  const auto block = [&](Block statements) {
    for (const Stmt* child : statements) visit_stmt(*child);
  };
  const auto exprs = [&](Exprs list) {
    for (const Expr* x : list) visit(*x);
  };
  switch (s.kind) {
    case StmtKind::kExpression:
      return visit(*as<ExpressionStmt>(s).value);
    case StmtKind::kAssign:
      exprs(as<Assign>(s).targets);
      return visit(*as<Assign>(s).value);
    case StmtKind::kAnnotated:
      visit(*as<Annotated>(s).target);
      visit_if(as<Annotated>(s).value, visit);
      return visit_if(as<Annotated>(s).annotation, visit);
    case StmtKind::kAugmented:
      visit(*as<Augmented>(s).target);
      return visit(*as<Augmented>(s).value);
    case StmtKind::kDelete:
      return exprs(as<Delete>(s).targets);
    case StmtKind::kIf:
      visit(*as<If>(s).condition);
      block(as<If>(s).then);
      return block(as<If>(s).otherwise);
    case StmtKind::kFor:
      visit(*as<For>(s).target);
      visit(*as<For>(s).iterable);
      block(as<For>(s).body);
      return block(as<For>(s).otherwise);
    case StmtKind::kWhile:
      visit(*as<While>(s).condition);
      block(as<While>(s).body);
      return block(as<While>(s).otherwise);
    case StmtKind::kMatch:
      visit(*as<Match>(s).subject);
      for (const Case& each : as<Match>(s).cases) {
        visit_pattern(*each.pattern, visit);
        visit_if(each.guard, visit);
        block(each.body);
      }
      return;
    case StmtKind::kWith:
      for (const WithItem& item : as<With>(s).items) {
        visit(*item.context);
        visit_if(item.target, visit);
      }
      return block(as<With>(s).body);
    case StmtKind::kTry:
      block(as<Try>(s).body);
      for (const Handler& handler : as<Try>(s).handlers) {
        visit_if(handler.type, visit);
        block(handler.body);
      }
      block(as<Try>(s).otherwise);
      return block(as<Try>(s).finally);
    case StmtKind::kFunction:
      exprs(as<Function>(s).decorators);
      visit_parameters(as<Function>(s).parameters, visit);
      visit_if(as<Function>(s).returns, visit);
      return block(as<Function>(s).body);
    case StmtKind::kClass:
      exprs(as<Class>(s).decorators);
      for (const Argument& base : as<Class>(s).bases) visit(*base.value);
      return block(as<Class>(s).body);
    case StmtKind::kReturn:
      return visit_if(as<Return>(s).value, visit);
    case StmtKind::kRaise:
      return visit_if(as<Raise>(s).value, visit);
    case StmtKind::kAssert:
      visit(*as<Assert>(s).condition);
      return visit_if(as<Assert>(s).message, visit);
    default:
      return;
  }
}

void for_each_expr(const Stmt& stmt, const Visit& visit) {
  for_each_child(
      stmt, [&](const Expr& child) { visit_deep(child, visit); },
      [&](const Stmt& child) { for_each_expr(child, visit); });
}

std::size_t statement_at(const Document& document, std::uint32_t offset) {
  const auto statements = document.statements();
  const auto it = std::partition_point(statements.begin(), statements.end(),
                                       [offset](const auto& s) { return s.end <= offset; });
  const bool holds = it != statements.end() && it->begin <= offset;
  return static_cast<std::size_t>((holds ? it : statements.end()) - statements.begin());
}

const Expr* find_expr(const Document& document, std::uint32_t begin, std::uint32_t end) {
  const std::size_t i = statement_at(document, begin);
  const Stmt* stmt = i < document.statements().size() ? document.statement(i) : nullptr;
  if (!stmt) return nullptr;
  const Expr* found = nullptr;
  for_each_expr(*stmt, [&](const Expr& x) {
    if (x.begin == begin && x.end == end) found = &x;
  });
  return found;
}

const Stmt* find_stmt(const Document& document, std::uint32_t begin, std::uint32_t end) {
  const std::size_t i = statement_at(document, begin);
  const Stmt* stmt = i < document.statements().size() ? document.statement(i) : nullptr;
  return stmt ? find_below(*stmt, begin, end) : nullptr;
}

}  // namespace mmlint::syntax
