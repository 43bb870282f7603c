#include "check/script/placement.h"

#include <algorithm>
#include <array>

#include "syntax/walk.h"

namespace mmlint::check {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Operator;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

constexpr int kMaxDepth = 4;  // of functions that call each other, and of names in conditions

bool holds(syntax::Block block, const Stmt& statement) {
  return std::find(block.begin(), block.end(), &statement) != block.end();
}

// The statements that are run one after another and of which one is `inner`; `outer` is around it.
syntax::Block block_of(const Stmt& outer, const Stmt& inner) {
  const auto first = [&](std::initializer_list<syntax::Block> blocks) {
    const auto found = std::find_if(blocks.begin(), blocks.end(),
                                    [&](syntax::Block each) { return holds(each, inner); });
    return found == blocks.end() ? syntax::Block() : *found;
  };
  switch (outer.kind) {
    case StmtKind::kIf:
      return first({as<syntax::If>(outer).then, as<syntax::If>(outer).otherwise});
    case StmtKind::kFor:
      return first({as<syntax::For>(outer).body});
    case StmtKind::kWhile:
      return first({as<syntax::While>(outer).body});
    case StmtKind::kWith:
      return first({as<syntax::With>(outer).body});
    case StmtKind::kTry:
      return first({as<syntax::Try>(outer).body});
    case StmtKind::kFunction:
      return first({as<syntax::Function>(outer).body});
    default:
      return {};
  }
}

// Whether nothing behind a block is run in this turn of the loop or call of the function.
bool leaves(syntax::Block block) {
  if (block.empty()) return false;
  const StmtKind last = block.back()->kind;
  return last == StmtKind::kReturn || last == StmtKind::kContinue || last == StmtKind::kBreak;
}

bool is_integer(const Expr& expr, std::string_view text) {
  return expr.kind == ExprKind::kInteger && as<syntax::Number>(expr).text == text;
}

// Whether these are the numbers 0 and -1, which stands for no process group.
bool is_first_or_none(const Expr& expr) {
  if (expr.kind != ExprKind::kList && expr.kind != ExprKind::kTuple && expr.kind != ExprKind::kSet)
    return false;
  const syntax::Exprs items = as<syntax::Sequence>(expr).items;
  return std::all_of(items.begin(), items.end(), [](const Expr* item) {
    const bool is_negative = item->kind == ExprKind::kUnary &&
                             as<syntax::Unary>(*item).op == Operator::kNegative &&
                             is_integer(*as<syntax::Unary>(*item).operand, "1");
    return is_negative || is_integer(*item, "0");
  });
}

}  // namespace

Placement::Placement(std::span<const syntax::Document* const> documents, const ModelUses& uses,
                     syntax::Parser& parser)
    : uses_(uses) {
  for (const syntax::Document* document : documents) {
    for (std::size_t i = 0; i < document->statements().size(); ++i) {
      if (const Stmt* each = document->statement(i, parser)) add(*each);
    }
  }
}

void Placement::add(const Stmt& statement) {
  if (statement.kind == StmtKind::kFunction) {
    const auto& function = as<syntax::Function>(statement);
    functions_[function.name].push_back(&function);
    for (const syntax::Parameter& parameter : function.parameters)
      values_[parameter.name].push_back(nullptr);
  } else if (statement.kind == StmtKind::kAssign) {
    const auto& assign = as<syntax::Assign>(statement);
    for (const Expr* target : assign.targets) values_[last_name(*target)].push_back(assign.value);
  } else if (statement.kind == StmtKind::kAugmented) {
    values_[last_name(*as<syntax::Augmented>(statement).target)].push_back(nullptr);
  }
  syntax::for_each_child(
      statement, [](const Expr&) {}, [&](const Stmt& child) { add(child); });
}

// By what it is called: rank, self.local_rank, dist.get_rank(), int(os.environ['RANK']).
bool Placement::is_rank(const Expr& expr) const {
  std::string_view text = uses_.text(expr);
  const std::size_t end = text.find_last_not_of("()[]'\"");
  text = text.substr(0, end == text.npos ? 0 : end + 1);
  return text.ends_with("rank") || text.ends_with("RANK");
}

