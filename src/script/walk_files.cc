
#include "base/paths.h"
#include "facts/libraries.h"
#include "script/symbols.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

// The files that a script reads by paths that it computes, and code that a module executes among
// its own names: exec(open('configurator.py').read()).
namespace mmlint::script {

namespace {

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return is_in(name, names);
}

// The symbols of the files at these paths.
Alternatives opened(const Alternatives& paths, Span at) {
  Alternatives out;
  for (const Alternative& each : paths) {
    const bool is_known = each.data() && each.data()->kind == Value::Kind::kString;
    Alternatives one = is_known ? symbol(Symbol::file(each.data()->text()), at) : unknown(at);
    out = either(std::move(out), under(std::move(one), each.guard));
  }
  return out.empty() ? unknown(at) : out;
}

// What os.path and pathlib make of a path that is known; nullopt for other functions.
std::optional<std::string> path_by(std::string_view name, const Givens& given) {
  std::string out;
  for (const Given& each : given) {
    const std::string_view part = text_of(each.value);
    if (part.empty()) return std::nullopt;
    out = out.empty() ? std::string(part) : join_path(out, part);
  }
  if (out.empty()) return std::nullopt;
  if (name == "os.path.dirname" && given.size() == 1) return parent_folder(out);
  constexpr std::array<std::string_view, 5> kSame = {
      "os.path.abspath", "os.path.realpath", "os.path.expanduser", "os.path.join", "pathlib.Path"};
  return is_one_of(name, kSame) ? std::optional(out) : std::nullopt;
}

// Walks a file as a module of its own that begins with these names; nullopt if there is none.
std::optional<int> run_file(Walk& walk, std::string_view path, const Names& before, State& state) {
  const auto found = walk.finder ? walk.finder->code(path) : std::nullopt;
  if (!found || !found->document || walk.program.size() >= kMostModules) return std::nullopt;
  const std::string name(stem(found->path));
  const int own = walk.program.add(*found, name);
  for (const auto& [each, value] : before.all()) state.modules.set(own, each, value);
  const std::vector<const syntax::Stmt*> statements = walk.program.module(own).statements;
  walk.in_module(own, state,
                 [&] { block(walk, syntax::Block(statements.data(), statements.size()), state); });
  return own;
}

}  // namespace

// The modules of these names, each walked where it is meant.
Alternatives imported(Walk& walk, const Alternatives& names, Span at, State& state) {
  if (!walk.spend(names.size() * state.size())) return unknown(at);
  Alternatives out;
  State after;
  after.alive = false;
  for (const Alternative& each : names) {
    State own = state;
    own.assume(each.guard);
    const bool is_text = each.data() && each.data()->kind == Value::Kind::kString;
    const std::string_view name = is_text ? each.data()->text() : std::string_view();
    Alternatives one = unknown(at);
    if (own.alive && !name.empty()) {
      Symbol module = name == "__main__" ? Symbol::module(0) : Symbol();
      if (!module && !name.starts_with('.')) module = import_module(walk, 0, name, own);
      one = symbol(module.empty() ? Symbol::library(name) : module, at);
    }
    out = either(std::move(out), under(std::move(one), each.guard));
    after = meet(std::move(after), own);
  }
  if (after.alive) state = std::move(after);
  return out;
}

// open(), Path.read_text(), yaml.safe_load() and their like; nullopt for other calls.
std::optional<Alternatives> call_file(Walk& walk, Symbol name, const Givens& given, Span at) {
  constexpr std::string_view kRead = ".read";
  if (name.is(Symbol::Kind::kFile) && name.name().ends_with(kRead))
    return symbol(Symbol::file(name.name().substr(0, name.name().size() - kRead.size())), at);
  const std::string_view method = name.name();
  const bool opens = method == "open" || method == "read_text";
  if (opens && name != "open" && walk.receiver)
    return opened(with_defaults(*walk.receiver, walk.out.options), at);
  if (given.empty() || given.front().stars != 0) return std::nullopt;
  if (name == "open") return opened(with_defaults(given.front().value, walk.out.options), at);
  if (const auto path = path_by(name.text(), given))
    return data_of(walk.out.pool->string(walk.out.pool->keep(*path), at), at);
  const bool by_path = facts::reads_path(name.text());
  if (!walk.finder || (!by_path && !facts::reads_open_file(name.text()))) return std::nullopt;
  const Alternatives files = by_path
                                 ? opened(with_defaults(given.front().value, walk.out.options), at)
                                 : given.front().value;
  const Alternatives not_read = symbol(result_of(name), at);
  Alternatives out;
  for (const Alternative& each : files) {
    const Value* read = nullptr;
    const Value* text = by_path || each.prefix() ? nullptr : each.data();
    if (each.symbol().is(Symbol::Kind::kFile))
      read = walk.finder->data(each.symbol().name(), at, *walk.out.pool);
    else if (text && text->kind == Value::Kind::kString && walk.spend(text->text().size()))
      read = walk.finder->data_in(text->text(), at, *walk.out.pool);
    out = either(std::move(out), under(read ? data_of(read, at) : not_read, each.guard));
  }
  return out.empty() ? not_read : out;
}

// Whoever sets a name of a module that is not known may set each of them, as an option of the
// command line does.
void open_names(Walk& walk, int module, State& state) {
  walk.out.names_are_open = true;
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

void execute(Walk& walk, const Alternatives& text, State& state) {
  const int module = walk.frame->module;
  const Alternative* file = only_symbol(text);
  const bool is_file = file && file->symbol().is(Symbol::Kind::kFile);
  const Names before = state.modules.names(module) ? *state.modules.names(module) : Names();
  // A module of its own, which begins with these names, and whose names become these.
  const auto own = is_file && walk.frame->kind == Frame::Kind::kModule
                       ? run_file(walk, file->symbol().name(), before, state)
                       : std::nullopt;
  if (!own) return open_names(walk, module, state);
  const Names after = state.modules.names(*own) ? *state.modules.names(*own) : Names();
  for (const auto& [name, value] : after.all()) state.modules.set(module, name, value);
}

// importlib.import_module(), runpy.run_path() and their like; nullopt for other calls.
std::optional<Alternatives> call_module(Walk& walk, Symbol name, const Givens& given, Span at,
                                        State& state) {
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
    const auto module = run_file(walk, spec->symbol().name(), {}, state);
    return module ? symbol(Symbol::module(*module), at) : unknown(at);
  }
  const Alternatives path = with_defaults(last.value, walk.out.options);
  if (imports) return imported(walk, path, at, state);
  const std::string text(text_of(path));
  if (text.empty()) return unknown(at);
  if (names) return symbol(Symbol::spec(text), at);
  const auto module = run_file(walk, text, {}, state);
  if (!module) return unknown(at);
  if (loads) return symbol(Symbol::module(*module), at);
  Value* dict = walk.out.pool->make(Value::Kind::kDict, at);
  const Names all = state.modules.names(*module) ? *state.modules.names(*module) : Names();
  for (const auto& [each, value] : all.all())
    dict->edit_dict().set(walk.out.pool->string(walk.out.pool->keep(each), at),
                          part(walk, value, value.front().at, at),
                          walk.out.pool->origin({at, value.front().at}));
  return data_of(dict, at);
}

}  // namespace mmlint::script
