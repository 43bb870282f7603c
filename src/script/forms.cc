#include "script/forms.h"

#include "base/algorithms.h"
#include "script/symbols.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::StmtKind;

namespace {

// `c` of `a.b.c`; empty for what is neither a name nor an attribute.
std::string_view end_of(const Expr& expr) {
  if (expr.kind == ExprKind::kName) return as<syntax::Name>(expr).id;
  return expr.kind == ExprKind::kAttribute ? as<syntax::Attribute>(expr).name : std::string_view();
}

// Whether a handler catches a class whose name passes the test. One without a type catches all.
template <class Test>
bool catches(const Expr* type, const Test& test) {
  if (!type) return true;
  if (type->kind != ExprKind::kTuple) return test(end_of(*type));
  const auto& all = as<syntax::Sequence>(*type).items;
  return std::ranges::any_of(all, [&](const Expr* each) { return test(end_of(*each)); });
}

// Whether only a full memory or a user raises it.
bool is_rare(std::string_view exception) {
  return exception == "OutOfMemoryError" || exception == "KeyboardInterrupt" ||
         exception == "MemoryError";
}

}  // namespace

bool raises(syntax::Block body) {
  return std::ranges::any_of(body, [](const syntax::Stmt* stmt) {
    if (stmt->kind == StmtKind::kRaise) return true;
    if (stmt->kind == StmtKind::kIf)
      return raises(as<syntax::If>(*stmt).then) && raises(as<syntax::If>(*stmt).otherwise);
    if (stmt->kind != StmtKind::kExpression) return false;
    const Expr* value = as<syntax::ExpressionStmt>(*stmt).value;
    if (value->kind != ExprKind::kCall) return false;
    const Expr* callee = as<syntax::Call>(*value).callee;
    if (callee->kind == ExprKind::kName)
      return ends_the_program(Symbol(as<syntax::Name>(*callee).id));
    if (callee->kind != ExprKind::kAttribute) return false;
    const auto& attribute = as<syntax::Attribute>(*callee);
    return attribute.object->kind == ExprKind::kName &&
           ends_the_program(
               Symbol(as<syntax::Name>(*attribute.object).id).attribute(attribute.name));
  });
}

const Expr* quantified(const Expr& expr) {
  if (expr.kind != ExprKind::kCall) return nullptr;
  const auto& call = as<syntax::Call>(expr);
  if (call.callee->kind != ExprKind::kName || call.arguments.size() != 1) return nullptr;
  const std::string_view name = as<syntax::Name>(*call.callee).id;
  const Expr* items = call.arguments.front().value;
  const bool lists = items->kind == ExprKind::kList || items->kind == ExprKind::kTuple ||
                     items->kind == ExprKind::kSet || items->kind == ExprKind::kComprehension;
  return (name == "all" || name == "any") && lists ? items : nullptr;
}

bool searches(const Expr& expr) {
  if (expr.kind != ExprKind::kCall) return false;
  const auto& call = as<syntax::Call>(expr);
  if (call.callee->kind != ExprKind::kName || as<syntax::Name>(*call.callee).id != "next" ||
      call.arguments.empty() || call.arguments.size() > 2)
    return false;
  const Expr& items = *call.arguments.front().value;
  return items.kind == ExprKind::kComprehension &&
         as<syntax::Comprehension>(items).clauses.size() == 1;
}

bool makes_device(const Expr& expr) {
  return expr.kind == ExprKind::kCall && end_of(*as<syntax::Call>(expr).callee) == "device";
}

const Expr* name_of_device(const Expr& expr) {
  if (!makes_device(expr)) return nullptr;
  const auto& call = as<syntax::Call>(expr);
  const bool is_plain = call.callee->kind == ExprKind::kName ||
                        as<syntax::Attribute>(*call.callee).object->kind == ExprKind::kName;
  if (!is_plain || call.arguments.size() != 1) return nullptr;
  const syntax::Argument& only = call.arguments.front();
  return only.name.empty() && only.value->kind != ExprKind::kStarred ? only.value : nullptr;
}

const Expr& iterated(const Expr& expr) {
  if (expr.kind != ExprKind::kCall) return expr;
  const auto& call = as<syntax::Call>(expr);
  const std::string_view name = end_of(*call.callee);
  const bool wraps =
      name == "enumerate" || name == "tqdm" || name == "iter" || name == "zip" || name == "islice";
  if (!wraps || call.arguments.empty() || !call.arguments.front().name.empty()) return expr;
  const Expr& first = iterated(*call.arguments.front().value);
  const bool is_plain = first.kind == ExprKind::kName || first.kind == ExprKind::kAttribute ||
                        first.kind == ExprKind::kCall;
  return is_plain ? first : expr;
}

bool catches_failures(const Expr* type) {
  return catches(type, [](std::string_view name) {
    return !is_rare(name) && name != "SystemExit" && name != "GeneratorExit" &&
           name != "StopIteration" && name != "StopAsyncIteration";
  });
}

bool may_catch_no_cuda(const Expr* type) {
  constexpr std::array<std::string_view, 12> kOthers = {
      "FileNotFoundError", "ImportError",         "IndexError", "KeyError",
      "LookupError",       "ModuleNotFoundError", "NameError",  "NotImplementedError",
      "OSError",           "TypeError",           "ValueError", "ZeroDivisionError"};
  return catches_failures(type) &&
         catches(type, [&](std::string_view name) { return !is_in(name, kOthers); });
}

bool is_aside(const syntax::Handler& handler) {
  return raises(handler.body) ||
         !catches(handler.type, [](std::string_view name) { return !is_rare(name); });
}

bool handles_no_cuda(const syntax::Handler& handler) {
  return catches(handler.type, [](std::string_view name) {
    return name == "Exception" || name == "BaseException" || name == "RuntimeError" ||
           name == "AssertionError";
  });
}

}  // namespace mmlint::script
