#include "script/program.h"

#include "base/algorithms.h"
#include "facts/libraries.h"
#include "script/symbols.h"
#include "syntax/walk.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

std::string_view last_name(const Expr& expr) {
  if (expr.kind == ExprKind::kName) return as<syntax::Name>(expr).id;
  if (expr.kind == ExprKind::kAttribute) return as<syntax::Attribute>(expr).name;
  return {};
}

FunctionInfo::Kind kind_of(const syntax::Function& function) {
  for (const Expr* decorator : function.decorators) {
    const std::string_view name = last_name(*decorator);
    if (name == "staticmethod") return FunctionInfo::Kind::kStatic;
    if (name == "classmethod") return FunctionInfo::Kind::kClass;
    if (name == "property" || name == "cached_property" || name == "lazy_property")
      return FunctionInfo::Kind::kProperty;
    if (name == "setter" || name == "deleter") return FunctionInfo::Kind::kSetter;
  }
  return FunctionInfo::Kind::kPlain;
}

bool manages_context(const syntax::Function& function) {
  return function.is_generator && std::ranges::any_of(function.decorators, [](const Expr* each) {
           return last_name(*each) == "contextmanager";
         });
}

template <class Map>
auto* find_in(std::vector<Map>& maps, Symbol symbol) {
  const auto module = static_cast<std::size_t>(symbol.module());
  if (module >= maps.size()) return static_cast<typename Map::mapped_type*>(nullptr);
  Map& map = maps[module];
  const auto found = map.find(symbol.offset());
  return found == map.end() ? nullptr : &found->second;
}

}  // namespace

int Program::add(const FoundModule& found, std::string name) {
  const auto [known, is_new] = by_path_.try_emplace(found.path, static_cast<int>(modules_.size()));
  if (!is_new) return known->second;
  const syntax::Document* document = found.document;
  if (document) document->keep_nodes();
  Module module{found.path, std::move(name), document, {}, found.binds_each_once};
  for (std::size_t i = 0; document && i < document->statements().size(); ++i) {
    if (const syntax::Stmt* stmt = document->statement(i)) module.statements.push_back(stmt);
  }
  modules_.push_back(std::move(module));
  functions_.emplace_back();
  classes_.emplace_back();
  return known->second;
}

Symbol Program::add(int module, const syntax::Function& function, Symbol owner) {
  const auto [known, is_new] = functions_[static_cast<std::size_t>(module)].try_emplace(
      function.begin,
      FunctionInfo{kind_of(function), module, &function, owner, manages_context(function), -1});
  if (ClassInfo* info = class_of(known->second.owner)) {
    method_names_.insert(function.name);
    const bool setter = known->second.kind == FunctionInfo::Kind::kSetter;
    (setter ? info->setters : info->methods).insert_or_assign(function.name, &known->second);
  }
  return Symbol::function(module, function.begin);
}

Symbol Program::add(int module, const syntax::Lambda& lambda) {
  auto& functions = functions_[static_cast<std::size_t>(module)];
  if (functions.count(lambda.begin) == 0) {
    OfLambda& made = lambdas_.emplace_back();
    made.body = {{syntax::StmtKind::kReturn, lambda.body->begin, lambda.body->end}, lambda.body};
    made.only = &made.body;
    made.function = {{syntax::StmtKind::kFunction, lambda.begin, lambda.end},
                     "<lambda>",
                     lambda.parameters,
                     syntax::Block(&made.only, 1),
                     {},
                     nullptr,
                     false,
                     false};
    return add(module, made.function, {});
  }
  return Symbol::function(module, lambda.begin);
}

Symbol Program::add(int module, const syntax::Class& node, std::vector<Symbol> bases) {
  ClassInfo& info = classes_[static_cast<std::size_t>(module)][node.begin];
  if (info.node && info.bases == bases) return Symbol::class_at(module, node.begin);
  info = {module, &node, std::move(bases), std::move(info.methods), std::move(info.setters)};
  ++version_;
  return Symbol::class_at(module, node.begin);
}

ClassInfo* Program::class_of(Symbol symbol) {
  const bool is_class = symbol.is(Symbol::Kind::kClass) || symbol.is_instance();
  return is_class ? find_in(classes_, symbol) : nullptr;
}

std::optional<FunctionRef> Program::function(Symbol symbol) {
  if (symbol.is(Symbol::Kind::kFunction)) {
    FunctionInfo* info = find_in(functions_, symbol);
    return info ? std::optional(FunctionRef{info, symbol.closure(), symbol.target()})
                : std::nullopt;
  }
  if (!symbol.is(Symbol::Kind::kAttribute) || !symbol.is_of_project()) return std::nullopt;
  const Symbol object = symbol.owner();  // of which it may be a method
  if (!class_of(object)) return std::nullopt;
  FunctionInfo* info = method(object.class_of(), symbol.name());
  if (!info) return std::nullopt;
  FunctionRef out{info, info->closure, {}};
  if (info->kind == FunctionInfo::Kind::kClass)
    out.self = object.class_of();
  else if (object.is_instance() && info->kind != FunctionInfo::Kind::kStatic)
    out.self = object;
  return out;
}

