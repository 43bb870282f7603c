#include "check/script/small_callees.h"

#include "script/objects.h"
#include "syntax/walk.h"

namespace mmlint::check {

using script::Call;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Function;
using syntax::Stmt;
using syntax::StmtKind;

SmallCallees::SmallCallees(const launch::Program& program)
    : program_(program), syntax_(program.get_big<program_syntax>()) {
  for (const Call& call : program.summary().calls) {
    calls_.emplace(call.span, &call);
    if (call.symbol == "torch.nn.parallel.DistributedDataParallel") wraps_.insert(call.span);
  }
  for (const syntax::Document* document : program.get<documents_of>()) {
    for (std::size_t i = 0; i < document->statements().size(); ++i) {
      const Stmt* each = document->statement(i);
      if (each && each->kind == StmtKind::kClass) add(as<syntax::Class>(*each));
    }
  }
}

void SmallCallees::add(const syntax::Class& node) {
  std::set<std::string_view> own;
  const auto note = [&](const Expr& target) {
    if (target.kind == ExprKind::kAttribute) own.insert(last_name(target));
  };
  for (const Stmt* each : node.body) {
    if (each->kind != StmtKind::kFunction) continue;
    const auto& method = as<Function>(*each);
    const bool is_property = std::ranges::any_of(method.decorators, [](const Expr* decorator) {
      return last_name(*decorator) == "property";
    });
    if (is_property) properties_[method.name].push_back(&method);
    for (const Stmt* line : method.name == "__init__" ? method.body : syntax::Block()) {
      if (line->kind != StmtKind::kAssign) continue;
      for (const Expr* target : as<syntax::Assign>(*line).targets) {
        note(*target);
        if (target->kind == ExprKind::kTuple) syntax::for_each_child(*target, note);
      }
    }
  }
  for (const std::string_view name : own) ++owners_[name];
}

const Function* SmallCallees::function_of(const Call& call) const {
  if (const syntax::Class* node = syntax_.class_of(call, program_.summary()))
    return syntax_.is_module(*node) ? nullptr : syntax_.method(*node, "__init__");
  return syntax_.function_of(call, program_.summary());
}

const Function* SmallCallees::function(const Expr& call) const {
  const Function* out = nullptr;
  const auto [begin, end] = calls_.equal_range(syntax_.span(call));
  for (auto each = begin; each != end; ++each) {
    const Function* found = each->second->own ? function_of(*each->second) : nullptr;
    if (!found || (out && out != found)) return nullptr;
    out = found;
  }
  return out;
}

const Function* SmallCallees::property(std::string_view name) const {
  const auto found = properties_.find(name);
  return found == properties_.end() || found->second.size() != 1 ? nullptr : found->second.front();
}

bool SmallCallees::is_shared(std::string_view attribute) const {
  const auto found = owners_.find(attribute);
  return found != owners_.end() && found->second > 1;
}

bool SmallCallees::is_forward(const Expr& call) const {
  const auto [begin, end] = calls_.equal_range(syntax_.span(call));
  return std::any_of(begin, end, [&](const auto& each) {
    return script::is_forward(*each.second) &&
           std::ranges::any_of(wraps_, [&](Span at) { return each.second->object.has(at); });
  });
}

bool SmallCallees::is_step(const Expr& call) const {
  const auto [begin, end] = calls_.equal_range(syntax_.span(call));
  return begin != end && std::all_of(begin, end, [](const auto& each) {
           return each.second->symbol.is_method("step") &&
                  !each.second->symbol.is_inside("torch.optim.lr_scheduler");
         });
}

}  // namespace mmlint::check
