#include "script/argument_parser.h"

#include "script/dict_action.h"
#include "script/numbers.h"

namespace mmlint::script {
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
  const bool is_text = std::ranges::any_of(usual, [](const Alternative& each) {
    return each.prefix() || (each.data() && each.data()->kind == Value::Kind::kString);
  });
  if (!usual.empty()) return is_text && converts ? Alternatives() : usual;
  if (name == "store_true" || name == "store_false")
    return data_of(pool.boolean(name == "store_false", at), at);
  return data_of(pool.none(at), at);
}

bool is_dict_action(const Alternatives* action) {
  const Alternative* own = action ? only_symbol(*action) : nullptr;
  return own && own->symbol().text().ends_with(".DictAction") &&
         (own->symbol().is_inside("mmengine") || own->symbol().is_inside("mmcv"));
}

bool is_positional(const Option& option) {
  return !option.names.front().starts_with('-');
}

}  // namespace

void ArgumentParser::add_option(const Givens& given, Span at) {
  Option option;
  option.span = at;
  const Alternatives *action = nullptr, *count = nullptr, *constant = nullptr;
  bool converts = false, all = true;
  for (const Given& each : given) {
    converts = converts || each.name == "type";
    all = all && each.stars == 0;
    if (each.name == "action") action = &each.value;
    if (each.name == "nargs") count = &each.value;
    if (each.name == "const") constant = &each.value;
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
  if (option.names.empty()) {  // computed
    add_each(given, at);
    return;
  }
  if (action && text_of(*action) == "store_false" && option.default_value.empty())
    option.default_value = data_of(out_.pool->boolean(true), option.span);
  option.words = words_of(action, count);
  const Alternative* type = nullptr;
  for (const Given& each : given) {
    if (each.name == "type") type = only_symbol(each.value);
  }
  if (all && !action && !count) option.type = converts ? (type ? type->symbol().str() : "") : "str";
  option.is_dict = is_dict_action(action);
  if (all)
    option.if_left_out = usual_of(option.default_value, option.is_dict ? nullptr : action, converts,
                                  option.span, *out_.pool);
  const auto is_long = [](const std::string& name) { return name.starts_with("--"); };
  const auto named = std::ranges::find_if(option.names, is_long);
  const std::string& shown = named != option.names.end() ? *named : option.names.front();
  if (shown.front() != '-') option.required = true;
  if (option.dest.empty()) {
    option.dest = shown.substr(std::min(shown.size(), shown.find_first_not_of('-')));
    std::ranges::replace(option.dest, '-', '_');
  }
  const std::string_view does = action ? text_of(*action) : std::string_view();
  if (does == "store_true" || does == "store_false")
    option.if_given = data_of(out_.pool->boolean(does == "store_true", option.span), option.span);
  if (does == "store_const" && constant) option.if_given = *constant;
  const Alternative* own = action ? only_symbol(*action) : nullptr;
  if (own && own->symbol() == "argparse.BooleanOptionalAction") {
    option.is_flag = true;
    option.words = 0;
    option.if_given = data_of(out_.pool->boolean(true, option.span), option.span);
    option.if_left_out = usual_of(option.default_value, nullptr, converts, option.span, *out_.pool);
    const auto names = option.names;
    for (const std::string& name : names) {
      if (is_long(name)) option.names.push_back("--no-" + name.substr(2));
    }
  }
  record_.option(std::move(option));
}

// add_argument(f'--{field.name}') in a loop that is walked once for all its turns.
void ArgumentParser::add_each(const Givens& given, Span at) {
  const bool is_one = !given.empty() && given.front().name.empty() && given.front().stars == 0 &&
                      (given.size() == 1 || !given[1].name.empty());
  const auto is_text = [](const Alternative& each) {
    return each.data() && each.data()->kind == Value::Kind::kString && !each.data()->text().empty();
  };
  if (!is_one || !std::ranges::all_of(given.front().value, is_text)) {
    leave();
    return;
  }
  for (const Alternative& each : given.front().value) {
    Givens one{given.front()};  // the rest differs from one to the other
    one.front().value = {each};
    for (std::size_t i = 1; i < given.size(); ++i)
      one.push_back({given[i].name, given[i].stars, unknown(at), given[i].span});
    add_option(one, at);
  }
}

void ArgumentParser::set_defaults(const Givens& given, State& state) {
  for (const Given& each : given) {
    open_ = open_ || each.name.empty();
    if (each.name.empty()) continue;
    bool is_option = false;
    for (Option& option : out_.options) {
      if (option.dest != each.name) continue;
      option.default_value = each.value;
      option.if_left_out.clear();  // not known: a type that the option has may convert it
      is_option = true;
    }
    if (is_option) continue;
    const Symbol full = Symbol::options().attribute(each.name);
    // Those of the subcommand that is named count, and are set behind those of all of them.
    const Alternatives* known = is_known() ? nullptr : state.attributes.find(full);
    Alternatives value = known ? either(*known, each.value) : each.value;
    // Of those of several subcommands, the command line says which one it is.
    for (Alternative& alternative : value) {
      if (value.size() > 1) alternative.guard.add({{Question::Kind::kOption, each.name}, true});
    }
    state.attributes.set(full, std::move(value));
  }
}

void ArgumentParser::add_commands(const Givens& given, Span at, State& state) {
  const bool is_first = !commands_.known();
  if (is_first && start_) {
    const auto before = std::ranges::count_if(out_.options, is_positional);
    const bool are_single = std::ranges::all_of(
        out_.options, [](const Option& each) { return !is_positional(each) || each.words == 1U; });
    if (are_single) command_ = positional(static_cast<std::size_t>(before));
  }
  if (commands_ != at && !is_first) command_.reset();  // a subcommand has subcommands of its own
  commands_ = at;
  if (!command_) leave();
  for (const Given& each : given) {
    const std::string_view dest = each.name == "dest" ? text_of(each.value) : std::string_view();
    if (!command_ || dest.empty()) continue;
    const Value* word = out_.pool->string(out_.pool->keep(*command_), at);
    state.attributes.set(Symbol::options().attribute(dest), data_of(word, at));
  }
}

Symbol ArgumentParser::add_command(const Givens& given) {
  bool told = command_.has_value(), is_named = false;
  for (const Given& each : given) {
    if (each.name.empty() && &each == given.data()) {
      told = told && !text_of(each.value).empty();
      is_named = is_named || text_of(each.value) == command_;
    }
    const Value* others = each.name == "aliases" ? only_data(each.value) : nullptr;
    told = told && (each.name != "aliases" || others) && each.stars == 0;
    for (const Value* other : others ? others->items() : std::vector<Value*>())
      is_named = is_named || (command_ && other->is_string(*command_));
  }
  if (told && !is_named) return Symbol::other_command();
  if (!is_named) leave();
  return Symbol::parser();
}

bool ArgumentParser::parses() const {
  return !is_known() || std::ranges::none_of(out_.options, [&](const Option& each) {
    return each.required && !is_positional(each) && !start_->may_give(each.names);
  });
}

// The word that argparse takes for the positional argument of this 0-based number: it is neither an
// option nor the value of one. nullopt if that is not known.
std::optional<std::string> ArgumentParser::positional(std::size_t number) const {
  const auto& words = start_->arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    if (!words[i].is_whole && !text.starts_with('-')) return std::nullopt;
    if (!text.starts_with('-')) {
      if (number-- == 0) return text;
    } else if (text.find('=') == std::string::npos) {
      if (!words[i].is_whole) return std::nullopt;
      const auto option = std::ranges::find_if(
          out_.options, [&](const Option& each) { return is_in(text, each.names); });
      if (option == out_.options.end() || !option->words) return std::nullopt;
      i += *option->words;
    }
  }
  return std::nullopt;
}

