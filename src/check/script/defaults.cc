#include "check/script/defaults.h"

namespace mmlint::check {
namespace {

using script::Call;

// A parameter with a default.
struct Default {
  std::string_view function, parameter;
  std::size_t position;  // among the arguments of a call; 0-based
  bool by_registry;      // a registry calls the function
};

std::optional<Default> default_at(const syntax::Stmt& stmt, Span at, bool is_method) {
  if (stmt.kind != syntax::StmtKind::kFunction) return std::nullopt;
  const auto& function = syntax::as<syntax::Function>(stmt);
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const syntax::Parameter& parameter = function.parameters[i];
    const syntax::Expr* value = parameter.default_value;
    if (!value || at.begin < value->begin || at.end > value->end) continue;
    const std::size_t receivers = is_method ? 1 : 0;
    return Default{function.name, parameter.name, i - std::min(i, receivers),
                   !is_method || function.name == "__init__"};
  }
  return std::nullopt;
}

std::optional<Default> default_in(const syntax::Stmt& definition, Span at) {
  if (definition.kind != syntax::StmtKind::kClass) return default_at(definition, at, false);
  for (const syntax::Stmt* stmt : syntax::as<syntax::Class>(definition).body) {
    if (const auto found = default_at(*stmt, at, true)) return found;
  }
  return std::nullopt;
}

}  // namespace

void KnownCalls::add(const script::Summary& script) {
  for (const Call& call : script.calls) {
    const std::string_view name = call.symbol.name();
    by_name_[name].push_back(&call);
    if (!name.starts_with("build")) continue;
    for (const script::Argument& argument : call.arguments) built_with_.insert(argument.name);
  }
}

bool KnownCalls::use_default(const syntax::Stmt& definition, Span at) const {
  const auto found = default_in(definition, at);
  if (!found) return true;
  if (found->by_registry) return built_with_.count(found->parameter) == 0;
  const auto calls = by_name_.find(found->function);
  return calls != by_name_.end() && std::ranges::any_of(calls->second, [&](const Call* call) {
           return !call->more && !call->argument(found->parameter, found->position);
         });
}

}  // namespace mmlint::check