const std::vector<Symbol>& Program::order_of(Symbol class_symbol) {
  Order& order = orders_[class_symbol];
  if (order.version == version_) return order.classes;
  order = {{}, version_};
  // Depth first, where a class stands behind the last of its heirs: what Python does for all but a
  // few hierarchies.
  std::vector<Symbol> open{class_symbol};
  for (int steps = 0; !open.empty() && steps < 64; ++steps) {
    const Symbol each = open.back();
    open.pop_back();
    std::erase(order.classes, each);
    order.classes.push_back(each);
    if (const ClassInfo* info = class_of(each))
      open.insert(open.end(), info->bases.rbegin(), info->bases.rend());
  }
  return order.classes;
}

std::vector<Symbol> Program::linearized(Symbol class_symbol) {
  return order_of(class_symbol);
}

FunctionInfo* Program::method(Symbol class_symbol, std::string_view name, Symbol behind) {
  if (const ClassInfo* own = behind.empty() ? class_of(class_symbol) : nullptr) {
    const auto found = own->methods.find(name);
    if (found != own->methods.end()) return found->second;
  }
  bool looking = behind.empty();
  for (const Symbol each : order_of(class_symbol)) {
    if (!looking) {
      looking = each == behind;
      continue;
    }
    const ClassInfo* info = class_of(each);
    if (!info) continue;
    const auto found = info->methods.find(name);
    if (found != info->methods.end()) return found->second;
  }
  return nullptr;
}

bool Program::has_foreign_base(Symbol class_symbol) {
  const auto& all = order_of(class_symbol);
  return std::ranges::any_of(
      all, [this](Symbol each) { return class_of(each) == nullptr && each != "object"; });
}

bool Program::is_plain(Symbol class_symbol) {
  const auto& all = order_of(class_symbol);
  return std::ranges::all_of(
      all, [this](Symbol each) { return class_of(each) || facts::is_plain_base(each.text()); });
}

bool Program::is_enumeration(Symbol class_symbol) {
  const auto& all = order_of(class_symbol);
  return std::ranges::any_of(all, [](Symbol each) { return each.is_inside("enum"); });
}

std::vector<std::string_view> Program::fields_of(Symbol class_symbol) {
  std::vector<std::string_view> fields;
  const auto& all = order_of(class_symbol);
  for (auto each = all.rbegin(); each != all.rend(); ++each) {
    const ClassInfo* info = class_of(*each);
    for (const syntax::Stmt* stmt : info ? info->node->body : syntax::Block()) {
      if (stmt->kind != syntax::StmtKind::kAnnotated) continue;
      const Expr* target = as<syntax::Annotated>(*stmt).target;
      if (target->kind != ExprKind::kName) continue;
      const std::string_view name = as<syntax::Name>(*target).id;
      if (!is_in(name, fields)) fields.push_back(name);
    }
  }
  return fields;
}

Symbol Program::constructor(Symbol symbol) {
  if (!class_of(symbol) || symbol.is_instance() || method(symbol, "__init__")) return symbol;
  for (const Symbol base : order_of(symbol)) {
    if (builds_runner(base) || base.name().ends_with("DataParallel")) return base;
  }
  return symbol;
}

Symbol Program::behind(Symbol self, Symbol owner, std::string_view name) {
  bool passed = false;
  for (const Symbol base : order_of(self.class_of())) {
    if (passed && !class_of(base))
      return name == "__init__" ? base : result_of(base).attribute(name);
    passed = passed || base == owner;
  }
  return Symbol("super").result().attribute(name);
}

std::vector<FunctionRef> Program::possible_methods(Symbol symbol, const std::set<Symbol>& classes) {
  constexpr std::size_t kMost = 3;
  std::vector<FunctionRef> out;
  const Symbol object = symbol.owner();  // the turn of a loop goes over an unknown list
  const bool is_any = object == Symbol::unknown() || object == Symbol::turn() ||
                      object == "torch.nn.parallel.DistributedDataParallel().module";
  if (!symbol.is(Symbol::Kind::kAttribute) || method_names_.count(symbol.name()) == 0 || !is_any)
    return out;
  for (const Symbol each : classes) {
    FunctionInfo* info = method(each, symbol.name());
    if (info && info->kind == FunctionInfo::Kind::kPlain)
      out.push_back({info, info->closure, each.instance()});
  }
  return out.size() <= kMost ? out : std::vector<FunctionRef>();
}

const std::unordered_set<std::string_view>& Program::called_names(int module) {
  const auto [known, is_new] = called_names_.try_emplace(module);
  std::unordered_set<std::string_view>& names = known->second;
  if (!is_new) return names;
  for (const syntax::Stmt* stmt : this->module(module).statements)
    syntax::for_each_expr(*stmt, [&](const Expr& each) { names.insert(syntax::called_id(each)); });
  return names;
}

std::map<std::uint32_t, FunctionInfo>& Program::functions(int module) {
  return functions_[static_cast<std::size_t>(module)];
}

}  // namespace mmlint::script
