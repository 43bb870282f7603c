#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "script/shadows.h"
#include "script/symbols.h"
#include "script/walker.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

constexpr std::size_t kBudget = 300'000;  // statements and expressions, and names that are copied

// Whether a handler leaves the function or the program, so that nothing goes on behind the `try`.
bool raises(syntax::Block body) {
  return std::any_of(body.begin(), body.end(), [](const Stmt* stmt) {
    if (stmt->kind == StmtKind::kRaise) return true;
    if (stmt->kind != StmtKind::kExpression) return false;
    const Expr* value = as<syntax::ExpressionStmt>(*stmt).value;
    if (value->kind != ExprKind::kCall) return false;
    const Expr* callee = as<syntax::Call>(*value).callee;
    if (callee->kind == ExprKind::kName) return ends_the_program(as<syntax::Name>(*callee).id);
    if (callee->kind != ExprKind::kAttribute) return false;
    const auto& attribute = as<syntax::Attribute>(*callee);
    return attribute.object->kind == ExprKind::kName &&
           ends_the_program(std::string(as<syntax::Name>(*attribute.object).id) + "." +
                            std::string(attribute.name));
  });
}

std::string_view package_of(std::string_view module) {
  return module.substr(0, module.find('.'));
}

// The package that a body begins with importing; empty if it does not.
std::string imported_first(syntax::Block body) {
  if (body.empty()) return "";
  const Stmt& first = *body.front();
  if (first.kind == StmtKind::kImport)
    return std::string(package_of(as<syntax::Import>(first).names.front().name));
  if (first.kind != StmtKind::kImportFrom || as<syntax::ImportFrom>(first).level != 0) return "";
  return std::string(package_of(as<syntax::ImportFrom>(first).module));
}

}  // namespace

Walker::Walker(const syntax::Document& document, syntax::Parser& parser, Summary& out)
    : document_(document), parser_(parser), out_(out), record_(out), budget_(kBudget) {}

void Walker::run() {
  State state;
  std::vector<const Stmt*> statements;
  for (std::size_t i = 0; i < document_.statements().size(); ++i) {
    if (const Stmt* stmt = document_.statement(i, parser_)) statements.push_back(stmt);
  }
  const syntax::Block module(statements.data(), statements.size());
  block(module, state);
  out_.shadows = find_shadows(document_, module);
  state.alive = true;
  // What nobody calls may be called by another file, at any time.
  state.point = {{}, false, OnPaths::kSome, OnPaths::kSome};
  state.definitions.clear();
  for (bool more = true; std::exchange(more, false) && out_.complete;) {
    const auto functions = functions_;
    for (const auto& [begin, function] : functions) {
      if (walked_.count(begin) != 0) continue;
      const auto owner = owners_.find(begin);
      State own = owner == owners_.end() ? state : after_init(owner->second, state);
      if (walked_.count(begin) == 0) enter(*function, nullptr, own);
      more = true;
    }
  }
  const bool all = read_options_.count("*") != 0;
  for (Option& option : out_.options)
    option.is_read = all || !out_.complete || read_options_.count(option.dest) != 0;
}

const State& Walker::after_init(std::uint32_t class_begin, const State& state) {
  const auto [known, is_new] = made_.try_emplace(class_begin, state);
  if (!is_new) return known->second;
  const auto* init = function_of(fmt::format("class@{}().__init__", class_begin));
  State own = state;
  if (init) enter(*init, nullptr, own);
  own.alive = true;
  return made_[class_begin] = std::move(own);
}

bool Walker::spend(std::size_t steps) {
  if (budget_ < steps) out_.complete = false;
  budget_ -= std::min(budget_, steps);
  return out_.complete;
}

Span Walker::span(std::uint32_t begin, std::uint32_t end) const {
  return {document_.source().id(), begin, end};
}

void Walker::block(syntax::Block block, State& state) {
  for (const Stmt* stmt : block) {
    if (!state.alive || !spend(1)) return;
    statement(*stmt, state);
  }
}

void Walker::statement(const Stmt& stmt, State& state) {
  statement_ = span(stmt.begin, stmt.end);
  whole_ = nullptr;
  switch (stmt.kind) {
    case StmtKind::kIf:
      return branch(as<syntax::If>(stmt), state);
    case StmtKind::kFor:
      return loop(as<syntax::For>(stmt), state);
    case StmtKind::kWhile: {
      const auto& each = as<syntax::While>(stmt);
      const Truth truth = condition(*each.condition, state);
      if (truth.can_hold)
        loop(nullptr, {}, !truth.can_fail, truth.if_holds, each.body, each.otherwise, state);
      return;
    }
    case StmtKind::kTry:
      return attempt(as<syntax::Try>(stmt), state);
    case StmtKind::kWith:
      return with(as<syntax::With>(stmt), state);
    case StmtKind::kFunction:
      return define(as<syntax::Function>(stmt), state);
    case StmtKind::kClass:
      return define(as<syntax::Class>(stmt), state);
    default:
      return simple(stmt, state);
  }
}

