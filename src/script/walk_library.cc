
#include "script/numbers.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"

// What calls of the environment and of the config do.
namespace mmlint::script {

// os.environ.get, .setdefault, .update, .pop, and os.getenv.
Alternatives call_environment(Walk& walk, std::string_view method, const syntax::Call& expr,
                              const Givens& given, State& state) {
  const Span at = walk.span(expr);
  if (method == "setdefault" && given.size() == 2) {
    set_environment(walk, given[0].value, given[1].value, at, true, state);
    return unknown(at);
  }
  if (method == "update") {
    for (const Given& each : given) {
      const Value* dict = only_data(each.value);
      if (!dict || dict->kind != Value::Kind::kDict) continue;
      for (const Entry& entry : dict->dict().entries()) {
        set_environment(walk, data_of(entry.key, entry.key->span),
                        data_of(entry.value, entry.value->span), entry.origin->key(), false, state);
      }
    }
    return unknown(at);
  }
  if (method == "keys") return symbol(Symbol::environment().attribute(method).result(), at);
  const std::string_view name = given.empty() ? std::string_view() : text_of(given[0].value);
  if (method != "get" || name.empty()) return unknown(at);
  const Symbol full = Symbol::environment().attribute(name);
  if (const Alternatives* written = state.attributes.find(full)) return *written;
  const Question is_set{Question::Kind::kEnvironment, std::string(name)};
  Alternatives out = symbol(full, at);
  out.front().guard.add({is_set, true});
  Alternatives otherwise;
  if (given.size() > 1) {
    otherwise = given[1].value;
  } else {
    otherwise = data_of(walk.out.pool->none(at), at);
  }
  for (Alternative& alternative : otherwise) alternative.guard.add({is_set, false});
  return either(std::move(out), otherwise);
}

// dist.get_rank() and dist.get_world_size() of a process that a known start follows; nullopt for
// any other call.
std::optional<Alternatives> number_in_group(Walk& walk, Symbol name, const Givens& given, Span at) {
  if (!walk.start || !walk.start->rank || !given.empty()) return std::nullopt;
  if (name == "torch.distributed.get_rank")
    return data_of(walk.out.pool->integer(*walk.start->rank, at), at);
  const auto size = walk.start->environment.find("WORLD_SIZE");
  if (name != "torch.distributed.get_world_size" || size == walk.start->environment.end())
    return std::nullopt;
  const Value* text = walk.out.pool->string(walk.out.pool->keep(size->second), at);
  return numbers_of(data_of(text, at), *walk.out.pool);
}

// A method of the config or of a dict of it; `key` ends with the method's name.
Alternatives call_config(Walk& walk, std::string_view key, const syntax::Call& expr,
                         const Givens& given, State& state) {
  const Span at = walk.span(expr);
  const std::size_t dot = key.rfind('.');
  const std::string_view method = dot == key.npos ? key : key.substr(dot + 1);
  const std::string owner(dot == key.npos ? std::string_view() : key.substr(0, dot));
  if (method == "update" || method == "merge_from_dict") {
    for (const Given& each : given) {
      if (each.stars == 0) update_config(walk, owner, each, at, method == "merge_from_dict", state);
    }
    return unknown(at);
  }
  const std::string_view name = given.empty() ? std::string_view() : text_of(given[0].value);
  if (name.empty()) return symbol(Symbol::config().attribute(key).result(), at);
  const std::string path = owner.empty() ? std::string(name) : owner + "." + std::string(name);
  const Alternatives* otherwise = given.size() > 1 ? &given[1].value : nullptr;
  if (method == "pop")
    write_config(walk, path, {}, at, given[0].span, ConfigWrite::Mode::kReplace, state);
  if (method == "setdefault" && otherwise)
    write_config(walk, path, *otherwise, at, given[0].span, ConfigWrite::Mode::kIfAbsent, state);
  if (method == "get" || method == "pop" || method == "setdefault") {
    Alternatives found = symbol(Symbol::config().attribute(path), at);
    const Build::Definitions* written = state.definitions.find(path);
    const bool is_set =
        written && !written->as_loaded() && std::ranges::none_of(written->writes, [&](auto index) {
          return walk.out.writes[index].value.empty();
        });
    if (!otherwise || (is_set && method == "get")) return found;
    Alternatives missing = *otherwise;
    if (!written) {
      const Question is_there{Question::Kind::kConfig, path};
      found = under(std::move(found), answer_of(is_there).if_holds);
      missing = under(std::move(missing), answer_of(is_there).if_fails);
    }
    return either(std::move(found), missing);
  }
  return symbol(Symbol::config().attribute(key).result(), at);
}

// What a known start gives decides whether parse_args() returns.
void parse_options(Walk& walk, const Givens& given, Span at, State& state) {
  const bool usual = std::ranges::all_of(given, [&](const Given& each) {
    const Value* words = only_data(each.value);
    return (words && words->kind == Value::Kind::kNone) ||
           walk.document()->source().text(each.span) == "sys.argv[1:]";
  });
  if (!usual) walk.arguments.open();
  if (walk.arguments.parses()) return;
  fail(walk, Failure::Kind::kExit, at, {}, state.point);
  state.alive = false;
}

// All configs of a script are one to us: where a second one is loaded, either may be meant.
Alternatives load_config(Walk& walk, Symbol loader, const Givens& given, Span at, State& state) {
  const Alternative* from = given.empty() ? nullptr : only_symbol(given.front().value);
  const auto key = from ? from->symbol().config_key() : std::nullopt;
  if (key) {  // Config(cfg) is a copy, Config(cfg.model) is another one
    const bool copy = key->empty() || *key == "_cfg_dict";
    return symbol(copy ? Symbol::config() : loader.result(), at);
  }
  const bool is_first = walk.out.config.empty() && state.definitions.size() == 0;
  if (!is_first && !loader.is_method("fromfile")) return symbol(loader.result(), at);
  if (!given.empty()) walk.record.config(given.front().value);
  const auto before = state.definitions;
  for (auto [written, definitions] : before) {
    leave_as_loaded(definitions, state.point.guard);
    state.definitions.set(written, std::move(definitions));
  }
  // Config(dict(...)) has the keys of the dict.
  const Value* made = given.empty() ? nullptr : only_data(given.front().value);
  if (made && made->kind == Value::Kind::kDict)
    update_config(walk, "", {"", 0, given.front().value, given.front().span}, at, false, state);
  return symbol(Symbol::config(), at);
}

}  // namespace mmlint::script
