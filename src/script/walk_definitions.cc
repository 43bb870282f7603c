#include <algorithm>
#include <array>
#include <utility>

#include "base/paths.h"
#include "facts/libraries.h"
#include "script/forms.h"
#include "script/symbols.h"
#include "script/test_marks.h"
#include "script/walker.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;

namespace {

constexpr std::size_t kMostClosures = 20'000;
constexpr std::size_t kStepsOfImport = 8;  // of a module of the project, in the budget of the walk

std::string_view package_of(std::string_view module) {
  return module.substr(0, module.find('.'));
}

// Packages whose names the analysis knows; a folder of that name is taken for the package.
bool is_known_library(std::string_view package) {
  constexpr std::array<std::string_view, 9> kLibraries = {
      "argparse", "contextlib", "functools", "mmcv", "mmengine", "os", "sys", "torch", "typing"};
  return std::find(kLibraries.begin(), kLibraries.end(), package) != kLibraries.end();
}

bool is_public(std::string_view name) {
  return !name.starts_with('_');
}

// Whether an object of a class may have attributes that no statement of the project sets: its class
// makes them up, or inherits them from a class that is not read, such as dict.
bool holds_more(Symbol own, const syntax::Class& node, Program& program) {
  const auto all = program.linearized(own);
  const bool inherits = std::any_of(all.begin(), all.end(), [&](Symbol each) {
    return !program.class_of(each) && !each.is_inside("enum") &&
           !facts::is_plain_base(each.text()) && each != "torch.nn.Module";
  });
  return inherits || std::any_of(node.body.begin(), node.body.end(), [](const syntax::Stmt* each) {
           return each->kind == syntax::StmtKind::kFunction &&
                  as<syntax::Function>(*each).name == "__getattr__";
         });
}

}  // namespace

void Walker::bind_imports(const syntax::Import& stmt, State& state) {
  for (const syntax::ImportedName& name : stmt.names) {
    const std::string_view top = package_of(name.name);
    const Span at = span(name.begin, name.end);
    record_.import({Symbol::library(name.name), at, state.point});
    const bool renamed = !name.alias.empty();
    Symbol module = import_module(0, name.name, state);
    if (!module.empty()) {
      if (!renamed) module = import_module(0, top, state);
      bind(renamed ? name.alias : top, symbol(module, at), state);
      continue;
    }
    bind(renamed ? name.alias : top, symbol(Symbol::library(renamed ? name.name : top), at), state);
    if (tries_ == 0) continue;  // a script that goes on has what it imports
    Guard found;
    found.add({{Question::Kind::kModule, std::string(top)}, true});
    state.assume(found);
  }
}

void Walker::bind_imports(const syntax::ImportFrom& stmt, State& state) {
  const std::string dots(static_cast<std::size_t>(stmt.level), '.');
  const Symbol module = import_module(stmt.level, stmt.module, state);
  const auto index = module.empty() ? std::nullopt : std::optional(module.module());
  for (const syntax::ImportedName& name : stmt.names) {
    const Span at = span(name.begin, name.end);
    const Symbol full =
        Symbol::library(dots + std::string(stmt.module) + "." + std::string(name.name));
    record_.import({full, at, state.point});
    if (name.name == "*") {
      if (index) import_all(*index, state);
      continue;
    }
    Alternatives found = symbol(full, at);
    if (index) {
      const Alternatives* known = state.modules.find(*index, name.name);
      const std::string dotted =
          std::string(stmt.module) + (stmt.module.empty() ? "" : ".") + std::string(name.name);
      if (known) {
        found = *known;
      } else if (const Symbol below = import_module(stmt.level, dotted, state); !below.empty()) {
        found = symbol(below, at);
      }
    }
    bind(name.alias.empty() ? name.name : name.alias, std::move(found), state);
  }
  if (index || stmt.level != 0 || tries_ == 0) return;
  Guard found;
  found.add({{Question::Kind::kModule, std::string(package_of(stmt.module))}, true});
  state.assume(found);
}

Symbol Walker::import_module(int level, std::string_view dotted, State& state) {
  if (!finder_ || (level == 0 && is_known_library(package_of(dotted)))) return {};
  int last = -1;
  for (std::size_t end = 0; end <= dotted.size(); ++end) {
    end = std::min(dotted.find('.', end), dotted.size());
    const std::string_view part = dotted.substr(0, end);
    const auto found = finder_->find(*document(), level, part);
    if (!found || program_.size() >= kMostModules || !spend(kStepsOfImport)) return {};
    const int parent = last;
    last = program_.add(*found, std::string(stem(found->path)), parser_);
    walk_module(last, state);
    if (parent >= 0) {
      const std::string name(part.substr(part.rfind('.') + 1));
      if (!state.modules.find(parent, name))
        state.modules.set(parent, name, symbol(Symbol::module(last), {}));
    }
    if (!state.alive) break;
  }
  return last < 0 ? Symbol() : Symbol::module(last);
}

// from M import *
void Walker::import_all(int module, State& state) {
  const Names* names = state.modules.names(module);
  if (!names) return;
  const Alternatives* listed = names->find("__all__");
  const Value* list = listed ? only_data(*listed) : nullptr;
  const Names all = *names;  // binding changes them
  for (const auto& [name, value] : all.all()) {
    const std::string_view spelled = name;
    const bool wanted =
        list ? std::any_of(list->items().begin(), list->items().end(),
                           [spelled](const Value* one) { return one->is_string(spelled); })
             : is_public(name);
    if (wanted) bind(name, value, state);
  }
}

