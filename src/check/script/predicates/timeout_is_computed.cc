// The timeout of init_process_group is an expression that certainly makes a number, although its
// value is not known; hits: the arguments.

#include "check/script/predicate.h"
#include "check/script/program_syntax.h"
#include "launch/reachable.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

bool is_numeric(std::string_view type) {
  return type == "int" || type == "float";
}

// Finds expressions that make a number on every path.
class Numbers {
 public:
  Numbers(const Summary& script, const ProgramSyntax& syntax) : script_(script), syntax_(syntax) {}

  bool has(const Expr& expr, int depth = 0) const {
    const auto is_one = [&](const Expr* part) { return has(*part, depth + 1); };
    if (depth > kDeepest) return false;
    switch (expr.kind) {
      case ExprKind::kInteger:
      case ExprKind::kFloat:
        return true;
      case ExprKind::kUnary:
        return as<syntax::Unary>(expr).op == syntax::Operator::kNegative &&
               is_one(as<syntax::Unary>(expr).operand);
      case ExprKind::kBinary:
        return is_one(as<syntax::Binary>(expr).left) && is_one(as<syntax::Binary>(expr).right);
      case ExprKind::kBoolean:
        return is_one(as<syntax::Boolean>(expr).left) && is_one(as<syntax::Boolean>(expr).right);
      case ExprKind::kConditional:
        return is_one(as<syntax::Conditional>(expr).then) &&
               is_one(as<syntax::Conditional>(expr).otherwise);
      case ExprKind::kCall:
        return is_conversion(*as<syntax::Call>(expr).callee);
      case ExprKind::kAttribute:
        return is_numeric_option(as<syntax::Attribute>(expr).name);
      case ExprKind::kName: {
        const std::string_view name = as<syntax::Name>(expr).id;
        const Expr* value =
            syntax_.sources_of(name).size() == 1 ? syntax_.only_value(name) : nullptr;
        return value && is_one(value);
      }
      default:
        return false;
    }
  }

 private:
  static constexpr int kDeepest = 20;

  static bool is_conversion(const Expr& callee) {
    return callee.kind == ExprKind::kName &&
           (is_numeric(as<syntax::Name>(callee).id) || as<syntax::Name>(callee).id == "len");
  }

  // Whether an attribute is an option that the command line converts, and nothing else sets it.
  bool is_numeric_option(std::string_view name) const {
    return syntax_.sources_of(name).empty() &&
           std::ranges::any_of(script_.options, [&](const script::Option& option) {
             const bool has_value = option.required || script::only_data(option.default_value);
             return option.dest == name && is_numeric(option.type) && has_value;
           });
  }

  const Summary& script_;
  const ProgramSyntax& syntax_;
};

// Returns the timeout of init_process_group if its value is not known; null for any other call.
const script::Argument* unknown_timeout(const Call& call) {
  const bool is_maker = call.symbol == "torch.distributed.init_process_group" && call.point.reached;
  const script::Argument* timeout = is_maker ? call.argument("timeout", 3) : nullptr;
  const auto is_known = [](const script::Alternative& each) {
    return each.data() || each.symbol() == "datetime.timedelta()";
  };
  return timeout && std::ranges::none_of(timeout->value, is_known) ? timeout : nullptr;
}

}  // namespace

bool timeout_is_computed(const Summary& script, const launch::ProgramFacts& facts,
                         ScriptHits& hits) {
  if (std::ranges::none_of(script.calls, unknown_timeout)) return false;
  const ProgramSyntax& syntax = facts.program().get_big<program_syntax>();
  const Numbers numbers(script, syntax);
  for (const Call& call : script.calls) {
    const script::Argument* timeout = unknown_timeout(call);
    const syntax::Call* expr = timeout ? syntax.call_at(call.span) : nullptr;
    if (!expr || launch::ways_to(call.point, facts.target()).empty()) continue;
    const auto given = std::ranges::find_if(expr->arguments, [&](const syntax::Argument& each) {
      return timeout->span.contains(syntax.span(*each.value));
    });
    if (given == expr->arguments.end() || !numbers.has(*given->value)) continue;
    hits.push_back({.at = timeout->span, .fact = call.span, .name = call.symbol.str()});
    hits.back().point = call.point;
    hits.back().callee = call.callee;
    hits.back().argument = timeout->span;
  }
  return !hits.empty();
}

}  // namespace mmlint::check::predicates
