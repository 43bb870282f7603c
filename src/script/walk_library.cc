#include <algorithm>
#include <utility>

#include "script/walker.h"

// What calls of the environment and of the config do.
namespace mmlint::script {

using syntax::as;
using syntax::ExprKind;

// os.environ.get, .setdefault, .update, .pop, and os.getenv.
Alternatives Walker::call_environment(std::string_view method, const syntax::Call& expr,
                                      const std::vector<Given>& given, State& state) {
  const Span at = span(expr);
  if (method == "setdefault" && given.size() == 2) {
    set_environment(given[0].value, given[1].value, at, true, state);
    return unknown(at);
  }
  if (method == "update") {
    for (const Given& each : given) {
      const Value* dict = only_data(each.value);
      if (!dict || dict->kind != Value::Kind::kDict) continue;
      for (const Entry& entry : dict->dict().entries()) {
        set_environment(data_of(entry.key, entry.key->span),
                        data_of(entry.value, entry.value->span), entry.origin->key(), false, state);
      }
    }
    return unknown(at);
  }
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
    otherwise = data_of(out_.pool->none(at), at);
  }
  for (Alternative& alternative : otherwise) alternative.guard.add({is_set, false});
  return either(std::move(out), otherwise);
}

// A method of the config or of a dict of it; `key` ends with the method's name.
Alternatives Walker::call_config(std::string_view key, const syntax::Call& expr,
                                 const std::vector<Given>& given, State& state) {
  const Span at = span(expr);
  const std::size_t dot = key.rfind('.');
  const std::string_view method = dot == key.npos ? key : key.substr(dot + 1);
  const std::string owner(dot == key.npos ? std::string_view() : key.substr(0, dot));
  if (method == "update" || method == "merge_from_dict") {
    for (const Given& each : given) {
      if (each.stars == 0) update_config(owner, each, at, method == "merge_from_dict", state);
    }
    return unknown(at);
  }
  const std::string_view name = given.empty() ? std::string_view() : text_of(given[0].value);
  if (name.empty()) return symbol(Symbol::config().attribute(key).result(), at);
  const std::string path = owner.empty() ? std::string(name) : owner + "." + std::string(name);
  const Alternatives* otherwise = given.size() > 1 ? &given[1].value : nullptr;
  if (method == "pop")
    write_config(path, {}, at, given[0].span, ConfigWrite::Mode::kReplace, state);
  if (method == "setdefault" && otherwise)
    write_config(path, *otherwise, at, given[0].span, ConfigWrite::Mode::kIfAbsent, state);
  if (method == "get" || method == "pop" || method == "setdefault") {
    Alternatives found = symbol(Symbol::config().attribute(path), at);
    const Build::Definitions* written = state.definitions.find(path);
    const bool is_set = written && !written->as_loaded() &&
                        std::none_of(written->writes.begin(), written->writes.end(),
                                     [&](auto index) { return out_.writes[index].value.empty(); });
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
void Walker::parse_options(const Givens& given, Span at, State& state) {
  const bool usual = std::all_of(given.begin(), given.end(), [&](const Given& each) {
    const Value* words = only_data(each.value);
    return (words && words->kind == Value::Kind::kNone) ||
           document()->source().text(each.span) == "sys.argv[1:]";
  });
  if (!usual) arguments_.open();
  if (arguments_.parses()) return;
  fail(Failure::Kind::kExit, at, {}, state);
  state.alive = false;
}

// All configs of a script are one to us: where a second one is loaded, either may be meant.
Alternatives Walker::load_config(Symbol loader, const std::vector<Given>& given, Span at,
                                 State& state) {
  const Alternative* from = given.empty() ? nullptr : only_symbol(given.front().value);
  const auto key = from ? from->symbol().config_key() : std::nullopt;
  if (key) {  // Config(cfg) is a copy, Config(cfg.model) is another one
    const bool copy = key->empty() || *key == "_cfg_dict";
    return symbol(copy ? Symbol::config() : loader.result(), at);
  }
  const bool is_first = out_.config.empty() && state.definitions.size() == 0;
  if (!is_first && !loader.is_method("fromfile")) return symbol(loader.result(), at);
  if (!given.empty()) record_.config(given.front().value);
  const auto before = state.definitions;
  for (auto [written, definitions] : before) {
    leave_as_loaded(definitions, state.point.guard);
    state.definitions.set(written, std::move(definitions));
  }
  return symbol(Symbol::config(), at);
}

}  // namespace mmlint::script
