#include "fix/script/cuda_code.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "fix/script/name_reads.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

bool speaks_of_cuda(std::string_view text) {
  return text.find("cuda") != text.npos || text.find("CUDA") != text.npos;
}

// Collects where a script asks about CUDA, and who is used there.
class CudaPlaces {
 public:
  CudaPlaces(const syntax::Document& document, syntax::Parser& parser, Span place)
      : document_(document), place_(place) {
    for (std::size_t i = 0; i < document.statements().size(); ++i) {
      if (const Stmt* stmt = document.statement(i, parser)) visit(*stmt);
    }
  }

  bool hold_the_place() const {
    return is_asked(place_) || (unit_.known() && serves({unit_name_, unit_}));
  }

  // Of a name of another module.
  bool use(std::string_view name) const {
    return std::any_of(reads_.begin(), reads_.end(), [&](const Read& read) {
      if (!read.is_attribute) {
        const auto imported = imported_.find(read.name);
        if (imported == imported_.end() || imported->second != name) return false;
      } else if (read.name != name) {
        return false;
      }
      return is_asked(read.at) || in_unit_for_cuda(read.at);
    });
  }

  std::string unit() const { return std::string(unit_name_); }

 private:
  struct Read {
    std::string_view name;
    Span at;
    bool is_attribute;
  };
  struct Unit {
    std::string_view name;
    Span at;
  };

  bool is_asked(Span at) const {
    return std::any_of(asked_.begin(), asked_.end(),
                       [&](const Span asked) { return asked.contains(at); });
  }

  // Whether a unit has a condition that speaks of CUDA, or is read below one, or, for a variable of
  // the module, is read in a function or class of which that is true.
  bool serves(const Unit& unit) const {
    const bool asks = std::any_of(asked_.begin(), asked_.end(),
                                  [&](const Span asked) { return unit.at.contains(asked); });
    return asks || std::any_of(reads_.begin(), reads_.end(), [&](const Read& read) {
             if (read.name != unit.name || unit.at.contains(read.at)) return false;
             return is_asked(read.at) || (is_variable_ && in_unit_for_cuda(read.at));
           });
  }

  // Whether a place is in a function or class that is used below a condition that speaks of CUDA.
  bool in_unit_for_cuda(Span at) const {
    return std::any_of(units_.begin(), units_.end(), [&](const Unit& unit) {
      return unit.at.contains(at) &&
             std::any_of(reads_.begin(), reads_.end(), [&](const Read& read) {
               return read.name == unit.name && !unit.at.contains(read.at) && is_asked(read.at);
             });
    });
  }

  template <class Node>
  Span span_of(const Node& node) const {
    return {place_.file, node.begin, node.end};
  }

  void ask(const Expr& condition, Span whole) {
    if (speaks_of_cuda(document_.source().text(span_of(condition)))) asked_.push_back(whole);
  }

  // A function, a class, or a variable that gets a value; without a name for anything else.
  Unit unit_of(const Stmt& stmt) const {
    if (stmt.kind == StmtKind::kFunction) return {as<syntax::Function>(stmt).name, span_of(stmt)};
    if (stmt.kind == StmtKind::kClass) return {as<syntax::Class>(stmt).name, span_of(stmt)};
    if (stmt.kind != StmtKind::kAssign) return {};
    const auto& assign = as<syntax::Assign>(stmt);
    if (assign.targets.size() != 1 || assign.targets[0]->kind != ExprKind::kName) return {};
    return {as<syntax::Name>(*assign.targets[0]).id, span_of(stmt)};
  }

  void visit(const Stmt& stmt) {
    const Unit unit = unit_of(stmt);
    if (!unit.name.empty()) {
      const bool is_variable = stmt.kind == StmtKind::kAssign;
      if (!is_variable) units_.push_back(unit);
      if (!unit_.known() && unit.at.contains(place_)) {
        unit_ = unit.at;
        unit_name_ = unit.name;
        is_variable_ = is_variable;
      }
    }
    for (const auto& [name, symbol] : syntax::imported_names(stmt))
      imported_[name] = symbol.substr(symbol.rfind('.') + 1);
    if (stmt.kind == StmtKind::kIf) ask(*as<syntax::If>(stmt).condition, span_of(stmt));
    syntax::for_each_child(
        stmt, [this](const Expr& expr) { visit(expr); },
        [this](const Stmt& inner) { visit(inner); });
  }

  void visit(const Expr& expr) {
    if (expr.kind == ExprKind::kName)
      reads_.push_back({as<syntax::Name>(expr).id, span_of(expr), false});
    if (expr.kind == ExprKind::kAttribute)
      reads_.push_back({as<syntax::Attribute>(expr).name, span_of(expr), true});
    if (expr.kind == ExprKind::kConditional)
      ask(*as<syntax::Conditional>(expr).condition, span_of(expr));
    syntax::for_each_child(expr, [this](const Expr& inner) { visit(inner); });
  }

