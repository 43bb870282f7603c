#include "check/script/gradient_flow.h"

#include "check/script/definition.h"
#include "syntax/walk.h"

namespace mmlint::check {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// Methods of tensors that compute with the tensor, and those after which nothing flows back.
constexpr std::array<std::string_view, 33> kMethods = {
    "abs",     "add",    "chunk",   "clamp",     "contiguous", "cuda",        "div",
    "exp",     "expand", "flatten", "float",     "log",        "masked_fill", "matmul",
    "mean",    "mm",     "mul",     "norm",      "permute",    "pow",         "repeat",
    "reshape", "roll",   "softmax", "split",     "square",     "squeeze",     "sub",
    "sum",     "t",      "to",      "transpose", "unsqueeze"};
constexpr std::array<std::string_view, 12> kEnds = {"argmax", "dim",  "detach", "eq",
                                                    "item",   "long", "ne",     "new_zeros",
                                                    "numel",  "size", "tolist", "type"};
constexpr std::array<std::string_view, 16> kFresh = {
    "arange",    "empty",  "empty_like", "eye",        "full",    "ones",
    "ones_like", "rand",   "rand_like",  "randn_like", "randint", "randn",
    "randperm",  "tensor", "zeros",      "zeros_like"};
constexpr std::array<std::string_view, 5> kNumbers = {"device", "dtype", "data", "ndim", "shape"};
constexpr std::array<std::string_view, 7> kPlain = {"argparse", "json", "math", "os",
                                                    "random",   "toml", "yaml"};

// Whether a statement is what a process does that has no others: `if world_size == 1: return x`.
bool is_for_one_process(const syntax::Stmt* around, const ProgramSyntax& syntax) {
  if (!around || around->kind != syntax::StmtKind::kIf) return false;
  const std::string_view text = syntax.text(*as<syntax::If>(*around).condition);
  return text.find("world") != text.npos || text.find("is_initialized") != text.npos;
}

}  // namespace

GradientFlow::GradientFlow(const script::Summary& run, const ProgramSyntax& syntax,
                           project::Workspace& workspace)
    : run_(run), syntax_(syntax), workspace_(workspace) {
  for (const script::Call& call : run.calls) {
    const syntax::Call* expr = call.point.reached ? syntax.call_at(call.span) : nullptr;
    if (!expr) continue;
    facts_.emplace(call.span, &call);
    calls_[last_name(*expr->callee)].push_back(expr);
  }
}

bool GradientFlow::may_flow(const Expr& from) {
  open_ = {&from};
  while (!open_.empty()) {
    const Expr* expr = open_.back();
    open_.pop_back();
    if (!expr || (known_.insert(expr).second && !follow(*expr))) return true;
  }
  return writes_in_place();
}

bool GradientFlow::follow(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kConstant:
    case ExprKind::kInteger:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kFString:
    case ExprKind::kCompare:
      return true;
    case ExprKind::kList:
    case ExprKind::kTuple:
    case ExprKind::kUnary:
    case ExprKind::kBinary:
    case ExprKind::kBoolean:
    case ExprKind::kStarred:
      syntax::for_each_child(expr, [&](const Expr& child) { add(&child); });
      return true;
    case ExprKind::kConditional:
      add(as<syntax::Conditional>(expr).then);
      add(as<syntax::Conditional>(expr).otherwise);
      return true;
    case ExprKind::kSubscript:
      add(as<syntax::Subscript>(expr).object);
      return true;
    case ExprKind::kComprehension:
      add(as<syntax::Comprehension>(expr).value);
      return !as<syntax::Comprehension>(expr).key;
    case ExprKind::kName:
      return follow_name(expr, as<syntax::Name>(expr).id);
    case ExprKind::kAttribute: {
      const auto& attribute = as<syntax::Attribute>(expr);
      if (is_in(attribute.name, kNumbers)) return true;
      const bool is_known = attribute.name == "T" || syntax_.sources_of(attribute.name).empty();
      if (!is_known) return follow_name(expr, attribute.name);
      add(attribute.object);
      return syntax::id_of(*attribute.object) != "self";
    }
    case ExprKind::kCall:
      return follow_call(as<syntax::Call>(expr));
    default:
      return false;
  }
}

