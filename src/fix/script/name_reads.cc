#include "fix/script/name_reads.h"

#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Function;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// A function's parameters and what its own statements bind, but for what it declares global.
std::set<std::string_view> bound_names(const Function& function) {
  std::set<std::string_view> own, declared;
  const std::function<void(const Stmt&)> look = [&](const Stmt& stmt) {
    if (stmt.kind == StmtKind::kGlobal || stmt.kind == StmtKind::kNonlocal) {
      const auto names = as<syntax::Scope>(stmt).names;
      declared.insert(names.begin(), names.end());
    }
    syntax::for_each_bound_name(stmt, [&](std::string_view bound) { own.insert(bound); });
    if (stmt.kind == StmtKind::kFunction || stmt.kind == StmtKind::kClass) return;
    syntax::for_each_child(
        stmt, [](const Expr&) {}, look);
  };
  for (const syntax::Parameter& parameter : function.parameters) own.insert(parameter.name);
  for (const Stmt* stmt : function.body) look(*stmt);
  for (const std::string_view name : declared) own.erase(name);
  return own;
}

}  // namespace

NameReads::NameReads(const syntax::Document& document) : document_(document) {
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const Stmt* stmt = document.statement(i);
    if (!stmt) continue;
    read(*stmt, nullptr);
    place(*stmt, nullptr, false);
  }
  // Those of the same bytes stay as they were found, outer ones first.
  std::ranges::stable_sort(places_, [](const Place& a, const Place& b) {
    return a.expr->begin != b.expr->begin ? a.expr->begin < b.expr->begin
                                          : a.expr->end > b.expr->end;
  });
}

void NameReads::place(const Stmt& stmt, const Function* function, bool in_class) {
  holders_.push_back({nullptr, &stmt, function, in_class});
  const auto* own = stmt.kind == StmtKind::kFunction ? &as<Function>(stmt) : nullptr;
  const bool below_class = stmt.kind == StmtKind::kClass || (in_class && !own);
  std::vector<const Stmt*> below;  // whose places follow, as those here are of the last holder
  syntax::for_each_child(
      stmt, [&](const Expr& expr) { place(expr, nullptr); },
      [&](const Stmt& inner) { below.push_back(&inner); });
  for (const Stmt* inner : below) place(*inner, own ? own : function, below_class);
}

void NameReads::place(const Expr& expr, const Expr* outer) {
  places_.push_back({&expr, outer, holders_.size() - 1});
  syntax::for_each_child(expr, [&](const Expr& inner) { place(inner, &expr); });
}

std::span<const NameReads::Place> NameReads::places_at(std::uint32_t begin,
                                                       std::uint32_t end) const {
  const auto first = std::partition_point(places_.begin(), places_.end(), [&](const Place& one) {
    return one.expr->begin != begin ? one.expr->begin < begin : one.expr->end > end;
  });
  const auto last = std::find_if(first, places_.end(), [&](const Place& one) {
    return one.expr->begin != begin || one.expr->end != end;
  });
  return {first, last};
}

const Expr* NameReads::at(Span place) const {
  const auto places = places_at(place.begin, place.end);
  return places.empty() ? nullptr : places.back().expr;
}

Surroundings NameReads::around(const Expr& expr) const {
  for (const Place& place : places_at(expr.begin, expr.end)) {
    if (place.expr != &expr) continue;
    Surroundings around = holders_[place.holder];
    around.expr = place.outer;
    return around;
  }
  return {};
}

void NameReads::read(const Stmt& stmt, const Function* function) {
  if (stmt.kind == StmtKind::kUnsupported)
    unread_.push_back({document_.source().id(), stmt.begin, stmt.end});
  std::set<const Expr*> targets;
  syntax::for_each_binding(
      stmt, [&](const Expr& target) { targets.insert(&target); }, [](std::string_view) {});
  const auto* own = stmt.kind == StmtKind::kFunction ? &as<Function>(stmt) : nullptr;
  if (own) {
    functions_.emplace(own->name, own);
    scopes_.emplace(own, Scope{function, bound_names(*own)});
  }
  const bool has_targets = !targets.empty();
  const std::function<void(const Expr&)> visit = [&](const Expr& expr) {
    if (targets.count(&expr) != 0 && stmt.kind != StmtKind::kAugmented) {
      // What holds the item or attribute that is assigned is read.
      syntax::for_each_child(expr, [&](const Expr& inner) { read(inner, function); });
    } else if (has_targets && (expr.kind == ExprKind::kTuple || expr.kind == ExprKind::kList)) {
      syntax::for_each_child(expr, visit);
    } else {
      read(expr, function);
    }
  };
  syntax::for_each_child(stmt, visit,
                         [&](const Stmt& inner) { read(inner, own ? own : function); });
}

void NameReads::read(const Expr& expr, const Function* function) {
  if (expr.kind == ExprKind::kUnsupported)
    unread_.push_back({document_.source().id(), expr.begin, expr.end});
  if (expr.kind == ExprKind::kName)
    names_.emplace(as<syntax::Name>(expr).id, Read{&expr, function});
  if (expr.kind == ExprKind::kAttribute)
    attributes_.emplace(as<syntax::Attribute>(expr).name, Read{&expr, function});
  syntax::for_each_child(expr, [&](const Expr& inner) { read(inner, function); });
}

std::vector<const Expr*> NameReads::of_name(std::string_view name, const Function* scope) const {
  const auto owner = [&](const Function* function) {
    while (function && !scopes_.at(function).names.contains(name))
      function = scopes_.at(function).outer;
    return function;
  };
  const Function* own = owner(scope);  // a global of the function is the module's
  std::vector<const Expr*> out;
  const auto [begin, end] = names_.equal_range(name);
  for (auto it = begin; it != end; ++it) {
    if (owner(it->second.function) == own) out.push_back(it->second.expr);
  }
  return out;
}

std::optional<Span> NameReads::unread(std::string_view name) const {
  for (const Span span : unread_) {
    if (document_.source().text(span).find(name) != std::string_view::npos) return span;
  }
  return std::nullopt;
}

std::vector<const Expr*> NameReads::of_attribute(std::string_view name) const {
  std::vector<const Expr*> out;
  const auto [begin, end] = attributes_.equal_range(name);
  for (auto it = begin; it != end; ++it) out.push_back(it->second.expr);
  return out;
}

const Function* NameReads::function_called(const syntax::Call& call) const {
  const Expr& callee = *call.callee;
  const bool method = callee.kind == ExprKind::kAttribute;
  if (!method && callee.kind != ExprKind::kName) return nullptr;
  const std::string_view name =
      method ? as<syntax::Attribute>(callee).name : as<syntax::Name>(callee).id;
  if (functions_.count(name) != 1) return nullptr;
  const Function* function = functions_.find(name)->second;
  const bool has_self = !function->parameters.empty() && function->parameters[0].name == "self";
  return method == has_self ? function : nullptr;
}

}  // namespace mmlint::fix
