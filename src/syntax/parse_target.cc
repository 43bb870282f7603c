
#include "syntax/parse_checks.h"
#include "syntax/walk.h"

// What is assigned to, bound and deleted.
namespace mmlint::syntax {
namespace {

// What CPython calls an expression that cannot be assigned to.
// (_PyPegen_get_expr_name in Parser/pegen.c)
const char* kind_name(const Expr& x) {
  switch (x.kind) {
    case ExprKind::kCall:
      return "function call";
    case ExprKind::kTuple:
      return "tuple";
    case ExprKind::kList:
      return "list";
    case ExprKind::kDict:
      return "dict literal";
    case ExprKind::kSet:
      return "set display";
    case ExprKind::kFString:
      return "f-string expression";
    case ExprKind::kConstant:
      switch (as<Constant>(x).value) {
        case ConstantKind::kTrue:
          return "True";
        case ConstantKind::kFalse:
          return "False";
        case ConstantKind::kNone:
          return "None";
        case ConstantKind::kEllipsis:
          return "ellipsis";
      }
      break;
    case ExprKind::kCompare:
      return "comparison";
    case ExprKind::kConditional:
      return "conditional expression";
    case ExprKind::kLambda:
      return "lambda";
    case ExprKind::kNamed:
      return "named expression";
    case ExprKind::kComprehension:
      return describe(as<Comprehension>(x).what);
    case ExprKind::kAwait:
      return "await expression";
    case ExprKind::kYield:
      return "yield expression";
    case ExprKind::kStarred:
      return "starred";
    case ExprKind::kAttribute:
      return "attribute";
    case ExprKind::kSubscript:
      return "subscript";
    case ExprKind::kBoolean:
    case ExprKind::kUnary:
    case ExprKind::kBinary:
      return "expression";
    default:
      break;
  }
  return "literal";
}

// Whether CPython guesses that '==' was meant where this is assigned to.
bool may_be_compared(const Expr& x) {
  switch (x.kind) {
    case ExprKind::kConstant:
      return as<Constant>(x).value == ConstantKind::kEllipsis;
    case ExprKind::kUnary:
      return as<Unary>(x).op != Operator::kNot;
    case ExprKind::kComprehension:
    case ExprKind::kCompare:
    case ExprKind::kBoolean:
    case ExprKind::kConditional:
    case ExprKind::kLambda:
    case ExprKind::kYield:
      return false;
    default:
      return true;
  }
}

constexpr const char* kMaybeCompared = " here. Maybe you meant '==' instead of '='?";

}  // namespace

void ParseChecks::check_target(const Expr& target, Use use) {
  if (target.kind == ExprKind::kStarred && use != Use::kDelete)
    return refuse(target, "starred assignment target must be in a list or tuple");
  check_part(target, use, use == Use::kAssign && may_be_compared(target));
}

// Checks a target or a part of one.
void ParseChecks::check_part(const Expr& target, Use use, bool may_be_comparison) {
  const char* verb = use == Use::kDelete ? "delete " : "assign to ";
  switch (target.kind) {
    case ExprKind::kName:
    case ExprKind::kAttribute:
    case ExprKind::kSubscript:
      break;
    case ExprKind::kTuple:
    case ExprKind::kList: {
      int stars = 0;
      for (const Expr* each : as<Sequence>(target).items) {
        const bool has_star = each->kind == ExprKind::kStarred && use != Use::kDelete;
        stars += has_star ? 1 : 0;
        check_part(has_star ? *as<Starred>(*each).value : *each, use, false);
      }
      if (stars > 1) refuse(target, "multiple starred expressions in assignment");
      return;
    }
    default:
      return refuse(target, "cannot " + std::string(verb) + kind_name(target) +
                                (may_be_comparison ? kMaybeCompared : ""));
  }
  const bool is_attribute = target.kind == ExprKind::kAttribute && use != Use::kDelete;
  if ((is_attribute ? as<Attribute>(target).name : id_of(target)) == "__debug__")
    refuse(target, "cannot " + std::string(verb) + "__debug__");
}

void ParseChecks::check_augmented_target(const Expr& target) {
  const bool is_single = target.kind == ExprKind::kName || target.kind == ExprKind::kAttribute ||
                         target.kind == ExprKind::kSubscript;
  if (is_single) return check_target(target, Use::kAssign);
  refuse(target, "'" + std::string(kind_name(target)) +
                     "' is an illegal expression for augmented assignment");
}

ParseBase::Nothing ParseChecks::fail_compared(const Expr& left) {
  if (!may_be_compared(left)) return invalid();
  std::string message = left.kind == ExprKind::kName
                            ? "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
                            : std::string("cannot assign to ") + kind_name(left) + kMaybeCompared;
  return fail_at(offset(), SyntaxProblem{SyntaxProblem::Kind::kSyntaxError,
                                         {file(), left.begin, left.end},
                                         std::move(message)});
}

std::string_view ParseChecks::bound_name() {
  const std::uint32_t begin = offset();
  const std::string_view name = identifier();
  check_bound(name, begin);
  return name;
}

void ParseChecks::check_bound(std::string_view name, std::uint32_t begin) {
  if (name == "__debug__") refuse(begin, offset(), "cannot assign to __debug__");
}

const Expr* ParseChecks::unstarred(const Expr* value) {
  if (value != nullptr && value->kind == ExprKind::kStarred)
    refuse(*value, "can't use starred expression here");
  return value;
}

}  // namespace mmlint::syntax
