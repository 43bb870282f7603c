#include <algorithm>
#include <utility>

#include "script/numbers.h"
#include "script/symbols.h"
#include "script/walker.h"

// What calls of the environment, of argparse and of the config do.
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
      for (const Entry& entry : dict->dict.entries()) {
        set_environment(data_of(entry.key, entry.key->span),
                        data_of(entry.value, entry.value->span), entry.origin->key, false, state);
      }
    }
    return unknown(at);
  }
  const std::string_view name = given.empty() ? std::string_view() : text_of(given[0].value);
  if (method != "get" || name.empty()) return unknown(at);
  const std::string full = "<environment>." + std::string(name);
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
  if (name.empty()) return symbol(result_of("<config>." + std::string(key)), at);
  const std::string path = owner.empty() ? std::string(name) : owner + "." + std::string(name);
  const Alternatives* otherwise = given.size() > 1 ? &given[1].value : nullptr;
  if (method == "pop")
    write_config(path, {}, at, given[0].span, ConfigWrite::Mode::kReplace, state);
  if (method == "setdefault" && otherwise)
    write_config(path, *otherwise, at, given[0].span, ConfigWrite::Mode::kIfAbsent, state);
  if (method == "get" || method == "pop" || method == "setdefault") {
    Alternatives found = symbol("<config>." + path, at);
    if (!otherwise) return found;
    Alternatives missing = *otherwise;
    if (state.definitions.count(path) == 0) {
      const Question is_there{Question::Kind::kConfig, path};
      found = under(std::move(found), answer_of(is_there).if_holds);
      missing = under(std::move(missing), answer_of(is_there).if_fails);
    }
    return either(std::move(found), missing);
  }
  return symbol(result_of("<config>." + std::string(key)), at);
}

namespace {

// How many words an option takes (argparse.py: _get_nargs_pattern and the classes of actions).
std::optional<std::size_t> words_of(const Alternatives* action, const Alternatives* count) {
  constexpr std::string_view kNone[] = {"store_true", "store_false", "store_const", "append_const",
                                        "count",      "help",        "version"};
  if (action) {
    const std::string_view name = text_of(*action);
    if (std::find(std::begin(kNone), std::end(kNone), name) != std::end(kNone)) return 0;
    if (name != "store" && name != "append" && name != "extend") return std::nullopt;
  }
  if (!count) return 1;
  const Value* one = only_data(*count);
  if (!one || one->kind != Value::Kind::kInt || one->big || one->integer < 0) return std::nullopt;
  return static_cast<std::size_t>(one->integer);
}

// What an option is that nobody gives (argparse.py: parse_known_args and the classes of actions).
// Not known is what a type makes of a default that is text, and what an action of the project does.
Alternatives usual_of(const Alternatives& usual, const Alternatives* action, bool converts, Span at,
                      Pool& pool) {
  const std::string_view name = action ? text_of(*action) : "store";
  if (name.empty()) return {};
  const bool is_text = std::any_of(usual.begin(), usual.end(), [](const Alternative& each) {
    return each.prefix() || (each.data() && each.data()->kind == Value::Kind::kString);
  });
  if (!usual.empty()) return is_text && converts ? Alternatives() : usual;
  if (name == "store_true" || name == "store_false")
    return data_of(pool.boolean(name == "store_false", at), at);
  return data_of(pool.none(at), at);
}

}  // namespace

// parser.set_defaults(device='cpu', func=train)
void Walker::set_defaults(const Givens& given, State& state) {
  for (const Given& each : given) {
    options_open_ = options_open_ || each.name.empty();
    if (each.name.empty()) continue;
    bool is_option = false;
    for (Option& option : out_.options) {
      if (option.dest != each.name) continue;
      option.default_value = each.value;
      option.if_left_out.clear();  // not known: a type that the option has may convert it
      is_option = true;
    }
    if (is_option) continue;
    const std::string full = "<options>." + each.name;
    const Alternatives* known = state.attributes.find(full);
    Alternatives value = known ? either(*known, each.value) : each.value;
    // Of those of several subcommands, the command line says which one it is.
    for (Alternative& alternative : value) {
      if (value.size() > 1) alternative.guard.add({{Question::Kind::kOption, each.name}, true});
    }
    state.attributes.set(full, std::move(value));
  }
}