void Walker::simple(const Stmt& stmt, State& state) {
  switch (stmt.kind) {
    case StmtKind::kExpression:
      whole_ = as<syntax::ExpressionStmt>(stmt).value;
      value(*whole_, state);
      break;
    case StmtKind::kAssign: {
      const auto& assignment = as<syntax::Assign>(stmt);
      const Alternatives alternatives = value(*assignment.value, state);
      for (const Expr* target : assignment.targets) assign(*target, alternatives, state);
      break;
    }
    case StmtKind::kAnnotated: {
      const auto& assignment = as<syntax::Annotated>(stmt);
      if (assignment.value) assign(*assignment.target, value(*assignment.value, state), state);
      break;
    }
    case StmtKind::kAugmented: {
      const auto& assignment = as<syntax::Augmented>(stmt);
      value(*assignment.value, state);
      assign(*assignment.target, unknown(statement_), state);
      break;
    }
    case StmtKind::kDelete:
      for (const Expr* target : as<syntax::Delete>(stmt).targets) remove(*target, state);
      break;
    case StmtKind::kImport:
      bind_imports(as<syntax::Import>(stmt), state);
      break;
    case StmtKind::kImportFrom:
      bind_imports(as<syntax::ImportFrom>(stmt), state);
      break;
    case StmtKind::kReturn: {
      const Expr* returned = as<syntax::Return>(stmt).value;
      Alternatives alternatives = returned ? value(*returned, state) : unknown(statement_);
      if (function_ && state.alive) {
        function_->states.push_back(state);
        function_->value = function_->value.empty()
                               ? std::move(alternatives)
                               : either(std::move(function_->value), alternatives);
      }
      state.alive = false;
      break;
    }
    case StmtKind::kRaise:
      if (const Expr* raised = as<syntax::Raise>(stmt).value) value(*raised, state);
      state.alive = false;
      break;
    case StmtKind::kAssert: {
      const Truth truth = condition(*as<syntax::Assert>(stmt).condition, state);
      if (!truth.can_hold) state.alive = false;
      state.assume(truth.if_holds);
      break;
    }
    case StmtKind::kBreak:
    case StmtKind::kContinue: {
      auto& exits = stmt.kind == StmtKind::kBreak ? loops_ : turns_;
      if (!exits.empty()) exits.back()->states.push_back(state);
      state.alive = false;
      break;
    }
    case StmtKind::kGlobal:
      for (const std::string_view name : as<syntax::Scope>(stmt).names) global_names_.emplace(name);
      break;
    default:
      break;
  }
}

void Walker::branch(const syntax::If& stmt, State& state) {
  const Truth truth = condition(*stmt.condition, state);
  if (!state.alive || !spend(state.size())) return;
  State otherwise = state;
  state.alive = truth.can_hold;
  if (state.alive) state.assume(truth.if_holds);
  block(stmt.then, state);
  otherwise.alive = truth.can_fail;
  if (otherwise.alive) otherwise.assume(truth.if_fails);
  block(stmt.otherwise, otherwise);
  state = meet(std::move(state), otherwise);
}

void Walker::loop(const syntax::For& stmt, State& state) {
  const Alternatives items = value(*stmt.iterable, state);
  const Value* list = only_data(items);
  const bool runs = list && !list->items.empty();
  Alternatives item = unknown(span(*stmt.iterable));
  if (runs && list->items.size() <= kMaxAlternatives) {
    item.clear();
    for (const Value* each : list->items) {
      item.push_back(data_of(each, each->span).front());
    }
  }
  Guard inside;  // range(torch.cuda.device_count()) has no turn where there is no card
  const Alternative* made = only_symbol(items);
  if (made && made->symbol() == "range()" && stmt.iterable->kind == ExprKind::kCall) {
    const auto& arguments = as<syntax::Call>(*stmt.iterable).arguments;
    if (arguments.size() == 1) inside = condition(*arguments.front().value, state).if_holds;
  }
  loop(stmt.target, item, runs, inside, stmt.body, stmt.otherwise, state);
}

void Walker::loop(const Expr* target, const Alternatives& items, bool runs, const Guard& inside,
                  syntax::Block body, syntax::Block otherwise, State& state) {
  if (!spend(state.size())) return;
  const State before = state;
  state.assume(inside);
  if (target) assign(*target, items, state);
  Exits breaks, turns;
  loops_.push_back(&breaks);
  turns_.push_back(&turns);
  block(body, state);
  loops_.pop_back();
  turns_.pop_back();
  for (const State& turn : turns.states) state = meet(std::move(state), turn);
  if (!runs) state = meet(std::move(state), before);
  block(otherwise, state);
  for (const State& left : breaks.states) state = meet(std::move(state), left);
}

