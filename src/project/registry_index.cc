#include "project/registry_index.h"

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

// A call of `X.register_module`, or a decorator without parentheses.
bool is_register(const Expr& expr) {
  const Expr& named = expr.kind == ExprKind::kCall ? *as<syntax::Call>(expr).callee : expr;
  return named.kind == ExprKind::kAttribute &&
         as<syntax::Attribute>(named).name == "register_module";
}

bool is_name(const Expr& expr, std::string_view name) {
  return expr.kind == ExprKind::kName && as<syntax::Name>(expr).id == name;
}

// Adds the names that a call of `register_module` gives, and those of what it is given, `own`, if
// it gives none.
void add_names(const Expr& expr, std::string_view own, std::vector<std::string>& out) {
  const std::size_t before = out.size();
  if (expr.kind == ExprKind::kCall) {
    for (const syntax::Argument& argument : as<syntax::Call>(expr).arguments) {
      if (argument.name.empty() || argument.name == "name") add_strings(*argument.value, out);
    }
  }
  if (out.size() == before) out.emplace_back(own);
}

// Adds the names of `X.register_module(module=own)` and `X.register_module()(own)`.
void add_given(const Expr& expr, std::string_view own, std::vector<std::string>& out) {
  if (expr.kind != ExprKind::kCall) return;
  const auto& call = as<syntax::Call>(expr);
  const bool of_call = call.callee->kind == ExprKind::kCall;
  const Expr& registers = of_call ? *call.callee : expr;
  if (!is_register(registers)) return;
  const bool given = std::ranges::any_of(call.arguments, [&](const syntax::Argument& argument) {
    return is_name(*argument.value, own) && (of_call || argument.name == "module");
  });
  if (given) add_names(registers, own, out);
}

// Whether a registry can look up what stands behind `type`.
bool is_name_of_type(const Value& value) {
  return value.kind == Value::Kind::kString || value.kind == Value::Kind::kReference;
}

}  // namespace

std::vector<std::string> registered_names(const syntax::Stmt& definition,
                                          const syntax::Document& document) {
  const bool is_class = definition.kind == syntax::StmtKind::kClass;
  if (!is_class && definition.kind != syntax::StmtKind::kFunction) return {};
  const auto decorators = is_class ? as<syntax::Class>(definition).decorators
                                   : as<syntax::Function>(definition).decorators;
  const std::string_view own =
      is_class ? as<syntax::Class>(definition).name : as<syntax::Function>(definition).name;
  std::vector<std::string> out;
  for (const Expr* decorator : decorators) {
    if (is_register(*decorator)) add_names(*decorator, own, out);
  }
  const std::string_view text = document.source().bytes();
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::StatementRange& range = document.statements()[i];
    const std::string_view code = text.substr(range.begin, range.end - range.begin);
    if (code.find("register_module") == code.npos) continue;
    const syntax::Stmt* stmt = document.statement(i);
    if (stmt && stmt->kind == syntax::StmtKind::kExpression)
      add_given(*as<syntax::ExpressionStmt>(*stmt).value, own, out);
  }
  return out;
}

void RegistryIndex::add(const Value& type, const Value& dict) {
  by_type_[std::string(without_scope(type.text()))].push_back(&dict);
}

RegistryIndex::RegistryIndex(std::span<const config::Resolved* const> configs) {
  std::unordered_set<const Value*> seen;  // configs share what they inherit
  std::vector<const Value*> open;
  for (const config::Resolved* config : configs) {
    if (!config || !config->ok()) continue;
    open.push_back(config->root);
    const Value* runner = config->root->dict().get("runner_type");
    if (runner && is_name_of_type(*runner)) add(*runner, *config->root);
  }
  while (!open.empty()) {
    const Value* value = open.back();
    open.pop_back();
    if (!value->is_container() || !seen.insert(value).second) continue;
    open.insert(open.end(), value->items().begin(), value->items().end());
    for (const Entry& entry : value->dict().entries()) {
      open.push_back(entry.value);
      if (entry.key->is_string("type") && is_name_of_type(*entry.value)) add(*entry.value, *value);
    }
  }
}

std::vector<const Value*> RegistryIndex::looked_up(std::span<const std::string> names) const {
  std::vector<const Value*> out;
  for (const std::string& name : names) {
    const auto known = by_type_.find(name);
    if (known != by_type_.end()) out.insert(out.end(), known->second.begin(), known->second.end());
  }
  return out;
}

}  // namespace mmlint::project
