#include "fix/script/cuda_places.h"

#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

void CudaPlaces::Spans::assign(std::vector<Span> all) {
  std::ranges::sort(
      all, [](Span a, Span b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  for (const Span span : all) {
    if (spans_.empty() || !spans_.back().contains(span)) spans_.push_back(span);
  }
}

bool CudaPlaces::Spans::any_around(Span place) const {
  const auto behind = std::upper_bound(spans_.begin(), spans_.end(), place.begin,
                                       [](std::uint32_t at, Span span) { return at < span.begin; });
  return behind != spans_.begin() && std::prev(behind)->contains(place);
}

bool CudaPlaces::Spans::any_inside(Span place) const {
  const auto at =
      std::lower_bound(spans_.begin(), spans_.end(), place.begin,
                       [](Span span, std::uint32_t begin) { return span.begin < begin; });
  return at != spans_.end() && place.contains(*at);
}

void CudaPlaces::Extent::add(Span at) {
  first = std::min(first, at.begin);
  last = std::max(last, at.begin);
}

// What a script says, as it is read.
struct CudaPlaces::Found {
  struct Read {
    std::string_view name;
    Span at;
    bool is_attribute;
  };

  explicit Found(const syntax::Document& script) : document(script) {}

  template <class Node>
  Span span_of(const Node& node) const {
    return {document.source().id(), node.begin, node.end};
  }

  void ask(const Expr& condition, Span whole) {
    const std::string_view text = document.source().text(span_of(condition));
    if (text.find("cuda") != text.npos || text.find("CUDA") != text.npos) asked.push_back(whole);
  }

  // A function, a class, or a variable that gets a value; without a name for anything else.
  Unit unit_of(const Stmt& stmt) const {
    if (stmt.kind == StmtKind::kFunction)
      return {as<syntax::Function>(stmt).name, span_of(stmt), false};
    if (stmt.kind == StmtKind::kClass) return {as<syntax::Class>(stmt).name, span_of(stmt), false};
    if (stmt.kind != StmtKind::kAssign) return {};
    const auto& assign = as<syntax::Assign>(stmt);
    if (assign.targets.size() != 1 || assign.targets[0]->kind != ExprKind::kName) return {};
    return {as<syntax::Name>(*assign.targets[0]).id, span_of(stmt), true};
  }

  void visit(const Stmt& stmt) {
    if (const Unit unit = unit_of(stmt); !unit.name.empty()) units.push_back(unit);
    for (const auto& [name, symbol] : syntax::imported_names(stmt))
      imported[name] = symbol.substr(symbol.rfind('.') + 1);
    if (stmt.kind == StmtKind::kIf) ask(*as<syntax::If>(stmt).condition, span_of(stmt));
    syntax::for_each_child(
        stmt, [this](const Expr& expr) { visit(expr); },
        [this](const Stmt& inner) { visit(inner); });
  }

  void visit(const Expr& expr) {
    if (expr.kind == ExprKind::kName)
      reads.push_back({as<syntax::Name>(expr).id, span_of(expr), false});
    if (expr.kind == ExprKind::kAttribute)
      reads.push_back({as<syntax::Attribute>(expr).name, span_of(expr), true});
    if (expr.kind == ExprKind::kConditional)
      ask(*as<syntax::Conditional>(expr).condition, span_of(expr));
    syntax::for_each_child(expr, [this](const Expr& inner) { visit(inner); });
  }

  const syntax::Document& document;
  std::vector<Unit> units;
  std::vector<Span> asked;
  std::vector<Read> reads;
  std::map<std::string_view, std::string> imported;  // the last part of what a name stands for
};

CudaPlaces::CudaPlaces(const syntax::Document& document) {
  Found found(document);
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (const Stmt* stmt = document.statement(i)) found.visit(*stmt);
  }
  asked_.assign(std::move(found.asked));
  for (const auto& [name, stands_for] : found.imported) imported_.emplace(stands_for, name);
  for (const Found::Read& read : found.reads) {
    if (asked_.any_around(read.at))
      (read.is_attribute ? attributes_ : names_)[read.name].asked.add(read.at);
  }
  std::vector<Span> used;
  for (const Unit& unit : found.units) {
    if (units_.empty() || !units_.back().at.contains(unit.at)) units_.push_back(unit);
    if (!unit.is_variable && is_read_outside(unit)) used.push_back(unit.at);
  }
  Spans for_cuda;
  for_cuda.assign(std::move(used));
  for (const Found::Read& read : found.reads) {
    if (for_cuda.any_around(read.at))
      (read.is_attribute ? attributes_ : names_)[read.name].in_unit.add(read.at);
  }
}

// Whether a unit is read below a condition that speaks of CUDA, or, if it is a variable, in a
// function or class of which that is true.
bool CudaPlaces::is_read_outside(const Unit& unit) const {
  const auto in = [&](const ReadsByName& all) {
    const auto reads = all.find(unit.name);
    return reads != all.end() && (reads->second.asked.any_outside(unit.at) ||
                                  (unit.is_variable && reads->second.in_unit.any_outside(unit.at)));
  };
  return in(names_) || in(attributes_);
}

const CudaPlaces::Unit* CudaPlaces::outermost(Span place) const {
  const auto behind =
      std::upper_bound(units_.begin(), units_.end(), place.begin,
                       [](std::uint32_t at, const Unit& unit) { return at < unit.at.begin; });
  return behind != units_.begin() && std::prev(behind)->at.contains(place) ? &*std::prev(behind)
                                                                           : nullptr;
}

bool CudaPlaces::serve(Span place) const {
  if (asked_.any_around(place)) return true;
  const Unit* unit = outermost(place);
  return unit && (asked_.any_inside(unit->at) || is_read_outside(*unit));
}

std::string_view CudaPlaces::unit_around(Span place) const {
  const Unit* unit = outermost(place);
  return unit ? unit->name : std::string_view();
}

bool CudaPlaces::use(std::string_view name) const {
  const auto reads = attributes_.find(name);
  if (reads != attributes_.end() && reads->second.any()) return true;
  const auto [begin, end] = imported_.equal_range(std::string(name));
  return std::any_of(begin, end, [&](const auto& imported) {
    const auto uses = names_.find(imported.second);
    return uses != names_.end() && uses->second.any();
  });
}

}  // namespace mmlint::fix
