#include "script/program.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "script/numbers.h"
#include "script/symbols.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// The number at the beginning of a text, which loses it.
std::optional<std::uint32_t> number(std::string_view& text) {
  std::uint32_t out = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (failed != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return out;
}

struct Place {
  int module;
  std::uint32_t offset;
  std::string_view rest;  // what follows in the symbol
};

// "N:M" behind a prefix.
std::optional<Place> place_of(std::string_view symbol, std::string_view prefix) {
  if (!symbol.starts_with(prefix)) return std::nullopt;
  symbol.remove_prefix(prefix.size());
  const auto module = number(symbol);
  if (!module || !symbol.starts_with(':')) return std::nullopt;
  symbol.remove_prefix(1);
  const auto offset = number(symbol);
  if (!offset) return std::nullopt;
  return Place{static_cast<int>(*module), *offset, symbol};
}

// The size of what makes an instance of a class in the text behind its symbol: "()", "/2()",
// "=CPU()"; 0 if there is nothing of the kind.
std::size_t instance_size(std::string_view rest) {
  const std::size_t end = rest.find("()");
  const bool is_plain = end == 0;
  const bool is_other = end != rest.npos && (rest.starts_with('/') || rest.starts_with('=')) &&
                        rest.substr(0, end).find_first_of(".(|#") == rest.npos;
  return is_plain || is_other ? end + 2 : 0;
}

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
  return function.is_generator &&
         std::any_of(function.decorators.begin(), function.decorators.end(),
                     [](const Expr* each) { return last_name(*each) == "contextmanager"; });
}

template <class Map>
auto* find_in(std::vector<Map>& maps, const Place& place) {
  if (place.module < 0 || static_cast<std::size_t>(place.module) >= maps.size())
    return static_cast<typename Map::mapped_type*>(nullptr);
  Map& map = maps[static_cast<std::size_t>(place.module)];
  const auto found = map.find(place.offset);
  return found == map.end() ? nullptr : &found->second;
}

}  // namespace

int Program::add(const FoundModule& found, std::string name, syntax::Parser& parser) {
  const auto [known, is_new] = by_path_.try_emplace(found.path, static_cast<int>(modules_.size()));
  if (!is_new) return known->second;
  const syntax::Document* document = found.document;
  if (document) document->keep_nodes();
  Module module{found.path, std::move(name), document, {}, found.binds_each_once};
  for (std::size_t i = 0; document && i < document->statements().size(); ++i) {
    if (const syntax::Stmt* stmt = document->statement(i, parser))
      module.statements.push_back(stmt);
  }
  modules_.push_back(std::move(module));
  functions_.emplace_back();
  classes_.emplace_back();
  return known->second;
}

std::string Program::add(int module, const syntax::Function& function, std::string owner) {
  const auto [known, is_new] = functions_[static_cast<std::size_t>(module)].try_emplace(
      function.begin, FunctionInfo{kind_of(function), module, &function, std::move(owner),
                                   manages_context(function), -1});
  if (ClassInfo* info = class_of(known->second.owner)) {
    const bool setter = known->second.kind == FunctionInfo::Kind::kSetter;
    (setter ? info->setters : info->methods).insert_or_assign(function.name, &known->second);
  }
  return "def@" + std::to_string(module) + ":" + std::to_string(function.begin);
}

std::string Program::add(int module, const syntax::Lambda& lambda) {
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
    return add(module, made.function, "");
  }
  return "def@" + std::to_string(module) + ":" + std::to_string(lambda.begin);
}

std::string Program::add(int module, const syntax::Class& node, std::vector<std::string> bases) {
  ClassInfo& info = classes_[static_cast<std::size_t>(module)][node.begin];
  info = {module, &node, std::move(bases), std::move(info.methods), std::move(info.setters)};
  return "class@" + std::to_string(module) + ":" + std::to_string(node.begin);
}

std::string_view Program::class_symbol(std::string_view symbol) {
  const auto place = place_of(symbol, "class@");
  return place ? symbol.substr(0, symbol.size() - place->rest.size()) : symbol;
}

ClassInfo* Program::class_of(std::string_view symbol) {
  const auto place = place_of(symbol, "class@");
  if (!place || instance_size(place->rest) != place->rest.size()) return nullptr;
  return find_in(classes_, *place);
}

bool Program::is_instance(std::string_view symbol) {
  const auto place = place_of(symbol, "class@");
  return place && !place->rest.empty() && instance_size(place->rest) == place->rest.size();
}

bool Program::is_member(std::string_view symbol) {
  return is_instance(symbol) && symbol.find('=') != symbol.npos;
}

std::optional<int> Program::module_of(std::string_view symbol) {
  constexpr std::string_view kPrefix = "module@";
  if (!symbol.starts_with(kPrefix)) return std::nullopt;
  symbol.remove_prefix(kPrefix.size());
  const auto index = number(symbol);
  if (!index || !symbol.empty()) return std::nullopt;
  return static_cast<int>(*index);
}