bool Placement::holds_on_one(const Expr& condition, int depth) const {
  if (depth > kMaxDepth) return false;
  switch (condition.kind) {
    case ExprKind::kCompare: {
      const auto& compare = as<syntax::Compare>(condition);
      if (compare.ops.size() != 1) return false;
      const Expr& right = *compare.rights.front();
      if (compare.ops.front() == Operator::kIn)
        return is_rank(*compare.left) && is_first_or_none(right);
      return compare.ops.front() == Operator::kEqual &&
             ((is_rank(*compare.left) && is_integer(right, "0")) ||
              (is_integer(*compare.left, "0") && is_rank(right)));
    }
    case ExprKind::kBoolean: {
      const auto& boolean = as<syntax::Boolean>(condition);
      return boolean.op == Operator::kAnd &&
             (holds_on_one(*boolean.left, depth + 1) || holds_on_one(*boolean.right, depth + 1));
    }
    case ExprKind::kUnary: {
      const auto& unary = as<syntax::Unary>(condition);
      return unary.op == Operator::kNot &&
             (is_rank(*unary.operand) || fails_on_one(*unary.operand, depth + 1));
    }
    case ExprKind::kName:
    case ExprKind::kAttribute: {
      const auto found = values_.find(last_name(condition));
      return found != values_.end() && found->second.size() == 1 && found->second.front() &&
             holds_on_one(*found->second.front(), depth + 1);
    }
    case ExprKind::kCall: {
      const auto found = functions_.find(last_name(*as<syntax::Call>(condition).callee));
      if (found == functions_.end() || found->second.size() != 1) return false;
      const syntax::Function& function = *found->second.front();
      if (function.body.empty() || function.body.back()->kind != StmtKind::kReturn) return false;
      const Expr* result = as<syntax::Return>(*function.body.back()).value;
      const bool is_only =
          std::all_of(function.body.begin(), function.body.end() - 1,
                      [](const Stmt* each) { return each->kind == StmtKind::kExpression; });
      return is_only && result && holds_on_one(*result, depth + 1);
    }
    default:
      return false;
  }
}

bool Placement::fails_on_one(const Expr& condition, int depth) const {
  if (depth > kMaxDepth) return false;
  if (condition.kind == ExprKind::kUnary && as<syntax::Unary>(condition).op == Operator::kNot)
    return holds_on_one(*as<syntax::Unary>(condition).operand, depth + 1);
  if (condition.kind != ExprKind::kCompare) return false;
  const auto& compare = as<syntax::Compare>(condition);
  if (compare.ops.size() != 1 || !is_rank(*compare.left)) return false;
  const Operator op = compare.ops.front();
  return (op == Operator::kNotEqual || op == Operator::kGreater) &&
         is_integer(*compare.rights.front(), "0");
}

bool Placement::is_for_one_rank(const syntax::Call& call, int depth) const {
  const Stmt* inner = uses_.place(call).statement;
  for (const Stmt* at = inner; at; inner = at, at = uses_.around(*at)) {
    if (at->kind == StmtKind::kIf && at != inner) {
      const auto& branch = as<syntax::If>(*at);
      if (holds(branch.then, *inner) && holds_on_one(*branch.condition)) return true;
      if (holds(branch.otherwise, *inner) && fails_on_one(*branch.condition)) return true;
    }
    if (at != inner) {
      for (const Stmt* before : block_of(*at, *inner)) {
        if (before == inner) break;
        if (before->kind != StmtKind::kIf) continue;
        const auto& branch = as<syntax::If>(*before);
        if (branch.otherwise.empty() && leaves(branch.then) && fails_on_one(*branch.condition))
          return true;
      }
    }
    if (at->kind == StmtKind::kClass) return false;
    if (at->kind == StmtKind::kFunction)
      return is_called_for_one_rank(as<syntax::Function>(*at), depth);
  }
  return false;
}

std::vector<Placement::Asked> Placement::asked_above(const syntax::Call& call) const {
  std::vector<Asked> out;
  const Stmt* inner = uses_.place(call).statement;
  for (const Stmt* at = uses_.around(*inner); at && inner->kind != StmtKind::kFunction;
       inner = at, at = uses_.around(*at)) {
    if (at->kind == StmtKind::kIf) {
      const auto& branch = as<syntax::If>(*at);
      out.push_back({branch.condition, holds(branch.then, *inner)});
    }
    for (const Stmt* before : block_of(*at, *inner)) {
      if (before == inner) break;
      if (before->kind != StmtKind::kIf) continue;
      const auto& branch = as<syntax::If>(*before);
      if (branch.otherwise.empty() && leaves(branch.then)) out.push_back({branch.condition, false});
    }
  }
  return out;
}

const Expr* Placement::only_value(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() || found->second.size() != 1 ? nullptr : found->second.front();
}

bool Placement::is_called_for_one_rank(const syntax::Function& function, int depth) const {
  if (depth > kMaxDepth || !function.decorators.empty()) return false;
  const Uses uses = uses_.follow(function.name);
  return !uses.escapes && !uses.calls.empty() &&
         std::all_of(uses.calls.begin(), uses.calls.end(),
                     [&](const syntax::Call* each) { return is_for_one_rank(*each, depth + 1); });
}

bool Placement::is_without_gradients(const syntax::Call& call) const {
  for (const Stmt* at = uses_.place(call).statement; at; at = uses_.around(*at)) {
    if (at->kind == StmtKind::kWith) {
      for (const syntax::WithItem& item : as<syntax::With>(*at).items) {
        const std::string_view text = uses_.text(*item.context);
        if (text.find("no_grad") != text.npos || text.find("inference_mode") != text.npos)
          return true;
      }
    }
    if (at->kind == StmtKind::kFunction && !as<syntax::Function>(*at).decorators.empty())
      return true;
  }
  return false;
}

}  // namespace mmlint::check
