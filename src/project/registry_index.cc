#include "project/registry_index.h"

#include <algorithm>
#include <unordered_set>

namespace mmlint::project {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

void add_strings(const Expr& expr, std::vector<std::string>& out) {
  if (expr.kind == ExprKind::kString) out.emplace_back(as<syntax::String>(expr).value);
  if (expr.kind != ExprKind::kList && expr.kind != ExprKind::kTuple) return;
  for (const Expr* item : as<syntax::Sequence>(expr).items) add_strings(*item, out);
}

// The type's own name of 'mmdet.RetinaNet' and of a class that is imported.
std::string_view without_scope(std::string_view type) {
  return type.substr(type.rfind('.') + 1);
}

}  // namespace

std::vector<std::string> registered_names(const syntax::Stmt& definition) {
  const bool is_class = definition.kind == syntax::StmtKind::kClass;
  if (!is_class && definition.kind != syntax::StmtKind::kFunction) return {};
  const auto decorators = is_class ? as<syntax::Class>(definition).decorators
                                   : as<syntax::Function>(definition).decorators;
  const std::string_view own =
      is_class ? as<syntax::Class>(definition).name : as<syntax::Function>(definition).name;
  std::vector<std::string> out;
  for (const Expr* decorator : decorators) {
    const auto* call = decorator->kind == ExprKind::kCall ? &as<syntax::Call>(*decorator) : nullptr;
    const Expr& named = call ? *call->callee : *decorator;
    if (named.kind != ExprKind::kAttribute ||
        as<syntax::Attribute>(named).name != "register_module")
      continue;
    const std::size_t before = out.size();
    for (const syntax::Argument& argument : call ? call->arguments : decltype(call->arguments)()) {
      if (argument.name.empty() || argument.name == "name") add_strings(*argument.value, out);
    }
    if (out.size() == before) out.emplace_back(own);
  }
  return out;
}

RegistryIndex::RegistryIndex(std::span<const config::Resolved* const> configs) {
  std::unordered_set<const Value*> seen;  // configs share what they inherit
  std::vector<const Value*> open;
  for (const config::Resolved* config : configs) {
    if (config && config->ok()) open.push_back(config->root);
  }
  while (!open.empty()) {
    const Value* value = open.back();
    open.pop_back();
    if (!value->is_container() || !seen.insert(value).second) continue;
    open.insert(open.end(), value->items.begin(), value->items.end());
    for (const Entry& entry : value->dict.entries()) {
      open.push_back(entry.value);
      const bool is_type =
          entry.key->is_string("type") && (entry.value->kind == Value::Kind::kString ||
                                           entry.value->kind == Value::Kind::kReference);
      if (is_type) types_.emplace(without_scope(entry.value->text));
    }
  }
}

bool RegistryIndex::builds(std::span<const std::string> names) const {
  return std::any_of(names.begin(), names.end(),
                     [this](const std::string& name) { return types_.count(name) != 0; });
}

}  // namespace mmlint::project