std::optional<FunctionRef> Program::function(std::string_view symbol) {
  if (auto place = place_of(symbol, "def@")) {
    FunctionRef out{find_in(functions_, *place), -1, {}};
    if (!out.info) return std::nullopt;
    std::string_view rest = place->rest;
    if (rest.starts_with('#')) {
      rest.remove_prefix(1);
      if (const auto closure = number(rest)) out.closure = static_cast<int>(*closure);
    }
    if (rest.starts_with('|'))
      out.self = std::string(rest.substr(1));
    else if (!rest.empty())
      return std::nullopt;  // an attribute of it
    return out;
  }
  const auto place = place_of(symbol, "class@");
  if (!place) return std::nullopt;
  const std::size_t size = instance_size(place->rest);
  const bool instance = size != 0;
  std::string_view name = place->rest.substr(size);
  if (!name.starts_with('.')) return std::nullopt;
  name.remove_prefix(1);
  if (name.empty() || name.find_first_of(".(") != name.npos) return std::nullopt;
  const std::string_view owner = symbol.substr(0, symbol.size() - place->rest.size());
  FunctionInfo* info = method(owner, name);
  if (!info) return std::nullopt;
  FunctionRef out{info, info->closure, {}};
  if (info->kind == FunctionInfo::Kind::kClass)
    out.self = std::string(owner);
  else if (instance && info->kind != FunctionInfo::Kind::kStatic)
    out.self = std::string(owner) + std::string(place->rest.substr(0, size));
  return out;
}

std::vector<std::string> Program::linearized(std::string_view class_symbol) {
  // Depth first, where a class stands behind the last of its heirs: what Python does for all but a
  // few hierarchies.
  std::vector<std::string> out;
  std::vector<std::string> open{std::string(class_symbol)};
  for (int steps = 0; !open.empty() && steps < 64; ++steps) {
    const std::string each = std::move(open.back());
    open.pop_back();
    std::erase(out, each);
    out.push_back(each);
    if (const ClassInfo* info = class_of(each))
      open.insert(open.end(), info->bases.rbegin(), info->bases.rend());
  }
  return out;
}

FunctionInfo* Program::method(std::string_view class_symbol, std::string_view name,
                              std::string_view behind) {
  bool looking = behind.empty();
  for (const std::string& each : linearized(class_symbol)) {
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

bool Program::has_foreign_base(std::string_view class_symbol) {
  const auto all = linearized(class_symbol);
  return std::any_of(all.begin(), all.end(), [this](const std::string& each) {
    return class_of(each) == nullptr && each != "object";
  });
}

bool Program::is_enumeration(std::string_view class_symbol) {
  const auto all = linearized(class_symbol);
  return std::any_of(all.begin(), all.end(), [this](const std::string& each) {
    return each.starts_with("enum.") && !class_of(each);
  });
}

std::vector<std::string_view> Program::fields_of(std::string_view class_symbol) {
  std::vector<std::string_view> fields;
  const auto all = linearized(class_symbol);
  for (auto each = all.rbegin(); each != all.rend(); ++each) {
    const ClassInfo* info = class_of(*each);
    for (const syntax::Stmt* stmt : info ? info->node->body : syntax::Block()) {
      if (stmt->kind != syntax::StmtKind::kAnnotated) continue;
      const Expr* target = as<syntax::Annotated>(*stmt).target;
      if (target->kind != ExprKind::kName) continue;
      const std::string_view name = as<syntax::Name>(*target).id;
      if (std::find(fields.begin(), fields.end(), name) == fields.end()) fields.push_back(name);
    }
  }
  return fields;
}

std::string Program::constructor(const std::string& symbol) {
  if (!class_of(symbol) || symbol.ends_with(")") || method(symbol, "__init__")) return symbol;
  for (const std::string& base : linearized(symbol)) {
    if (builds_runner(base) || base.ends_with("DataParallel")) return base;
  }
  return symbol;
}

std::string Program::behind(std::string_view self, std::string_view owner, std::string_view name) {
  bool passed = false;
  for (const std::string& base : linearized(class_symbol(self))) {
    if (passed && !class_of(base))
      return name == "__init__" ? base : attribute_of(result_of(base), name);
    passed = passed || base == owner;
  }
  return "super()." + std::string(name);
}

std::vector<FunctionRef> Program::possible_methods(std::string_view symbol,
                                                   const std::set<std::string>& classes) {
  constexpr std::size_t kMost = 3;
  std::vector<FunctionRef> out;
  if (!symbol.starts_with('?')) return out;
  const bool is_turn = symbol.starts_with(kTurn);  // what a loop over an unknown list binds
  symbol.remove_prefix(is_turn ? kTurn.size() : 1);
  if (!symbol.starts_with('.') || symbol.find_first_of(".(", 1) != symbol.npos) return out;
  symbol.remove_prefix(1);
  for (const std::string& each : classes) {
    FunctionInfo* info = method(each, symbol);
    if (info && info->kind == FunctionInfo::Kind::kPlain)
      out.push_back({info, info->closure, each + "()"});
  }
  return out.size() <= kMost ? out : std::vector<FunctionRef>();
}

std::map<std::uint32_t, FunctionInfo>& Program::functions(int module) {
  return functions_[static_cast<std::size_t>(module)];
}

}  // namespace mmlint::script
