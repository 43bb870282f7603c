
#include "base/paths.h"
#include "facts/libraries.h"
#include "script/deferred.h"
#include "script/forms.h"
#include "script/symbols.h"
#include "script/test_marks.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

// Imports, functions and classes. Definitions of imported modules are walked when somebody asks for
// their names.
namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::Stmt;

namespace {

constexpr std::size_t kMostClosures = 20'000;
// What it takes, in the budget of the walk, to find a module of the project, and to begin with it.
constexpr std::size_t kStepsOfFinding = 2, kStepsOfModule = 32;

std::string_view package_of(std::string_view module) {
  return module.substr(0, module.find('.'));
}

// Packages whose names the analysis knows; a folder of that name is taken for the package.
bool is_known_library(std::string_view package) {
  constexpr std::array<std::string_view, 9> kLibraries = {
      "argparse", "contextlib", "functools", "mmcv", "mmengine", "os", "sys", "torch", "typing"};
  return is_in(package, kLibraries);
}

bool is_public(std::string_view name) {
  return !name.starts_with('_');
}

// Whether an object of a class may have attributes that no statement of the project sets: its class
// makes them up, or inherits them from a class that is not read, such as dict.
bool holds_more(Symbol own, const syntax::Class& node, Program& program) {
  const auto all = program.linearized(own);
  const bool inherits = std::ranges::any_of(all, [&](Symbol each) {
    return !program.class_of(each) && !each.is_inside("enum") &&
           !facts::is_plain_base(each.text()) && each != "torch.nn.Module";
  });
  return inherits || std::ranges::any_of(node.body, [](const syntax::Stmt* each) {
           return each->kind == syntax::StmtKind::kFunction &&
                  as<syntax::Function>(*each).name == "__getattr__";
         });
}

// from M import *
void import_all(Walk& walk, int module, State& state) {
  const Names* names = state.modules.names(module);
  if (!names) return;
  const Alternatives* listed = names->find("__all__");
  const Value* list = listed ? only_data(*listed) : nullptr;
  const Names all = *names;  // binding changes them
  for (const auto& [name, value] : all.all()) {
    const std::string_view spelled = name;
    const bool wanted =
        list ? std::ranges::any_of(list->items(),
                                   [spelled](const Value* one) { return one->is_string(spelled); })
             : is_public(name);
    if (wanted) bind_name(walk, name, value, state);
  }
}

// What decorators make of a function or a class. Those of libraries are taken to leave it as it is,
// and those of the project do what they do.
Alternatives decorated(Walk& walk, Alternatives defined, syntax::Exprs decorators, State& state) {
  std::vector<Alternatives> all;
  for (const Expr* decorator : decorators) all.push_back(value(walk, *decorator, state));
  const Symbol own = defined.front().symbol();
  for (const Expr* decorator : decorators) note_command(walk, *decorator, defined, state);
  for (const Alternatives& each : all) {
    const Alternative* bare = only_symbol(each);  // @pytest.mark.skip
    const auto mark = bare ? test_mark(bare->symbol(), {}, bare->at) : std::nullopt;
    add_mark(own, mark ? *mark : each, state);
  }
  while (!all.empty() && state.alive) {
    const Alternative* one = only_symbol(all.back());
    const auto function = one ? walk.program.function(one->symbol()) : std::nullopt;
    if (function) {
      const Givens given{{"", 0, defined, defined.front().at}};
      const Alternatives made = enter(walk, *function, &given, state);
      const bool is_known = std::ranges::all_of(made, [&](const Alternative& each) {
        return walk.program.function(each.symbol()) || walk.program.class_of(each.symbol());
      });
      if (is_known) defined = made;
    } else if (one && walk.program.class_of(one->symbol()) && !one->symbol().is_instance()) {
      defined = construct(walk, one->symbol(), {{"", 0, defined, defined.front().at}},
                          defined.front().at, state);
    }
    all.pop_back();
  }
  return defined;
}

bool waits(const Alternative& alternative) {
  return alternative.is_symbol() && alternative.symbol().is(Symbol::Kind::kDeferred);
}

// What it binds is what it would have bound where it stands.
const Alternatives& walk_deferred(Walk& walk, Symbol symbol, State& state) {
  const int module = symbol.module();
  const auto& statements = walk.program.module(module).statements;
  const auto found =
      std::lower_bound(statements.begin(), statements.end(), symbol.offset(),
                       [](const Stmt* each, std::uint32_t offset) { return each->begin < offset; });
  const std::string name(defined_name(**found));
  const Alternatives* bound = state.modules.find(module, name);
  ProgramPoint there;  // where the definition stands
  bool is_due = false;
  for (std::size_t i = 0; bound && i < bound->size(); ++i) {
    const Alternative& each = (*bound)[i];
    if (!each.is_symbol() || each.symbol() != symbol) continue;
    is_due = true;
    there.guard = each.guard;
  }
  const auto known = walk.walked_late.find(symbol);
  if (known != walk.walked_late.end() && !is_due) return known->second;
  const std::optional<Alternatives> other = bound && !is_due ? std::optional(*bound) : std::nullopt;
  std::swap(state.point, there);
  if (is_due) state.modules.erase(module, name);
  const bool proven = std::exchange(state.proven, false);
  walk.in_module(module, state, [&] { statement(walk, **found, state); });
  state.proven = proven;
  std::swap(state.point, there);
  Alternatives& out = walk.walked_late[symbol] = *state.modules.find(module, name);
  if (other) state.modules.set(module, name, *other);
  return out;
}

// Walks the statements of a module, but for definitions that can be left for later.
void walk_top(Walk& walk, int module, State& state) {
  const std::vector<const Stmt*> statements = walk.program.module(module).statements;
  const bool defers = module != 0 && walk.program.module(module).binds_each_once;
  for (const Stmt* stmt : statements) {  // others may be added on the way
    if (!state.alive || !walk.spend(1)) return;
    if (!defers || !only_binds(*stmt) || state.modules.find(module, defined_name(*stmt))) {
      statement(walk, *stmt, state);
      continue;
    }
    const Symbol later = Symbol::deferred(module, stmt->begin);
    bind_name(walk, defined_name(*stmt), symbol(later, walk.span(stmt->begin, stmt->end)), state);
  }
}

// What follows an import in a `try`, or in a branch that some runs take, happens only where the
// package is installed. Elsewhere a script that goes on has what it imports, and what is Python's
// own is there anyway.
void assume_found(const Walk& walk, std::string_view package, State& state) {
  if (facts::is_standard_module(package)) return;
  const Question is_there{Question::Kind::kModule, std::string(package)};
  const bool in_branch =
      state.point.open && !is_known_library(package) && state.point.guard.answer(is_there) != false;
  if (walk.tries == 0 && !in_branch) return;
  Guard found;
  found.add({is_there, true});
  state.assume(found);
}

}  // namespace