bool GradientFlow::follow_name(const Expr& expr, std::string_view name) {
  names_.insert(name);
  const syntax::Function* function = syntax_.place(expr).function;
  std::vector<const Expr*> sources;
  const auto all = syntax_.sources_of(name);
  const auto is_local = [&](const Expr* each) { return syntax_.place(*each).function == function; };
  const auto parameter =
      function ? std::ranges::find(function->parameters, name, &syntax::Parameter::name)
               : decltype(function->parameters.begin())();
  const bool is_given = function && parameter != function->parameters.end();
  const bool in_function =
      expr.kind == ExprKind::kName && function && (is_given || std::ranges::any_of(all, is_local));
  // What the function always sets before has no other value.
  const std::uint32_t set = in_function ? last_set(expr, name, *function) : 0;
  for (const Expr* each : all) {
    if (!in_function || (is_local(each) && each->begin >= set)) sources.push_back(each);
  }
  for (const Expr* source : sources) add(source);
  if (!in_function || !is_given || set != 0) return !sources.empty();
  return follow_parameter(*function, *parameter);
}

// The offset of the last value that a function certainly gives a local name before an expression; 0
// if there is none.
std::uint32_t GradientFlow::last_set(const Expr& expr, std::string_view name,
                                     const syntax::Function& function) const {
  std::uint32_t out = 0;
  for (const syntax::Stmt* each : function.body) {
    if (each->kind != syntax::StmtKind::kAssign || each->end > expr.begin) continue;
    const auto& assign = as<syntax::Assign>(*each);
    const Expr& target = *assign.targets.front();
    bool sets = syntax::id_of(target) == name;
    if (target.kind == ExprKind::kTuple) {
      for (const Expr* item : as<syntax::Sequence>(target).items)
        sets = sets || syntax::id_of(*item) == name;
    }
    if (sets) out = assign.value->begin;
  }
  return out;
}

// The calls of a function, also of one that a class or an object is called for.
std::vector<const syntax::Call*> GradientFlow::calls_of(const syntax::Function& function) {
  const syntax::Stmt* around = syntax_.around(function);
  if (!around || around->kind != syntax::StmtKind::kClass) return calls_[function.name];
  const auto& node = as<syntax::Class>(*around);
  if (function.name == "__init__") return calls_[node.name];
  std::vector<const syntax::Call*> out = calls_[function.name];
  for (const auto& [at, call] : facts_) {
    if (function.name == "forward" && call->symbol.is_instance() && class_of(*call) == &node)
      out.push_back(syntax_.call_at(at));
  }
  return out;
}

bool GradientFlow::follow_parameter(const syntax::Function& function,
                                    const syntax::Parameter& parameter) {
  if (parameter.kind == syntax::Parameter::Kind::kStar ||
      parameter.kind == syntax::Parameter::Kind::kDoubleStar)
    return false;
  if (parameter.default_value) add(parameter.default_value);
  const auto position = static_cast<std::size_t>(&parameter - function.parameters.data());
  const std::size_t self = function.parameters.front().name == "self" ? 1 : 0;
  const auto calls = calls_of(function);
  for (const syntax::Call* call : calls) {
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const syntax::Argument& each = call->arguments[i];
      const bool is_it = each.value->kind == ExprKind::kStarred || each.name == parameter.name ||
                         (each.name.empty() && i + self == position);
      if (is_it) add(each.value);
    }
  }
  return !calls.empty() || parameter.default_value;
}

const syntax::Class* GradientFlow::class_of(const script::Call& call) const {
  const auto definition = definition_of(call.symbol, run_, workspace_);
  return definition ? syntax_.class_at(*definition->document, definition->begin) : nullptr;
}

