#include "check/script/unsynced_updates.h"

namespace mmlint::check {
namespace {

using script::Call;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Operator;
using syntax::Stmt;
using syntax::StmtKind;

constexpr int kMaxDepth = 6;  // of operators, and of names that stand for conditions

// An elementary condition by its text, and what it is.
using Known = std::set<std::pair<std::string, bool>>;

bool is_integer(const Expr& expr, std::string_view text) {
  return expr.kind == ExprKind::kInteger && as<syntax::Number>(expr).text == text;
}

bool holds(syntax::Block block, const Stmt& statement) {
  return is_in(&statement, block);
}

// The statements that are run one after another and of which one is `inner`; `outer` is around it.
syntax::Block block_of(const Stmt& outer, const Stmt& inner) {
  const auto first = [&](std::initializer_list<syntax::Block> blocks) {
    const auto found =
        std::ranges::find_if(blocks, [&](syntax::Block each) { return holds(each, inner); });
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

// A condition above a place, and what it must be there.
struct Asked {
  const Expr* condition;
  bool holds;
};

bool is_binary(const Expr& expr, Operator op) {
  return expr.kind == ExprKind::kBinary && as<syntax::Binary>(expr).op == op;
}

class Conditions {
 public:
  explicit Conditions(const ProgramSyntax& syntax) : syntax_(syntax) {}

  // Adds what is known of elementary conditions where a condition holds, or fails.
  void learn(const Expr& condition, bool holds, Known& known, int depth = 0) const {
    if (depth > kMaxDepth) return;
    if (condition.kind == ExprKind::kBoolean) {
      const auto& boolean = as<syntax::Boolean>(condition);
      if ((boolean.op == Operator::kAnd) != holds) return;
      learn(*boolean.left, holds, known, depth + 1);
      learn(*boolean.right, holds, known, depth + 1);
    } else if (condition.kind == ExprKind::kUnary &&
               as<syntax::Unary>(condition).op == Operator::kNot) {
      learn(*as<syntax::Unary>(condition).operand, !holds, known, depth + 1);
    } else if (const Expr* value = value_of(condition)) {
      learn(*value, holds, known, depth + 1);
    } else {
      known.insert(elementary(condition, holds));
    }
  }

  // Whether a condition certainly holds, or fails, where that is known.
  bool follows(const Expr& condition, bool holds, const Known& known, int depth = 0) const {
    if (depth > kMaxDepth) return false;
    if (condition.kind == ExprKind::kBoolean) {
      const auto& boolean = as<syntax::Boolean>(condition);
      const bool left = follows(*boolean.left, holds, known, depth + 1);
      const bool right = follows(*boolean.right, holds, known, depth + 1);
      return (boolean.op == Operator::kAnd) == holds ? left && right : left || right;
    }
    if (condition.kind == ExprKind::kUnary && as<syntax::Unary>(condition).op == Operator::kNot)
      return follows(*as<syntax::Unary>(condition).operand, !holds, known, depth + 1);
    if (const Expr* value = value_of(condition)) return follows(*value, holds, known, depth + 1);
    return known.count(elementary(condition, holds)) != 0;
  }

 private:
  // What a name stands for: update = (i + 1) % n == 0
  const Expr* value_of(const Expr& condition) const {
    if (condition.kind != ExprKind::kName) return nullptr;
    const Expr* value = syntax_.only_value(last_name(condition));
    const bool asks =
        value && (value->kind == ExprKind::kCompare || value->kind == ExprKind::kBoolean ||
                  value->kind == ExprKind::kUnary || value->kind == ExprKind::kName);
    return asks ? value : nullptr;
  }

  // The last turn of n, in any of its spellings: (i + 1) % n == 0, i % n == n - 1. What a helper
  // calls its parameters does not matter.
  std::pair<std::string, bool> elementary(const Expr& condition, bool holds) const {
    if (is_binary(condition, Operator::kModulo))
      return {turn_of(*as<syntax::Binary>(condition).left), !holds};
    if (condition.kind != ExprKind::kCompare) return {std::string(syntax_.text(condition)), holds};
    const auto& compare = as<syntax::Compare>(condition);
    const Operator op = compare.ops.front();
    const bool equals = op == Operator::kEqual;
    const bool is_one = compare.ops.size() == 1 && (equals || op == Operator::kNotEqual) &&
                        is_binary(*compare.left, Operator::kModulo);
    if (!is_one) return {std::string(syntax_.text(condition)), holds};
    const auto& modulo = as<syntax::Binary>(*compare.left);
    const Expr& right = *compare.rights.front();
    const bool is_last = is_binary(right, Operator::kSubtract) &&
                         is_integer(*as<syntax::Binary>(right).right, "1") &&
                         modulo.left->kind == ExprKind::kName;
    if (is_integer(right, "0")) return {turn_of(*modulo.left), equals == holds};
    if (is_last) return {"turn + 1", equals == holds};
    return {std::string(syntax_.text(condition)), holds};
  }

  std::string turn_of(const Expr& counter) const {
    if (last_name(counter) != "") return "turn";
    const bool is_next = is_binary(counter, Operator::kAdd) &&
                         (is_integer(*as<syntax::Binary>(counter).right, "1") ||
                          is_integer(*as<syntax::Binary>(counter).left, "1"));
    return is_next ? "turn + 1" : std::string(syntax_.text(counter));
  }

  const ProgramSyntax& syntax_;
};

bool is_no_sync(const Expr& expr) {
  return expr.kind == ExprKind::kAttribute && as<syntax::Attribute>(expr).name == "no_sync";
}

// Whether a call of backward() stands in a statement, or below it.
bool is_within(const syntax::Stmt* at, const syntax::Stmt& outer, const ProgramSyntax& syntax) {
  for (; at; at = syntax.around(*at)) {
    if (at == &outer) return true;
  }
  return false;
}

class Search {
 public:
  Search(const script::Summary& script, const ProgramSyntax& syntax)
      : script_(script), syntax_(syntax), conditions_(syntax) {}

  std::vector<const Expr*> find() const {
    std::vector<const Expr*> out;
    std::set<Span> wraps;
    for (const Call& call : script_.calls) {
      if (call.symbol == "torch.nn.parallel.DistributedDataParallel") wraps.insert(call.span);
    }
    if (wraps.size() != 1) return out;
    for (const Call& call : script_.calls) {
      if (!call.point.reached || !call.symbol.is_method("no_sync")) continue;
      const syntax::Call* expr = syntax_.call_at(call.span);
      Known known;
      const Expr* found = expr ? condition_of(*expr, known) : nullptr;
      if (found && !has_other_pass(*expr) && steps_follow(known) && !is_in(found, out))
        out.push_back(found);
    }
    return out;
  }

 private:
  // The conditions of the branches that a call stands in, and of those that leave its block before
  // it, up to the function around it.
  std::vector<Asked> asked_above(const syntax::Call& call) const {
    std::vector<Asked> out;
    const Stmt* inner = syntax_.place(call).statement;
    for (const Stmt* at = syntax_.around(*inner); at && inner->kind != StmtKind::kFunction;
         inner = at, at = syntax_.around(*at)) {
      if (at->kind == StmtKind::kIf) {
        const auto& branch = as<syntax::If>(*at);
        out.push_back({branch.condition, holds(branch.then, *inner)});
      }
      for (const Stmt* before : block_of(*at, *inner)) {
        if (before == inner) break;
        if (before->kind != StmtKind::kIf) continue;
        const auto& branch = as<syntax::If>(*before);
        if (branch.otherwise.empty() && leaves(branch.then))
          out.push_back({branch.condition, false});
      }
    }
    return out;
  }

  // Where a call of no_sync is chosen, and what is known there; null if nothing is.
  const Expr* condition_of(const syntax::Call& call, Known& known) const {
    const Expr* found = call.callee;
    const Expr* choice = syntax_.place(call).parent;
    const Expr* chosen = &call;
    if (!is_no_sync(*found)) {  // context = model.no_sync if ... else nullcontext
      choice = found->kind == ExprKind::kName ? syntax_.only_value(last_name(*found)) : nullptr;
      if (!choice || choice->kind != ExprKind::kConditional) return nullptr;
      const auto& either = as<syntax::Conditional>(*choice);
      chosen = is_no_sync(*either.then) ? either.then : either.otherwise;
      if (!is_no_sync(*chosen)) return nullptr;
      found = chosen;
    }
    if (choice && choice->kind == ExprKind::kConditional) {
      const auto& either = as<syntax::Conditional>(*choice);
      conditions_.learn(*either.condition, either.then == chosen, known);
    }
    for (const Asked& each : asked_above(call))
      conditions_.learn(*each.condition, each.holds, known);
    return known.empty() ? nullptr : found;
  }

  // Whether a pass stands beside the `with` in its branch, which may be the one that averages.
  bool has_other_pass(const syntax::Call& no_sync) const {
    const syntax::Stmt* with = syntax_.place(no_sync).statement;
    if (with->kind != StmtKind::kWith) return false;
    const syntax::Stmt* around = syntax_.around(*with);
    if (!around || around->kind != StmtKind::kIf) return false;
    const auto holds = [&](syntax::Block block, const syntax::Stmt* at) {
      return std::ranges::any_of(block,
                                 [&](const auto* each) { return is_within(at, *each, syntax_); });
    };
    const auto& branch = as<syntax::If>(*around);
    const bool is_then = holds(branch.then, with);
    return std::ranges::any_of(script_.calls, [&](const Call& call) {
      if (!call.symbol.is_method("backward")) return false;
      const syntax::Call* pass = syntax_.call_at(call.span);
      const syntax::Stmt* at = pass ? syntax_.place(*pass).statement : nullptr;
      return at && holds(is_then ? branch.then : branch.otherwise, at) &&
             !is_within(at, *with, syntax_);
    });
  }

  // Whether each step of an optimizer is taken where that is known.
  bool steps_follow(const Known& known) const {
    bool any = false;
    for (const Call& call : script_.calls) {
      if (!call.symbol.is_method("step") || call.symbol.is_inside("torch.optim.lr_scheduler"))
        continue;
      const syntax::Call* expr = syntax_.call_at(call.span);
      const auto asked = expr ? asked_above(*expr) : std::vector<Asked>();
      const bool follows = std::ranges::all_of(asked, [&](const auto& each) {
        return conditions_.follows(*each.condition, each.holds, known);
      });
      if (asked.empty() || !follows) return false;
      any = true;
    }
    return any;
  }

  const script::Summary& script_;
  const ProgramSyntax& syntax_;
  Conditions conditions_;
};

}  // namespace

std::vector<const Expr*> unsynced_updates(const script::Summary& script,
                                          const ProgramSyntax& syntax) {
  return Search(script, syntax).find();
}

}  // namespace mmlint::check
