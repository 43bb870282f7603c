#include "check/config/rank_flow.h"

#include "base/text.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::check {
namespace {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

// Packages of which a sampler may use anything without asking for its rank by another name.
bool is_harmless(std::string_view dotted) {
  return is_in(dotted.substr(0, dotted.find('.')),
               {"__future__", "abc", "bisect", "collections", "copy", "functools", "heapq",
                "itertools", "logging", "math", "mmengine", "numpy", "operator", "random", "torch",
                "typing", "warnings"});
}

bool is_about_rank(std::string_view word) {
  const std::string small = small_letters(word);
  return contains(small, "rank") || contains(small, "dist_info") || contains(small, "distributed");
}

// A name, or an attribute of self: what a value of the class can be kept under. Empty for others.
std::string_view kept_under(const Expr& expr) {
  if (expr.kind == ExprKind::kName) return as<syntax::Name>(expr).id;
  if (expr.kind == ExprKind::kAttribute) return as<syntax::Attribute>(expr).name;
  if (expr.kind == ExprKind::kSubscript) return kept_under(*as<syntax::Subscript>(expr).object);
  return {};
}

// The flow of the rank through the methods of a class. Names are not told apart by their scopes.
class RankFlow {
 public:
  // Returns true if an expression uses the rank.
  bool uses(const Expr& expr) const {
    bool out = is_rank(expr);
    syntax::for_each_child(expr, [&](const Expr& each) { out = out || uses(each); });
    return out;
  }

  // Adds the names under which a statement keeps the rank; returns true if there is a new one.
  bool keep(const Stmt& stmt) {
    const std::size_t before = ranks_.size();
    const auto add = [&](const Expr& value, const Expr& target) {
      if (!uses(value)) return;
      syntax::for_each_target(target, [&](const Expr& each) { add_name(each); });
    };
    if (stmt.kind == StmtKind::kAssign) {
      const auto& assign = as<syntax::Assign>(stmt);
      // rank, world_size = get_dist_info(): the size is the same in each process.
      const bool is_pair = syntax::called_id(*assign.value) == "get_dist_info" ||
                           kept_under_callee(*assign.value) == "get_dist_info";
      for (const Expr* target : assign.targets) {
        const auto* pair =
            is_pair && target->kind == ExprKind::kTuple ? &as<syntax::Sequence>(*target) : nullptr;
        if (pair && pair->items.size() == 2)
          add_name(*pair->items[0]);
        else
          add(*assign.value, *target);
      }
    } else if (stmt.kind == StmtKind::kAugmented) {
      add(*as<syntax::Augmented>(stmt).value, *as<syntax::Augmented>(stmt).target);
    } else if (stmt.kind == StmtKind::kAnnotated && as<syntax::Annotated>(stmt).value) {
      add(*as<syntax::Annotated>(stmt).value, *as<syntax::Annotated>(stmt).target);
    }
    return ranks_.size() != before;
  }

  // Returns true if a statement may do anything else with the rank than keep or log it.
  bool decides(const Stmt& stmt) const {
    switch (stmt.kind) {
      case StmtKind::kAssign:
      case StmtKind::kAnnotated:
      case StmtKind::kAugmented:
      case StmtKind::kAssert:
        return false;
      case StmtKind::kExpression:
        return !is_idle(*as<syntax::ExpressionStmt>(stmt).value) && uses_any(stmt);
      case StmtKind::kIf: {
        const auto& branch = as<syntax::If>(stmt);
        return uses(*branch.condition) ? !all_log(branch.then) || !all_log(branch.otherwise)
                                       : any_decides(stmt);
      }
      case StmtKind::kFunction:
      case StmtKind::kClass:
        return uses_any(stmt);
      default:
        return uses_directly(stmt) || any_decides(stmt);
    }
  }

  bool any_decides(const Stmt& stmt) const {
    bool out = false;
    syntax::for_each_child(
        stmt, [](const Expr&) {}, [&](const Stmt& each) { out = out || decides(each); });
    return out;
  }

