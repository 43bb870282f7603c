#include <optional>
#include <utility>

#include "base/paths.h"
#include "script/walker.h"

// Code that a module executes among its own names: exec(open('configurator.py').read()).
namespace mmlint::script {

// Whoever sets a name of a module that is not known may set each of them, as an option of the
// command line does.
void WalkContext::open_names(int module, State& state) {
  const Names* known = state.modules.names(module);
  if (!known) return;
  const Names all = *known;  // setting changes them
  for (const auto& [name, value] : all.all()) {
    const Value* one = only_data(value);
    if (!one || name.starts_with("__")) continue;
    Alternatives either_way = value;
    either_way.front().guard.add(Condition{{Question::Kind::kOption, name}, false});
    Alternatives other = unknown(value.front().at);
    other.front().guard.add(Condition{{Question::Kind::kOption, name}, true});
    state.modules.set(module, name, either(std::move(either_way), other));
  }
}

// Walks a file as a module of its own that begins with these names; nullopt if there is none.
std::optional<int> Walker::run_file(std::string_view path, const Names& before, State& state) {
  const auto found = finder_ ? finder_->code(path) : std::nullopt;
  if (!found || !found->document || program_.size() >= kMostModules) return std::nullopt;
  const std::string name(stem(found->path));
  const int own = program_.add(*found, name, parser_);
  for (const auto& [each, value] : before.all()) state.modules.set(own, each, value);
  const std::vector<const syntax::Stmt*> statements = program_.module(own).statements;
  in_module(own, state, [&] { block(syntax::Block(statements.data(), statements.size()), state); });
  return own;
}

void Walker::execute(const Alternatives& text, State& state) {
  const int module = frame_->module;
  const Alternative* file = only_symbol(text);
  const bool is_file = file && file->symbol().is(Symbol::Kind::kFile);
  const Names before = state.modules.names(module) ? *state.modules.names(module) : Names();
  // A module of its own, which begins with these names, and whose names become these.
  const auto own = is_file && frame_->kind == Frame::Kind::kModule
                       ? run_file(file->symbol().name(), before, state)
                       : std::nullopt;
  if (!own) return open_names(module, state);
  const Names after = state.modules.names(*own) ? *state.modules.names(*own) : Names();
  for (const auto& [name, value] : after.all()) state.modules.set(module, name, value);
}

// importlib.import_module(), runpy.run_path() and their like; nullopt for other calls.
Walker::Maybe Walker::call_module(Symbol name, const Givens& given, Span at, State& state) {
  const bool imports = name == "importlib.import_module" && given.size() == 1;
  const bool runs = name == "runpy.run_path" && given.size() == 1;
  const bool names = name == "importlib.util.spec_from_file_location" && given.size() == 2;
  const bool makes = name == "importlib.util.module_from_spec" && given.size() == 1;
  const bool loads = name == "imp.load_source" && given.size() == 2;
  if (!imports && !runs && !names && !makes && !loads) return std::nullopt;
  const Given& last = given.back();
  if (last.stars != 0) return unknown(at);
  if (makes) {
    const Alternative* spec = only_symbol(last.value);
    if (!spec || !spec->symbol().is(Symbol::Kind::kSpec)) return unknown(at);
    const auto module = run_file(spec->symbol().name(), {}, state);
    return module ? symbol(Symbol::module(*module), at) : unknown(at);
  }
  const Alternatives path = with_defaults(last.value, out_.options);
  const std::string text(text_of(path));
  if (text.empty()) return unknown(at);
  if (names) return symbol(Symbol::spec(text), at);
  if (imports) {
    const Symbol module = text.starts_with('.') ? Symbol() : import_module(0, text, state);
    return module.empty() ? symbol(Symbol::library(text), at) : symbol(module, at);
  }
  const auto module = run_file(text, {}, state);
  if (!module) return unknown(at);
  if (loads) return symbol(Symbol::module(*module), at);
  Value* dict = out_.pool->make(Value::Kind::kDict, at);
  const Names all = state.modules.names(*module) ? *state.modules.names(*module) : Names();
  for (const auto& [each, value] : all.all())
    dict->edit_dict().set(out_.pool->string(out_.pool->keep(each), at),
                          data(value, value.front().at), out_.pool->origin({at, value.front().at}));
  return data_of(dict, at);
}

}  // namespace mmlint::script
