#include "check/script/unsynced_updates.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace mmlint::check {
namespace {

using script::Call;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Operator;
using syntax::StmtKind;

constexpr int kMaxDepth = 6;  // of operators, and of names that stand for conditions

// An elementary condition by its text, and what it is.
using Known = std::set<std::pair<std::string, bool>>;

bool is_integer(const Expr& expr, std::string_view text) {
  return expr.kind == ExprKind::kInteger && as<syntax::Number>(expr).text == text;
}

bool is_binary(const Expr& expr, Operator op) {
  return expr.kind == ExprKind::kBinary && as<syntax::Binary>(expr).op == op;
}

class Conditions {
 public:
  Conditions(const ModelUses& uses, const Placement& placement)
      : uses_(uses), placement_(placement) {}

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
    const Expr* value = placement_.only_value(last_name(condition));
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
    if (condition.kind != ExprKind::kCompare) return {std::string(uses_.text(condition)), holds};
    const auto& compare = as<syntax::Compare>(condition);
    const Operator op = compare.ops.front();
    const bool equals = op == Operator::kEqual;
    const bool is_one = compare.ops.size() == 1 && (equals || op == Operator::kNotEqual) &&
                        is_binary(*compare.left, Operator::kModulo);
    if (!is_one) return {std::string(uses_.text(condition)), holds};
    const auto& modulo = as<syntax::Binary>(*compare.left);
    const Expr& right = *compare.rights.front();
    const bool is_last = is_binary(right, Operator::kSubtract) &&
                         is_integer(*as<syntax::Binary>(right).right, "1") &&
                         modulo.left->kind == ExprKind::kName;
    if (is_integer(right, "0")) return {turn_of(*modulo.left), equals == holds};
    if (is_last) return {"turn + 1", equals == holds};
    return {std::string(uses_.text(condition)), holds};
  }

  std::string turn_of(const Expr& counter) const {
    if (last_name(counter) != "") return "turn";
    const bool is_next = is_binary(counter, Operator::kAdd) &&
                         (is_integer(*as<syntax::Binary>(counter).right, "1") ||
                          is_integer(*as<syntax::Binary>(counter).left, "1"));
    return is_next ? "turn + 1" : std::string(uses_.text(counter));
  }

  const ModelUses& uses_;
  const Placement& placement_;
};

bool is_no_sync(const Expr& expr) {
  return expr.kind == ExprKind::kAttribute && as<syntax::Attribute>(expr).name == "no_sync";
}

// Whether a call of backward() stands in a statement, or below it.
bool is_within(const syntax::Stmt* at, const syntax::Stmt& outer, const ModelUses& uses) {
  for (; at; at = uses.around(*at)) {
    if (at == &outer) return true;
  }
  return false;
}

class Search {
 public:
  Search(const script::Summary& script, const ModelUses& uses, const Placement& placement)
      : script_(script), uses_(uses), placement_(placement), conditions_(uses, placement) {}

  std::vector<const Expr*> find() const {
    std::vector<const Expr*> out;
    std::set<Span> wraps;
    for (const Call& call : script_.calls) {
      if (call.symbol == "torch.nn.parallel.DistributedDataParallel") wraps.insert(call.span);
    }
    if (wraps.size() != 1) return out;
    for (const Call& call : script_.calls) {
      if (!call.point.reached || !call.symbol.is_method("no_sync")) continue;
      const syntax::Call* expr = uses_.call_at(call.span);
      Known known;
      const Expr* found = expr ? condition_of(*expr, known) : nullptr;
      if (found && !has_other_pass(*expr) && steps_follow(known) &&
          std::find(out.begin(), out.end(), found) == out.end())
        out.push_back(found);
    }
    return out;
  }

 private:
  // Where a call of no_sync is chosen, and what is known there; null if nothing is.
  const Expr* condition_of(const syntax::Call& call, Known& known) const {
    const Expr* found = call.callee;
    const Expr* choice = uses_.place(call).parent;
    const Expr* chosen = &call;
    if (!is_no_sync(*found)) {  // context = model.no_sync if ... else nullcontext
      choice = found->kind == ExprKind::kName ? placement_.only_value(last_name(*found)) : nullptr;
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
    for (const Placement::Asked& each : placement_.asked_above(call))
      conditions_.learn(*each.condition, each.holds, known);
    return known.empty() ? nullptr : found;
  }

  // Whether a pass stands beside the `with` in its branch, which may be the one that averages.
  bool has_other_pass(const syntax::Call& no_sync) const {
    const syntax::Stmt* with = uses_.place(no_sync).statement;
    if (with->kind != StmtKind::kWith) return false;
    const syntax::Stmt* around = uses_.around(*with);
    if (!around || around->kind != StmtKind::kIf) return false;
    const auto holds = [&](syntax::Block block, const syntax::Stmt* at) {
      return std::any_of(block.begin(), block.end(),
                         [&](const auto* each) { return is_within(at, *each, uses_); });
    };
    const auto& branch = as<syntax::If>(*around);
    const bool is_then = holds(branch.then, with);
    return std::any_of(script_.calls.begin(), script_.calls.end(), [&](const Call& call) {
      if (!call.symbol.is_method("backward")) return false;
      const syntax::Call* pass = uses_.call_at(call.span);
      const syntax::Stmt* at = pass ? uses_.place(*pass).statement : nullptr;
      return at && holds(is_then ? branch.then : branch.otherwise, at) &&
             !is_within(at, *with, uses_);
    });
  }

  // Whether each step of an optimizer is taken where that is known.
  bool steps_follow(const Known& known) const {
    bool any = false;
    for (const Call& call : script_.calls) {
      if (!call.symbol.is_method("step") || call.symbol.is_inside("torch.optim.lr_scheduler"))
        continue;
      const syntax::Call* expr = uses_.call_at(call.span);
      const auto asked = expr ? placement_.asked_above(*expr) : std::vector<Placement::Asked>();
      const bool follows = std::all_of(asked.begin(), asked.end(), [&](const auto& each) {
        return conditions_.follows(*each.condition, each.holds, known);
      });
      if (asked.empty() || !follows) return false;
      any = true;
    }
    return any;
  }

  const script::Summary& script_;
  const ModelUses& uses_;
  const Placement& placement_;
  Conditions conditions_;
};

}  // namespace

std::vector<const Expr*> unsynced_updates(const script::Summary& script, const ModelUses& uses,
                                          const Placement& placement) {
  return Search(script, uses, placement).find();
}

}  // namespace mmlint::check