void Walker::walk_module(int module, State& state) {
  if (state.modules.find(module, "__name__")) return;  // imported before
  const Module& file = program_.module(module);
  state.modules.set(
      module, "__name__",
      data_of(out_.pool->string(out_.pool->keep(module == 0 ? "__main__" : file.name)), {}));
  if (!file.document) return;
  state.modules.set(module, "__file__", data_of(out_.pool->string(out_.pool->keep(file.path)), {}));
  in_module(module, state, [&] { walk_top(module, state); });
}

// The function with the variables around it, if there are any.
Symbol Walker::with_closure(Symbol symbol, State& state) {
  const bool inner = frame_->kind == Frame::Kind::kFunction || frame_->around.size() != 0;
  if (!inner || closures_.size() >= kMostClosures) return symbol;
  Closure closure;
  closure.frame = frame_->number;
  if (frame_->kind == Frame::Kind::kFunction) closure.names = state.locals;
  for (const auto& [name, value] : frame_->around.all()) {
    if (!closure.names.find(name)) closure.names.set(name, value);
  }
  const int number = static_cast<int>(closures_.size());
  closures_.push_back(std::move(closure));
  frame_->closures.push_back(number);
  program_.function(symbol)->info->closure = number;
  return symbol.with_closure(number);
}

void Walker::define(const syntax::Function& stmt, State& state) {
  const bool is_method = frame_->kind == Frame::Kind::kClass;
  const Symbol own =
      with_closure(program_.add(frame_->module, stmt, is_method ? frame_->owner : Symbol()), state);
  for (const syntax::Parameter& parameter : stmt.parameters) {
    if (!parameter.default_value) continue;
    // torch.device('cuda') only names a device: it matters to the calls that leave it as it is.
    const bool reached = state.point.reached;
    state.point.reached = reached && !makes_device(*parameter.default_value);
    value(*parameter.default_value, state);
    state.point.reached = reached;
  }
  Alternatives defined = decorated(symbol(own, span(stmt.begin, stmt.end)), stmt.decorators, state);
  bind(stmt.name, std::move(defined), state);
}

void Walker::define(const syntax::Class& stmt, State& state) {
  std::vector<Symbol> bases;
  for (const syntax::Argument& base : stmt.bases) {
    const Expr* named = base.value;  // Generic in Generic[T]
    if (named->kind == ExprKind::kSubscript) named = as<syntax::Subscript>(*named).object;
    const Alternatives given = value(*named, state);
    const Alternative* one = only_symbol(given);
    if (base.name.empty()) bases.push_back(one ? one->symbol() : Symbol::unknown());
  }
  const Span at = span(stmt.begin, stmt.end);
  const Symbol own = program_.add(frame_->module, stmt, std::move(bases));
  if (holds_more(own, stmt, program_)) state.attributes.set(own.attribute(kHoldsMore), unknown(at));
  Frame frame;
  frame.kind = Frame::Kind::kClass;
  frame.module = frame_->module;
  frame.number = ++frames_;
  frame.owner = own;
  frame.around = frame_->around;
  if (frame_->kind == Frame::Kind::kFunction) {
    for (const auto& [name, value] : state.locals.all()) frame.around.set(name, value);
  }
  Frame* outer = std::exchange(frame_, &frame);
  Names locals;
  std::swap(state.locals, locals);
  block(stmt.body, state);
  std::swap(state.locals, locals);
  frame_ = outer;
  for (const auto& [name, value] : locals.all()) {
    const Alternative* one = only_symbol(value);
    const auto function = one ? program_.function(one->symbol()) : std::nullopt;
    // Its methods are known by their names.
    if (!function || function->info->owner != own || function->info->node->name != name)
      state.attributes.set(own.attribute(name), value);
  }
  if (program_.is_enumeration(own)) make_members(own, locals, state);
  Alternatives defined = decorated(symbol(own, at), stmt.decorators, state);
  bind(stmt.name, std::move(defined), state);
}

// What decorators make of a function or a class. Those of libraries are taken to leave it as it is,
// and those of the project do what they do.
Alternatives Walker::decorated(Alternatives defined, syntax::Exprs decorators, State& state) {
  std::vector<Alternatives> all;
  for (const Expr* decorator : decorators) all.push_back(value(*decorator, state));
  const Symbol own = defined.front().symbol();
  for (const Alternatives& each : all) {
    const Alternative* bare = only_symbol(each);  // @pytest.mark.skip
    const auto mark = bare ? test_mark(bare->symbol(), {}, bare->at) : std::nullopt;
    add_mark(own, mark ? *mark : each, state);
  }
  while (!all.empty() && state.alive) {
    const Alternative* one = only_symbol(all.back());
    const auto function = one ? program_.function(one->symbol()) : std::nullopt;
    if (function) {
      const std::vector<Given> given{{"", 0, defined, defined.front().at}};
      const Alternatives made = enter(*function, &given, state);
      const bool is_known = std::all_of(made.begin(), made.end(), [&](const Alternative& each) {
        return program_.function(each.symbol()) || program_.class_of(each.symbol());
      });
      if (is_known) defined = made;
    } else if (one && program_.class_of(one->symbol()) && !one->symbol().is_instance()) {
      defined = construct(one->symbol(), {{"", 0, defined, defined.front().at}}, defined.front().at,
                          state);
    }
    all.pop_back();
  }
  return defined;
}

}  // namespace mmlint::script