void Walker::attempt(const syntax::Try& stmt, State& state) {
  if (!spend(state.size())) return;
  const State before = state;
  const bool goes_on = std::any_of(stmt.handlers.begin(), stmt.handlers.end(),
                                   [](const auto& handler) { return !raises(handler.body); });
  state.point.handled = state.point.handled || goes_on;
  ++tries_;
  const std::size_t groups = groups_;
  block(stmt.body, state);
  --tries_;
  State failed = before;  // at any place in the body
  if (state.alive) {
    State done = state;
    done.point.handled = before.point.handled;
    failed = meet(std::move(failed), done);
  }
  if (const std::string module = imported_first(stmt.body); !module.empty()) {
    failed = before;  // most such bodies are an import and what follows from it
    Guard missing;
    missing.add({{Question::Kind::kModule, module}, false});
    failed.assume(missing);
  }
  if (groups_ != groups) {
    Guard no_group;
    no_group.add({{Question::Kind::kGroupFailed}, true});
    failed.assume(no_group);
  }
  block(stmt.otherwise, state);
  state.point.handled = before.point.handled;
  for (const syntax::Handler& handler : stmt.handlers) {
    State own = failed;
    if (handler.type) value(*handler.type, own);
    if (!handler.name.empty()) bind(handler.name, unknown(statement_), own);
    block(handler.body, own);
    state = meet(std::move(state), own);
  }
  block(stmt.finally, state);
}

void Walker::with(const syntax::With& stmt, State& state) {
  bool suppresses = false;
  for (const syntax::WithItem& item : stmt.items) {
    const Alternatives context = value(*item.context, state);
    const Alternative* made = only_symbol(context);
    suppresses = suppresses || (made && made->symbol() == "contextlib.suppress()");
    if (item.target) assign(*item.target, unknown(span(*item.context)), state);
  }
  if (!suppresses) return block(stmt.body, state);
  const State before = state;  // the body may end at any place
  state.point.handled = true;
  ++tries_;
  block(stmt.body, state);
  --tries_;
  state.point.handled = before.point.handled;
  state = meet(std::move(state), before);
}

void Walker::bind_imports(const syntax::Import& stmt, State& state) {
  for (const syntax::ImportedName& name : stmt.names) {
    const std::string_view top = package_of(name.name);
    const Span at = span(name.begin, name.end);
    record_.import({canonical(std::string(name.name)), at, state.point});
    const bool renamed = !name.alias.empty();
    bind(renamed ? name.alias : top, symbol(canonical(std::string(renamed ? name.name : top)), at),
         state);
    if (tries_ == 0) continue;  // a script that goes on has what it imports
    Guard found;
    found.add({{Question::Kind::kModule, std::string(top)}, true});
    state.assume(found);
  }
}

void Walker::bind_imports(const syntax::ImportFrom& stmt, State& state) {
  const std::string module =
      std::string(static_cast<std::size_t>(stmt.level), '.') + std::string(stmt.module);
  for (const syntax::ImportedName& name : stmt.names) {
    const Span at = span(name.begin, name.end);
    std::string full = canonical(module + "." + std::string(name.name));
    record_.import({full, at, state.point});
    if (name.name != "*")
      bind(name.alias.empty() ? name.name : name.alias, symbol(std::move(full), at), state);
  }
  if (stmt.level != 0 || tries_ == 0) return;
  Guard found;
  found.add({{Question::Kind::kModule, std::string(package_of(stmt.module))}, true});
  state.assume(found);
}

void Walker::define(const syntax::Function& stmt, State& state) {
  for (const Expr* decorator : stmt.decorators) value(*decorator, state);
  functions_.emplace(stmt.begin, &stmt);
  bind(stmt.name, symbol("def@" + std::to_string(stmt.begin), span(stmt.begin, stmt.end)), state);
}

void Walker::define(const syntax::Class& stmt, State& state) {
  for (const Expr* decorator : stmt.decorators) value(*decorator, state);
  for (const syntax::Argument& base : stmt.bases) value(*base.value, state);
  classes_.emplace(stmt.begin, &stmt);
  for (const Stmt* member : stmt.body) {
    if (member->kind != StmtKind::kFunction) continue;
    const auto& method = as<syntax::Function>(*member);
    functions_.emplace(method.begin, &method);
    const bool has_self =
        std::none_of(method.decorators.begin(), method.decorators.end(), [](const Expr* decorator) {
          return decorator->kind == ExprKind::kName &&
                 (as<syntax::Name>(*decorator).id == "staticmethod" ||
                  as<syntax::Name>(*decorator).id == "classmethod");
        });
    if (has_self) owners_.emplace(method.begin, stmt.begin);
  }
  bind(stmt.name, symbol("class@" + std::to_string(stmt.begin), span(stmt.begin, stmt.end)), state);
}

}  // namespace mmlint::script
