#include "check/script/program_syntax.h"

#include "syntax/walk.h"

namespace mmlint::check {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// Methods by which a container gets items.
constexpr std::array<std::string_view, 5> kFillers = {"add", "append", "extend", "insert",
                                                      "update"};

constexpr std::size_t kMostBases = 10;  // of a class, of which is asked what they inherit from

}  // namespace

std::vector<const syntax::Document*> documents_of(const launch::Program& program) {
  std::vector<const syntax::Document*> out;
  for (const std::string& file : program.summary().files) {
    if (const syntax::Document* document = program.workspace().document(file))
      out.push_back(document);
  }
  return out;
}

ProgramSyntax program_syntax(const launch::Program& program) {
  return ProgramSyntax(program.get<documents_of>());
}

std::string_view last_name(const Expr& expr) {
  if (expr.kind == ExprKind::kName) return as<syntax::Name>(expr).id;
  return expr.kind == ExprKind::kAttribute ? as<syntax::Attribute>(expr).name : "";
}

ProgramSyntax::ProgramSyntax(const std::vector<const syntax::Document*>& documents) {
  for (const syntax::Document* document : documents) {
    documents_[document->source().path()] = document;
    Place place;
    place.document = document;
    for (std::size_t i = 0; i < document->statements().size(); ++i) {
      if (const Stmt* each = document->statement(i)) add(*each, place);
    }
  }
}

void ProgramSyntax::add(const Stmt& statement, Place place) {
  around_[&statement] = place.statement;
  Place inside = place;
  inside.statement = &statement;
  if (statement.kind == StmtKind::kFunction) {
    inside.function = &as<syntax::Function>(statement);
    function_at_[{place.document->source().id(), statement.begin}] = inside.function;
    for (const syntax::Parameter& parameter : inside.function->parameters)
      values_[parameter.name].push_back(nullptr);
  } else if (statement.kind == StmtKind::kClass) {
    const auto& node = as<syntax::Class>(statement);
    inside.function = nullptr;
    classes_[node.name].push_back(&node);
    class_at_[{place.document->source().id(), statement.begin}] = &node;
  } else if (statement.kind == StmtKind::kAssign) {
    const auto& assign = as<syntax::Assign>(statement);
    for (const Expr* target : assign.targets) {
      values_[last_name(*target)].push_back(assign.value);
      add_source(*target, *assign.value);
    }
  } else if (statement.kind == StmtKind::kAnnotated) {
    const auto& annotated = as<syntax::Annotated>(statement);
    if (annotated.value) add_source(*annotated.target, *annotated.value);
  } else if (statement.kind == StmtKind::kAugmented) {
    const auto& augmented = as<syntax::Augmented>(statement);
    values_[last_name(*augmented.target)].push_back(nullptr);
    add_source(*augmented.target, *augmented.value);
  } else if (statement.kind == StmtKind::kFor) {
    add_source(*as<syntax::For>(statement).target, *as<syntax::For>(statement).iterable);
  } else if (statement.kind == StmtKind::kReturn && place.function) {
    if (const Expr* value = as<syntax::Return>(statement).value)
      returns_[place.function->name].push_back(value);
  }
  place.statement = &statement;  // of decorators, defaults and bases
  syntax::for_each_child(
      statement, [&](const Expr& expr) { add(expr, place); },
      [&](const Stmt& child) { add(child, inside); });
}

void ProgramSyntax::add(const Expr& expr, Place place) {
  places_[&expr] = place;
  if (expr.kind == ExprKind::kYield && place.function && as<syntax::Yield>(expr).value)
    returns_[place.function->name].push_back(as<syntax::Yield>(expr).value);
  if (expr.kind == ExprKind::kCompare) comparisons_.push_back(&as<syntax::Compare>(expr));
  if (expr.kind == ExprKind::kCall) {
    const auto& call = as<syntax::Call>(expr);
    calls_[span(expr)] = &call;
    if (call.callee->kind == ExprKind::kAttribute && is_in(last_name(*call.callee), kFillers)) {
      for (const syntax::Argument& each : call.arguments)
        add_source(*as<syntax::Attribute>(*call.callee).object, *each.value);
    }
  }
  place.parent = &expr;
  syntax::for_each_child(expr, [&](const Expr& child) { add(child, place); });
}

void ProgramSyntax::add_source(const Expr& target, const Expr& source) {
  if (target.kind == ExprKind::kSubscript)
    return add_source(*as<syntax::Subscript>(target).object, source);
  if (!last_name(target).empty()) return sources_[last_name(target)].push_back(&source);
  if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList)
    syntax::for_each_child(target, [&](const Expr& each) { add_source(each, source); });
}

Span ProgramSyntax::span(const Expr& expr) const {
  return {place(expr).document->source().id(), expr.begin, expr.end};
}

std::string_view ProgramSyntax::text(const Expr& expr) const {
  return place(expr).document->source().bytes().substr(expr.begin, expr.end - expr.begin);
}

