#include "check/config/metric_results.h"

#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::check {
namespace {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Function;
using syntax::Stmt;
using syntax::StmtKind;

// The value of a prefix, as far as the arguments say: a text, none (empty), or not known.
using Prefix = std::optional<std::string>;

std::optional<std::string> text_of(const Expr& expr) {
  if (expr.kind != ExprKind::kString) return std::nullopt;
  return std::string(as<syntax::String>(expr).value);
}

// Returns a prefix that is written as a literal; nullopt for any other expression.
Prefix literal_prefix(const Expr& expr) {
  const bool is_none = expr.kind == ExprKind::kConstant &&
                       as<syntax::Constant>(expr).value == syntax::ConstantKind::kNone;
  return is_none ? "" : text_of(expr);
}

// Calls visit for each statement of a function, without those of functions and classes inside.
void for_each_own(syntax::Block block, const std::function<void(const Stmt&)>& visit) {
  for (const Stmt* each : block) {
    visit(*each);
    if (each->kind == StmtKind::kFunction || each->kind == StmtKind::kClass) continue;
    syntax::for_each_child(
        *each, [](const Expr&) {},
        [&](const Stmt& inner) {
          const Stmt* one = &inner;
          for_each_own({&one, 1}, visit);
        });
  }
}

// Returns the keys of a dict display, or of a call dict(a=1); nullopt if one is not a literal.
std::optional<std::set<std::string>> keys_of(const Expr& expr) {
  std::set<std::string> out;
  if (expr.kind == ExprKind::kDict) {
    for (const syntax::DictItem& item : as<syntax::Dict>(expr).items) {
      const auto key = item.key ? text_of(*item.key) : std::nullopt;
      if (!key) return std::nullopt;
      out.insert(*key);
    }
    return out;
  }
  const std::string_view callee = syntax::called_id(expr);
  if (callee != "dict" && callee != "OrderedDict") return std::nullopt;
  for (const syntax::Argument& argument : as<syntax::Call>(expr).arguments) {
    if (argument.name.empty()) return std::nullopt;
    out.emplace(argument.name);
  }
  return out;
}

std::size_t count_of(const Function& function, std::string_view name) {
  std::size_t count = 0;
  syntax::for_each_expr(function, [&](const Expr& each) { count += syntax::id_of(each) == name; });
  return count;
}

// Returns the name and the key of results['acc']; an empty name for any other expression, and no
// key if it is not a literal.
std::pair<std::string_view, std::optional<std::string>> item_of(const Expr& expr) {
  if (expr.kind != ExprKind::kSubscript) return {};
  const auto& item = as<syntax::Subscript>(expr);
  return {syntax::id_of(*item.object), text_of(*item.index)};
}

// Returns the keys of a dict that a function puts together under a name: one assignment of a
// display, and assignments of items.
std::optional<ReturnedKeys> keys_of_name(const Function& function, std::string_view name,
                                         std::size_t returns) {
  ReturnedKeys out;
  std::size_t displays = 0, items = 0;
  bool is_known = true;
  const auto set = [&](const Expr& target, const Expr& value) {
    if (const auto [object, key] = item_of(target); object == name) {
      is_known = is_known && key;
      if (key) out.may.insert(*key);
    } else if (syntax::id_of(target) == name) {
      const auto keys = keys_of(value);
      is_known = is_known && keys && ++displays == 1;
      if (!keys) return;
      out.always = *keys;
      out.may.insert(keys->begin(), keys->end());
    }
  };
  for_each_own(function.body, [&](const Stmt& stmt) {
    if (stmt.kind == StmtKind::kAssign) {
      for (const Expr* target : as<syntax::Assign>(stmt).targets)
        set(*target, *as<syntax::Assign>(stmt).value);
    } else if (stmt.kind == StmtKind::kDelete) {
      for (const Expr* target : as<syntax::Delete>(stmt).targets)
        is_known = is_known && item_of(*target).first != name;
    }
  });
  syntax::for_each_expr(function, [&](const Expr& each) { items += item_of(each).first == name; });
  const bool is_all = displays + items + returns == count_of(function, name);
  return is_known && displays == 1 && is_all ? std::optional(std::move(out)) : std::nullopt;
}

// Returns the arguments of the only call of the base's __init__ in a method; nullopt if there is
// none, or several.
std::optional<std::span<const syntax::Argument>> base_call(const Function& init) {
  std::size_t count = 0;
  std::span<const syntax::Argument> out;
  syntax::for_each_expr(init, [&](const Expr& each) {
    if (each.kind != ExprKind::kCall) return;
    const auto& call = as<syntax::Call>(each);
    if (call.callee->kind != ExprKind::kAttribute) return;
    const auto& callee = as<syntax::Attribute>(*call.callee);
    if (callee.name != "__init__") return;
    count += syntax::called_id(*callee.object) == "super" ? 1 : 2;  // Base.__init__: not followed
    out = call.arguments;
  });
  return count == 1 ? std::optional(out) : std::nullopt;
}

// Returns the prefix that BaseMetric gets if `classes` get this one: nearest first, those whose
// __init__ was not looked at yet.
Prefix passed_on(std::span<const launch::ProjectClass> classes, Prefix given) {
  const auto next = std::ranges::find_if(
      classes, [](const auto& each) { return each.method("__init__") != nullptr; });
  if (next == classes.end()) return given;
  const Function& init = *next->method("__init__");
  bool is_named = false;
  std::string_view rest;
  for (const syntax::Parameter& parameter : init.parameters) {
    if (parameter.kind == syntax::Parameter::Kind::kStar) return std::nullopt;
    if (parameter.kind == syntax::Parameter::Kind::kDoubleStar) rest = parameter.name;
    if (parameter.name != "prefix") continue;
    is_named = true;
    if (given == "" && parameter.default_value) given = literal_prefix(*parameter.default_value);
  }
  const auto call = base_call(init);
  if (!call) return std::nullopt;
  Prefix passed = "";
  std::size_t index = 0;
  for (const syntax::Argument& argument : *call) {
    const bool is_keyword = argument.name == "prefix";
    if (argument.value->kind == ExprKind::kStarred) {
      const auto& starred = as<syntax::Starred>(*argument.value);
      if (starred.stars != 2 || rest.empty() || syntax::id_of(*starred.value) != rest)
        return std::nullopt;
      if (!is_named) passed = given;
    } else if (is_keyword || (argument.name.empty() && index++ == 1)) {
      const bool is_given = is_named && syntax::id_of(*argument.value) == "prefix";
      passed = is_given ? given : literal_prefix(*argument.value);
    }
  }
  const auto others = classes.subspan(static_cast<std::size_t>(next - classes.begin()) + 1);
  const bool is_last = std::ranges::none_of(
      others, [](const auto& each) { return each.method("__init__") != nullptr; });
  // The order of another class's parameters is not followed.
  if (!is_last && index > 0) return std::nullopt;
  return passed_on(others, passed);
}

}  // namespace