void bind_imports(Walk& walk, const syntax::Import& stmt, State& state) {
  for (const syntax::ImportedName& name : stmt.names) {
    const std::string_view top = package_of(name.name);
    const Span at = walk.span(name.begin, name.end);
    walk.record.import({Symbol::library(name.name), at, state.point});
    const bool renamed = !name.alias.empty();
    Symbol module = import_module(walk, 0, name.name, state);
    if (!module.empty()) {
      if (!renamed) module = import_module(walk, 0, top, state);
      bind_name(walk, renamed ? name.alias : top, symbol(module, at), state);
      continue;
    }
    bind_name(walk, renamed ? name.alias : top,
              symbol(Symbol::library(renamed ? name.name : top), at), state);
    assume_found(walk, top, state);
  }
}

void bind_imports(Walk& walk, const syntax::ImportFrom& stmt, State& state) {
  const std::string dots(static_cast<std::size_t>(stmt.level), '.');
  const Symbol module = import_module(walk, stmt.level, stmt.module, state);
  const auto index = module.empty() ? std::nullopt : std::optional(module.module());
  for (const syntax::ImportedName& name : stmt.names) {
    const Span at = walk.span(name.begin, name.end);
    const Symbol full =
        Symbol::library(dots + std::string(stmt.module) + "." + std::string(name.name));
    walk.record.import({full, at, state.point});
    if (name.name == "*") {
      if (index) import_all(walk, *index, state);
      if (index || stmt.level != 0) continue;
      for (const std::string& each : facts::names_in(stmt.module))  // what is known of the library
        bind_name(walk, each, symbol(Symbol::library(std::string(stmt.module) + "." + each), at),
                  state);
      continue;
    }
    const auto constant = constant_text(full);
    Alternatives found = constant ? text(walk, std::string(*constant), true, at) : symbol(full, at);
    if (index) {
      const Alternatives* known = state.modules.find(*index, name.name);
      const std::string dotted =
          std::string(stmt.module) + (stmt.module.empty() ? "" : ".") + std::string(name.name);
      if (known) {
        found = *known;
      } else if (const Symbol below = import_module(walk, stmt.level, dotted, state);
                 !below.empty()) {
        found = symbol(below, at);
      }
    }
    bind_name(walk, name.alias.empty() ? name.name : name.alias, std::move(found), state);
  }
  if (!index && stmt.level == 0) assume_found(walk, package_of(stmt.module), state);
}

Symbol import_module(Walk& walk, int level, std::string_view dotted, State& state) {
  if (!walk.finder || (level == 0 && is_known_library(package_of(dotted)))) return {};
  int last = -1;
  for (std::size_t end = 0; end <= dotted.size(); ++end) {
    end = std::min(dotted.find('.', end), dotted.size());
    const std::string_view part = dotted.substr(0, end);
    const auto found = walk.finder->find(*walk.document(), level, part);
    if (!found || walk.program.size() >= kMostModules || !walk.spend(kStepsOfFinding)) return {};
    const int parent = last;
    last = walk.program.add(*found, std::string(stem(found->path)));
    walk_module(walk, last, state);
    if (parent >= 0) {
      const std::string name(part.substr(part.rfind('.') + 1));
      if (!state.modules.find(parent, name))
        state.modules.set(parent, name, symbol(Symbol::module(last), {}));
    }
    if (!state.alive) break;
  }
  return last < 0 ? Symbol() : Symbol::module(last);
}