// The word that the start gives to an option; nullopt if it is not known.
std::optional<std::string> ArgumentParser::word_of(const Option& option) const {
  if (!is_positional(option)) return start_->value_of(option.names);
  std::size_t number = 0;
  for (const Option& each : out_.options) {
    if (!is_positional(each)) continue;
    if (each.words != 1U || commands_.known()) return std::nullopt;
    if (&each == &option) return positional(number);
    ++number;
  }
  return std::nullopt;
}

// What a flag is that is given; argparse.BooleanOptionalAction also takes `--no-` and its name.
std::optional<Alternatives> ArgumentParser::flag(const Option& option) const {
  const std::string* last = nullptr;  // which decides
  bool is_other = false;              // an abbreviation
  for (const std::string& word : start_->words) {
    if (is_in(word, option.names))
      last = &word;
    else
      is_other = is_other || std::ranges::any_of(option.names, [&](const auto& name) {
                   return name.starts_with(word);
                 });
  }
  if (!last || is_other) return std::nullopt;
  const bool denies = last->starts_with("--no-") && is_in("--" + last->substr(5), option.names);
  return denies ? data_of(out_.pool->boolean(false, option.span), option.span) : option.if_given;
}

// The dict of an option that takes KEY=VALUE. Words of which the key is not known are left out, as
// further arguments are.
Alternatives ArgumentParser::pairs(const Option& option) const {
  Pool& pool = *out_.pool;
  Value* out = pool.make(Value::Kind::kDict, option.span);
  for (const auto& [text, word] : pairs_of(*start_, option.names)) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos) continue;
    Value* key = pool.string(pool.keep(text.substr(0, equals)), word->at);
    Value* value =
        word->is_whole ? dict_action_value(text.substr(equals + 1), pool, word->at) : nullptr;
    if (!value) value = pool.unknown("the caller gives it", word->at);
    out->edit_dict().set(key, value, pool.origin({word->at, word->at}));
  }
  return data_of(out, option.span);
}

std::optional<Alternatives> ArgumentParser::told(std::string_view option) const {
  if (!start_ || open_ || is_mixed_) return std::nullopt;
  const Option* one = nullptr;
  for (const Option& each : out_.options) {
    if (each.dest != option) continue;
    if (one) return std::nullopt;
    one = &each;
  }
  if (!one || (out_.parser_leaves && is_positional(*one))) return std::nullopt;
  if (!is_positional(*one) && !start_->may_give(one->names)) {
    const bool known = !one->required && !one->if_left_out.empty();
    return known ? std::optional(one->if_left_out) : std::nullopt;
  }
  if (!one->if_given.empty()) return flag(*one);
  if (one->is_dict) return pairs(*one);
  const auto word = word_of(*one);
  if (!word || (one->type != "str" && one->type != "int")) return std::nullopt;
  const Alternatives text =
      data_of(out_.pool->string(out_.pool->keep(*word), one->span), one->span);
  return one->type == "str" ? text : numbers_of(text, *out_.pool);
}

void ArgumentParser::mark_read() {
  const bool all = read_.count("*") != 0 || !out_.complete;
  for (Option& option : out_.options) option.is_read = all || read_.count(option.dest) != 0;
}

}  // namespace mmlint::script