std::optional<ReturnedKeys> returned_keys(const Function& function) {
  std::vector<const Expr*> returned;
  bool is_known = !function.is_generator;
  for_each_own(function.body, [&](const Stmt& stmt) {
    if (stmt.kind != StmtKind::kReturn) return;
    returned.push_back(as<syntax::Return>(stmt).value);
    is_known = is_known && returned.back();
  });
  if (!is_known || returned.empty()) return std::nullopt;
  std::optional<ReturnedKeys> out;
  for (const Expr* each : returned) {
    std::optional<ReturnedKeys> keys;
    if (const auto literal = keys_of(*each)) {
      keys = ReturnedKeys{*literal, *literal};
    } else if (const std::string_view name = syntax::id_of(*each); !name.empty()) {
      const auto same = std::ranges::count_if(
          returned, [name](const Expr* other) { return syntax::id_of(*other) == name; });
      keys = keys_of_name(function, name, static_cast<std::size_t>(same));
    }
    if (!keys) return std::nullopt;
    if (!out) {
      out = *std::move(keys);
      continue;
    }
    out->may.insert(keys->may.begin(), keys->may.end());
    std::erase_if(out->always, [&](const std::string& key) { return !keys->always.contains(key); });
  }
  return out;
}

Prefix prefix_of(const OwnClass& metric, const Dict& arguments) {
  const bool is_base_metric = std::ranges::all_of(metric.foreign, [](const std::string& base) {
    return base == "object" || base == "abc.ABC" ||
           (base.starts_with("mmengine.") && base.ends_with(".BaseMetric"));
  });
  if (metric.definer("evaluate") || metric.definer("prefix") || metric.mentions("self.prefix") ||
      metric.mentions("setattr("))
    return std::nullopt;
  Prefix given = "";
  if (const Value* value = arguments.get("prefix"); value && value->kind != Value::Kind::kNone) {
    if (value->kind != Value::Kind::kString) return std::nullopt;
    given = std::string(value->text());
  }
  given = passed_on(metric.own, given);
  if (given != "") return given;
  for (const launch::ProjectClass& each : metric.own) {
    if (const Expr* prefix = each.attribute("default_prefix")) return literal_prefix(*prefix);
  }
  return is_base_metric ? Prefix("") : std::nullopt;
}

bool may_change(const Function& method, std::string_view parameter) {
  std::size_t read = 0;
  const auto is_it = [&](const Expr& expr) { return syntax::id_of(expr) == parameter; };
  const auto visit = [&](const Expr& expr) {
    if (expr.kind == ExprKind::kSubscript) {
      read += is_it(*as<syntax::Subscript>(expr).object);
    } else if (expr.kind == ExprKind::kAttribute) {
      const auto& attribute = as<syntax::Attribute>(expr);
      read += is_it(*attribute.object) &&
              is_in(attribute.name, {"get", "items", "keys", "values", "copy"});
    } else if (expr.kind == ExprKind::kCompare) {
      for (const Expr* right : as<syntax::Compare>(expr).rights) read += is_it(*right);
    } else if (expr.kind == ExprKind::kFString) {
      for (const syntax::FStringPart& part : as<syntax::FString>(expr).parts)
        read += part.expr && is_it(*part.expr);
    } else if (expr.kind == ExprKind::kCall) {
      const bool only_reads =
          is_in(syntax::called_id(expr), {"dict", "len", "list", "print", "str"});
      for (const syntax::Argument& argument : as<syntax::Call>(expr).arguments)
        read += only_reads && is_it(*argument.value);
    }
  };
  syntax::for_each_expr(method, visit);
  std::size_t written = 0;
  const auto count_target = [&](const Expr& all) {
    syntax::for_each_target(all, [&](const Expr& target) {
      written +=
          target.kind == ExprKind::kSubscript && is_it(*as<syntax::Subscript>(target).object);
    });
  };
  for_each_own(method.body, [&](const Stmt& stmt) {
    if (stmt.kind == StmtKind::kAssign) {
      for (const Expr* target : as<syntax::Assign>(stmt).targets) count_target(*target);
    } else if (stmt.kind == StmtKind::kAugmented) {
      count_target(*as<syntax::Augmented>(stmt).target);
    } else if (stmt.kind == StmtKind::kDelete) {
      for (const Expr* target : as<syntax::Delete>(stmt).targets) count_target(*target);
    }
  });
  return written > 0 || read != count_of(method, parameter);
}

}  // namespace mmlint::check