  const syntax::Document& document_;
  Span place_;
  Span unit_ = {};  // the outermost function or class, or the assignment, around the place
  std::string_view unit_name_;
  bool is_variable_ = false;  // the unit is an assignment
  std::vector<Unit> units_;   // all functions and classes
  std::vector<Span> asked_;   // all of the statement or expression that asks
  std::vector<Read> reads_;
  std::map<std::string_view, std::string> imported_;  // the last part of what a name stands for
};

const syntax::Conditional* conditional_around(const syntax::Document& document,
                                              syntax::Parser& parser, const Expr& value) {
  NameReads reads(document, parser);
  const Expr* outer = reads.around(value).expr;
  if (!outer || outer->kind != ExprKind::kConditional) return nullptr;
  return as<syntax::Conditional>(*outer).condition == &value ? nullptr
                                                             : &as<syntax::Conditional>(*outer);
}

// The text of a value without its quotes, so that 'gloo' and "gloo" are one.
std::string_view bare(std::string_view text) {
  const bool quoted = text.size() > 1 && text.front() == text.back() &&
                      (text.front() == '\'' || text.front() == '"');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// Whether computing an expression may leave something behind that the script needs.
bool leaves_something(const Expr& expr) {
  bool found = expr.kind == ExprKind::kNamed || expr.kind == ExprKind::kYield ||
               expr.kind == ExprKind::kAwait || expr.kind == ExprKind::kUnsupported;
  syntax::for_each_child(expr,
                         [&](const Expr& inner) { found = found || leaves_something(inner); });
  return found;
}

// Whether `and` and `or` can stand behind an expression as it is written.
bool binds_tightly(const Expr& expr) {
  return expr.kind != ExprKind::kBoolean && expr.kind != ExprKind::kConditional &&
         expr.kind != ExprKind::kLambda && expr.kind != ExprKind::kNamed;
}

}  // namespace

bool serves_cuda(const syntax::Document& document, syntax::Parser& parser, Span place) {
  if (!speaks_of_cuda(document.source().bytes())) return false;
  return CudaPlaces(document, parser, place).hold_the_place();
}

std::string unit_around(const syntax::Document& document, syntax::Parser& parser, Span place) {
  return CudaPlaces(document, parser, place).unit();
}

bool uses_for_cuda(const syntax::Document& document, syntax::Parser& parser,
                   const std::string& name) {
  const std::string_view text = document.source().bytes();
  if (!speaks_of_cuda(text) || text.find(name) == text.npos) return false;
  const std::uint32_t end = static_cast<std::uint32_t>(text.size());
  return CudaPlaces(document, parser, {document.source().id(), end, end}).use(name);
}

std::optional<Span> conditional_with(const syntax::Document& document, syntax::Parser& parser,
                                     Span value, const std::string& text) {
  const Expr* expr = syntax::find_expr(document, parser, value.begin, value.end);
  const auto* around = expr ? conditional_around(document, parser, *expr) : nullptr;
  if (!around) return std::nullopt;
  const Expr& other = around->then == expr ? *around->otherwise : *around->then;
  if (bare(document.source().text({value.file, other.begin, other.end})) != bare(text))
    return std::nullopt;
  return Span{value.file, around->begin, around->end};
}

std::optional<TextEdit> settle_conditional(const syntax::Document& document, syntax::Parser& parser,
                                           Span value, const std::string& text,
                                           const std::optional<std::string>& torch) {
  const auto whole = conditional_with(document, parser, value, text);
  if (!whole) return std::nullopt;
  const Expr& expr = *syntax::find_expr(document, parser, value.begin, value.end);
  const auto& conditional = *conditional_around(document, parser, expr);
  const Expr& condition = *conditional.condition;
  if (!torch) {
    if (leaves_something(condition)) return std::nullopt;
    return TextEdit{*whole, text};
  }
  const Span at{value.file, condition.begin, condition.end};
  const std::string_view asked = document.source().text(at);
  const bool when_true = conditional.then == &expr;
  const std::string more =
      fmt::format("{}{}.cuda.is_available()", when_true ? "and " : "or not ", *torch);
  return TextEdit{at, binds_tightly(condition) ? fmt::format("{} {}", asked, more)
                                               : fmt::format("({}) {}", asked, more)};
}

std::optional<std::string> name_of_torch(const syntax::Document& document, syntax::Parser& parser,
                                         std::uint32_t place) {
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const Stmt* stmt = document.statement(i, parser);
    if (!stmt) continue;
    if (stmt->begin >= place) break;
    for (const auto& [name, symbol] : syntax::imported_names(*stmt)) {
      if (symbol == "torch") return std::string(name);
    }
  }
  return std::nullopt;
}

}  // namespace mmlint::fix