const syntax::Call* ProgramSyntax::call_at(Span at) const {
  const auto found = calls_.find(at);
  return found == calls_.end() ? nullptr : found->second;
}

std::vector<const syntax::Class*> ProgramSyntax::classes() const {
  std::vector<const syntax::Class*> out;
  for (const auto& [place, node] : class_at_) out.push_back(node);
  return out;
}

const syntax::Class* ProgramSyntax::class_at(const syntax::Document& document,
                                             std::uint32_t begin) const {
  const auto found = class_at_.find({document.source().id(), begin});
  return found == class_at_.end() ? nullptr : found->second;
}

const syntax::Function* ProgramSyntax::function_at(const syntax::Document& document,
                                                   std::uint32_t begin) const {
  const auto found = function_at_.find({document.source().id(), begin});
  return found == function_at_.end() ? nullptr : found->second;
}

const syntax::Document* ProgramSyntax::document_of(script::Symbol symbol,
                                                   const script::Summary& run) const {
  if (!symbol.is_defined()) return nullptr;
  const auto module = static_cast<std::size_t>(symbol.module());
  if (module >= run.files.size()) return nullptr;
  const auto found = documents_.find(run.files[module]);
  return found == documents_.end() ? nullptr : found->second;
}

const syntax::Function* ProgramSyntax::function_of(const script::Call& call,
                                                   const script::Summary& run) const {
  const script::Symbol symbol = call.symbol;
  const syntax::Document* document = call.own ? document_of(symbol, run) : nullptr;
  if (!document) return nullptr;
  if (symbol.is(script::Symbol::Kind::kFunction)) return function_at(*document, symbol.offset());
  if (!symbol.is(script::Symbol::Kind::kAttribute)) return nullptr;
  const syntax::Class* node = class_at(*document, symbol.class_of().offset());
  return node ? method(*node, symbol.name()) : nullptr;
}

const syntax::Class* ProgramSyntax::class_of(const script::Call& call,
                                             const script::Summary& run) const {
  const bool makes = call.own && call.symbol.is(script::Symbol::Kind::kClass);
  const syntax::Document* document = makes ? document_of(call.symbol, run) : nullptr;
  return document ? class_at(*document, call.symbol.offset()) : nullptr;
}

const syntax::Function* ProgramSyntax::method(const syntax::Class& node,
                                              std::string_view name) const {
  for (const Stmt* each : node.body) {
    if (each->kind == StmtKind::kFunction && as<syntax::Function>(*each).name == name)
      return &as<syntax::Function>(*each);
  }
  for (const syntax::Argument& base : node.bases) {
    const auto own = classes_.find(last_name(*base.value));
    const bool is_one = own != classes_.end() && own->second.size() == 1 &&
                        own->second.front()->begin != node.begin;
    // A base is written before the class in the same file, or in another one.
    if (!is_one || node.bases.size() > kMostBases) continue;
    if (const syntax::Function* found = method(*own->second.front(), name)) return found;
  }
  return nullptr;
}

bool ProgramSyntax::is_conditional(Span call) const {
  const syntax::Call* expr = call_at(call);
  if (!expr) return true;
  for (const Expr* at = expr; at; at = place(*at).parent) {
    if (at->kind == ExprKind::kConditional || at->kind == ExprKind::kBoolean) return true;
  }
  const Stmt* at = place(*expr).statement;
  for (; at && at->kind != StmtKind::kFunction; at = around(*at)) {
    const bool is_main =
        at->kind == StmtKind::kIf && text(*as<syntax::If>(*at).condition).starts_with("__name__");
    if (at->kind == StmtKind::kIf && !is_main) return true;
  }
  return false;
}

const Stmt* ProgramSyntax::around(const Stmt& statement) const {
  const auto found = around_.find(&statement);
  return found == around_.end() ? nullptr : found->second;
}

const Expr* ProgramSyntax::only_value(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() || found->second.size() != 1 ? nullptr : found->second.front();
}

std::span<const Expr* const> ProgramSyntax::sources_of(std::string_view name) const {
  const auto found = sources_.find(name);
  return found == sources_.end() ? std::span<const Expr* const>() : found->second;
}

std::span<const Expr* const> ProgramSyntax::returns_of(std::string_view function) const {
  const auto found = returns_.find(function);
  return found == returns_.end() ? std::span<const Expr* const>() : found->second;
}

bool ProgramSyntax::is_module(const syntax::Class& node) const {
  constexpr std::array<std::string_view, 2> kBases = {"Module", "Sequential"};
  if (around(node) || node.bases.empty()) return false;
  return std::ranges::all_of(node.bases, [&](const syntax::Argument& base) {
    const std::string_view name = last_name(*base.value);
    const auto own = classes_.find(name);
    if (own == classes_.end()) return is_in(name, kBases);
    const syntax::Class& only = *own->second.front();
    return own->second.size() == 1 && &only != &node && only.bases.size() < kMostBases &&
           only.begin < node.begin && is_module(only);
  });
}

}  // namespace mmlint::check