void walk_module(Walk& walk, int module, State& state) {
  if (state.modules.find(module, "__name__")) return;  // imported before
  walk.spend(kStepsOfModule);
  const Module& file = walk.program.module(module);
  state.modules.set(
      module, "__name__",
      data_of(walk.out.pool->string(walk.out.pool->keep(module == 0 ? "__main__" : file.name)),
              {}));
  if (!file.document) return;
  state.modules.set(module, "__file__",
                    data_of(walk.out.pool->string(walk.out.pool->keep(file.path)), {}));
  walk.in_module(module, state, [&] { walk_top(walk, module, state); });
}

// The function with the variables around it, if there are any.
Symbol with_closure(Walk& walk, Symbol symbol, State& state) {
  const bool inner = walk.frame->kind == Frame::Kind::kFunction || walk.frame->around.size() != 0;
  if (!inner || walk.closures.size() >= kMostClosures) return symbol;
  Closure closure;
  closure.frame = walk.frame->number;
  if (walk.frame->kind == Frame::Kind::kFunction) closure.names = state.locals;
  for (const auto& [name, value] : walk.frame->around.all()) {
    if (!closure.names.find(name)) closure.names.set(name, value);
  }
  const int number = static_cast<int>(walk.closures.size());
  walk.closures.push_back(std::move(closure));
  walk.frame->closures.push_back(number);
  walk.program.function(symbol)->info->closure = number;
  return symbol.with_closure(number);
}

void define(Walk& walk, const syntax::Function& stmt, State& state) {
  const bool is_method = walk.frame->kind == Frame::Kind::kClass;
  const Symbol own = with_closure(
      walk, walk.program.add(walk.frame->module, stmt, is_method ? walk.frame->owner : Symbol()),
      state);
  for (const syntax::Parameter& parameter : stmt.parameters) {
    if (!parameter.default_value) continue;
    // torch.device('cuda') only names a device: it matters to the calls that leave it as it is.
    const bool reached = state.point.reached;
    state.point.reached = reached && !makes_device(*parameter.default_value);
    value(walk, *parameter.default_value, state);
    state.point.reached = reached;
  }
  Alternatives defined =
      decorated(walk, symbol(own, walk.span(stmt.begin, stmt.end)), stmt.decorators, state);
  bind_name(walk, stmt.name, std::move(defined), state);
}

void define(Walk& walk, const syntax::Class& stmt, State& state) {
  std::vector<Symbol> bases;
  for (const syntax::Argument& base : stmt.bases) {
    const Expr* named = base.value;  // Generic in Generic[T]
    if (named->kind == syntax::ExprKind::kSubscript) named = as<syntax::Subscript>(*named).object;
    const Alternatives given = value(walk, *named, state);
    const Alternative* one = only_symbol(given);
    if (base.name.empty()) bases.push_back(one ? one->symbol() : Symbol::unknown());
  }
  const Span at = walk.span(stmt.begin, stmt.end);
  const Symbol own = walk.program.add(walk.frame->module, stmt, std::move(bases));
  if (holds_more(own, stmt, walk.program))
    state.attributes.set(own.attribute(kHoldsMore), unknown(at));
  Frame frame;
  frame.kind = Frame::Kind::kClass;
  frame.module = walk.frame->module;
  frame.number = ++walk.frames;
  frame.owner = own;
  frame.around = walk.frame->around;
  if (walk.frame->kind == Frame::Kind::kFunction) {
    for (const auto& [name, value] : state.locals.all()) frame.around.set(name, value);
  }
  Frame* outer = std::exchange(walk.frame, &frame);
  Names locals;
  std::swap(state.locals, locals);
  block(walk, stmt.body, state);
  std::swap(state.locals, locals);
  walk.frame = outer;
  for (const auto& [name, value] : locals.all()) {
    const Alternative* one = only_symbol(value);
    const auto function = one ? walk.program.function(one->symbol()) : std::nullopt;
    // Its methods are known by their names.
    if (!function || function->info->owner != own || function->info->node->name != name)
      state.attributes.set(own.attribute(name), value);
  }
  if (walk.program.is_enumeration(own)) make_members(walk, own, locals, state);
  Alternatives defined = decorated(walk, symbol(own, at), stmt.decorators, state);
  bind_name(walk, stmt.name, std::move(defined), state);
}

Alternatives settled(Walk& walk, Alternatives all, State& state) {
  if (std::ranges::none_of(all, waits)) return all;
  Alternatives out;
  for (const Alternative& each : all) {
    Alternatives one = waits(each) ? under(walk_deferred(walk, each.symbol(), state), each.guard)
                                   : Alternatives{each};
    if (!one.empty()) out = out.empty() ? std::move(one) : either(std::move(out), one);
  }
  return out;
}

}  // namespace mmlint::script