void Walker::add_option(const syntax::Call& expr, const std::vector<Given>& given) {
  Option option;
  option.span = span(expr);
  const Alternatives *action = nullptr, *count = nullptr;
  bool converts = false, all = true;
  for (const Given& each : given) {
    converts = converts || each.name == "type";
    all = all && each.stars == 0;
    if (each.name == "action") action = &each.value;
    if (each.name == "nargs") count = &each.value;
    const std::string_view text = text_of(each.value);
    if (each.name.empty() && !text.empty()) option.names.emplace_back(text);
    if (each.name == "default") option.default_value = each.value;
    if (each.name == "choices") option.choices = each.value;
    if (each.name == "dest") option.dest = std::string(text);
    if (each.name == "action")
      option.is_flag = text != "append" && text != "store" && !text.empty();
    if (each.name == "required") {
      const Value* one = only_data(each.value);
      option.required = one && one->kind == Value::Kind::kBool && one->boolean;
    }
  }
  if (option.names.empty()) return;
  if (action && text_of(*action) == "store_false" && option.default_value.empty())
    option.default_value = data_of(out_.pool->boolean(true), option.span);
  option.words = words_of(action, count);
  const Alternative* type = nullptr;
  for (const Given& each : given) {
    if (each.name == "type") type = only_symbol(each.value);
  }
  if (all && !action && !count) option.type = converts ? (type ? type->symbol() : "") : "str";
  if (all)
    option.if_left_out = usual_of(option.default_value, action, converts, option.span, *out_.pool);
  const auto is_long = [](const std::string& name) { return name.starts_with("--"); };
  const auto named = std::find_if(option.names.begin(), option.names.end(), is_long);
  const std::string& shown = named != option.names.end() ? *named : option.names.front();
  if (shown.front() != '-') option.required = true;
  if (option.dest.empty()) {
    option.dest = shown.substr(std::min(shown.size(), shown.find_first_not_of('-')));
    std::replace(option.dest.begin(), option.dest.end(), '-', '_');
  }
  const Alternative* own = action ? only_symbol(*action) : nullptr;
  if (own && own->symbol() == "argparse.BooleanOptionalAction") {
    option.is_flag = true;
    const auto names = option.names;
    for (const std::string& name : names) {
      if (is_long(name)) option.names.push_back("--no-" + name.substr(2));
    }
  }
  record_.option(std::move(option));
}

// What a known start gives decides what parse_args() returns, and whether it returns at all.
void Walker::parse_options(const std::vector<Given>& given, Span at, State& state) {
  const bool usual = std::all_of(given.begin(), given.end(), [&](const Given& each) {
    const Value* words = only_data(each.value);
    return (words && words->kind == Value::Kind::kNone) ||
           document()->source().text(each.span) == "sys.argv[1:]";
  });
  options_open_ = options_open_ || !usual;
  if (!start_ || options_open_ || out_.parser_leaves) return;
  const bool lacks = std::any_of(out_.options.begin(), out_.options.end(), [&](const Option& each) {
    return each.required && each.names.front().front() == '-' && !start_->may_give(each.names);
  });
  if (!lacks) return;
  fail(Failure::Kind::kExit, at, {}, state);
  state.alive = false;
}

// The value of an option that the start gives or leaves out; nullopt if it may have another one.
std::optional<Alternatives> Walker::told(std::string_view option) const {
  if (!start_ || options_open_ || out_.parser_leaves) return std::nullopt;
  const Option* one = nullptr;
  for (const Option& each : out_.options) {
    if (each.dest != option) continue;
    if (one) return std::nullopt;
    one = &each;
  }
  if (!one) return std::nullopt;
  if (!start_->may_give(one->names)) {
    const bool known = !one->required && !one->if_left_out.empty();
    return known ? std::optional(one->if_left_out) : std::nullopt;
  }
  const auto word = start_->value_of(one->names);
  if (!word || (one->type != "str" && one->type != "int")) return std::nullopt;
  const Alternatives text =
      data_of(out_.pool->string(out_.pool->keep(*word), one->span), one->span);
  return one->type == "str" ? text : numbers_of(text, *out_.pool);
}

// All configs of a script are one to us: where a second one is loaded, either may be meant.
Alternatives Walker::load_config(std::string_view loader, const std::vector<Given>& given, Span at,
                                 State& state) {
  const Alternative* from = given.empty() ? nullptr : only_symbol(given.front().value);
  const auto key = from ? below(from->symbol(), "<config>") : std::nullopt;
  if (key) {  // Config(cfg) is a copy, Config(cfg.model) is another one
    const bool copy = key->empty() || *key == "_cfg_dict";
    return symbol(copy ? "<config>" : std::string(loader) + "()", at);
  }
  const bool is_first = out_.config.empty() && state.definitions.empty();
  if (!is_first && !loader.ends_with(".fromfile")) return symbol(std::string(loader) + "()", at);
  if (!given.empty()) record_.config(given.front().value);
  for (auto& [written, definitions] : state.definitions)
    leave_as_loaded(definitions, state.point.guard);
  return symbol("<config>", at);
}

}  // namespace mmlint::script