  // Returns true if a statement uses a function that may ask for the rank: one of this module that
  // mentions it, or one of a package of which nothing is known.
  static bool calls_unknown(const Stmt& stmt, const launch::ParsedModule& module) {
    bool out = false;
    syntax::for_each_expr(stmt, [&](const Expr& each) {
      if (each.kind != ExprKind::kName) return;
      const std::string dotted = module.dotted(each);
      if (dotted == as<syntax::Name>(each).id) {
        out = out || is_in(dotted, {"getattr", "exec", "eval", "__import__", "globals"}) ||
              mentions_rank(dotted, module);
      } else {
        out = out || !is_harmless(dotted);
      }
    });
    return out;
  }

 private:
  static std::string_view kept_under_callee(const Expr& expr) {
    return expr.kind == ExprKind::kCall ? kept_under(*as<syntax::Call>(expr).callee)
                                        : std::string_view();
  }

  void add_name(const Expr& target) {
    if (const std::string_view name = kept_under(target); !name.empty()) ranks_.insert(name);
  }

  bool is_rank(const Expr& expr) const {
    if (expr.kind == ExprKind::kString) return is_about_rank(as<syntax::String>(expr).value);
    const bool is_word = expr.kind == ExprKind::kName || expr.kind == ExprKind::kAttribute;
    const std::string_view word = is_word ? kept_under(expr) : std::string_view();
    return !word.empty() && (ranks_.contains(word) || is_about_rank(word));
  }

  bool uses_any(const Stmt& stmt) const {
    bool out = false;
    syntax::for_each_expr(stmt, [&](const Expr& each) { out = out || is_rank(each); });
    return out;
  }

  bool uses_directly(const Stmt& stmt) const {
    bool out = false;
    syntax::for_each_child(
        stmt, [&](const Expr& each) { out = out || uses(each); }, [](const Stmt&) {});
    return out;
  }

  static bool is_log(const Expr& expr) {
    return expr.kind == ExprKind::kString ||
           is_in(kept_under_callee(expr),
                 {"print", "print_log", "debug", "info", "warning", "warn"});
  }

  // Whether a statement that is this expression leaves the rank without effect.
  static bool is_idle(const Expr& expr) {
    return is_log(expr) || is_about_rank(kept_under_callee(expr));
  }

  static bool all_log(syntax::Block block) {
    return std::ranges::all_of(block, [](const Stmt* each) {
      return each->kind == StmtKind::kPass || (each->kind == StmtKind::kExpression &&
                                               is_log(*as<syntax::ExpressionStmt>(*each).value));
    });
  }

  // Whether a function of a module has the rank in its text.
  static bool mentions_rank(std::string_view name, const launch::ParsedModule& module) {
    const syntax::Document& document = module.document();
    for (std::size_t i = 0; i < document.statements().size(); ++i) {
      const syntax::Stmt* stmt = document.statement(i);
      if (!stmt || stmt->kind != StmtKind::kFunction) continue;
      const Span at{document.source().id(), stmt->begin, stmt->end};
      if (as<syntax::Function>(*stmt).name == name && is_about_rank(document.source().text(at)))
        return true;
    }
    return false;
  }

  std::set<std::string_view> ranks_;
};

}  // namespace

bool may_yield_by_rank(const OwnClass& sampler) {
  RankFlow flow;
  std::vector<const Stmt*> statements;  // of the modules and of the classes, inner ones too
  const std::function<void(const Stmt&)> add = [&](const Stmt& stmt) {
    statements.push_back(&stmt);
    syntax::for_each_child(
        stmt, [](const Expr&) {}, add);
  };
  for (const launch::ProjectClass& each : sampler.own) {
    const syntax::Document& document = each.source->document();
    for (std::size_t i = 0; i < document.statements().size(); ++i) {
      const Stmt* stmt = document.statement(i);
      if (stmt && stmt->kind != StmtKind::kClass && stmt->kind != StmtKind::kFunction) add(*stmt);
    }
    add(*each.node);
  }
  const auto keep = [&flow](const Stmt* stmt) { return flow.keep(*stmt); };
  while (std::ranges::count_if(statements, keep) > 0) {
  }
  return std::ranges::any_of(sampler.own, [&](const launch::ProjectClass& each) {
    return std::ranges::any_of(each.node->body, [&](const Stmt* stmt) {
      if (stmt->kind != StmtKind::kFunction) return false;
      const auto& method = as<syntax::Function>(*stmt);
      const bool tells = is_in(method.name, {"__len__", "__repr__", "__str__"});
      return RankFlow::calls_unknown(method, *each.source) || (!tells && flow.any_decides(method));
    });
  });
}

}  // namespace mmlint::check