void GradientFlow::add_arguments(const syntax::Call& expr) {
  for (const syntax::Argument& each : expr.arguments) add(each.value);
}

void GradientFlow::add_returns(std::string_view function, const syntax::Function* only) {
  for (const Expr* each : syntax_.returns_of(function)) {
    const ProgramSyntax::Place& place = syntax_.place(*each);
    const bool is_meant = !only || place.function == only;
    if (is_meant && !is_for_one_process(syntax_.around(*place.statement), syntax_)) add(each);
  }
}

bool GradientFlow::follow_torch(const syntax::Call& expr, std::string_view function) {
  const auto is_set = [&](const syntax::Argument& each) { return each.name == "requires_grad"; };
  if (is_in(function, kFresh)) return std::ranges::none_of(expr.arguments, is_set);
  if (function == "distributed.get_rank" || function == "distributed.get_world_size") return true;
  const std::size_t dot = function.rfind('.');
  const bool is_plain = dot == function.npos || function.substr(0, dot) == "nn.functional" ||
                        function.substr(0, dot) == "utils.data";
  if (function.starts_with("utils.data.")) return true;
  add_arguments(expr);
  return is_plain && !function.empty();
}

bool GradientFlow::follow_forward(const script::Call& call) {
  const syntax::Class* node = class_of(call);
  if (!node) return false;
  for (const syntax::Stmt* each : node->body) {
    if (each->kind != syntax::StmtKind::kFunction) continue;
    const auto& method = as<syntax::Function>(*each);
    if (method.name != "forward") continue;
    add_returns(method.name, &method);
    return true;
  }
  return false;
}

bool GradientFlow::follow_call(const syntax::Call& expr) {
  const auto known = facts_.find(syntax_.span(expr));
  if (known == facts_.end()) return false;
  const script::Call& call = *known->second;
  const script::Symbol symbol = call.symbol;
  if (symbol.is_instance()) return follow_forward(call);
  if (call.own) {
    add_returns(last_name(*expr.callee), nullptr);
    return !symbol.is(script::Symbol::Kind::kClass) &&
           !syntax_.returns_of(last_name(*expr.callee)).empty();
  }
  if (symbol.is_dotted_name()) {
    if (const auto function = symbol.path_below("torch")) return follow_torch(expr, *function);
    const std::string_view name = symbol.text();
    if (is_in(symbol.package(), kPlain) || name == "len" || name == "range" || name == "int" ||
        name == "float")
      return true;
    add_arguments(expr);
    return name == "sum" || name == "list" || name == "tuple" || name == "zip" ||
           name == "enumerate";
  }
  const bool is_loss = symbol.callee() && symbol.callee().is_inside("torch.nn") &&
                       symbol.callee().name().ends_with("Loss");
  const std::string_view method = last_name(*expr.callee);
  if (!is_loss && expr.callee->kind == ExprKind::kAttribute && is_in(method, kEnds)) return true;
  if (call.symbol.is_method("scale")) {  // that of a GradScaler
    add_arguments(expr);
    return true;
  }
  if (!is_loss && (expr.callee->kind != ExprKind::kAttribute || !is_in(method, kMethods)))
    return false;
  if (!is_loss) add(as<syntax::Attribute>(*expr.callee).object);
  add_arguments(expr);
  return true;
}

// May: a method such as copy_() or index_put_() brings more into what was followed.
bool GradientFlow::writes_in_place() const {
  return std::ranges::any_of(facts_, [&](const auto& fact) {
    const syntax::Call* expr = syntax_.call_at(fact.first);
    if (expr->callee->kind != ExprKind::kAttribute) return false;
    const auto& method = as<syntax::Attribute>(*expr->callee);
    if (!method.name.ends_with('_')) return false;
    const Expr* object = method.object;
    while (object->kind == ExprKind::kSubscript) object = as<syntax::Subscript>(*object).object;
    return names_.contains(last_name(*object));
  });
}

}  // namespace mmlint::check
