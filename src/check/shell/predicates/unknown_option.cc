// The script's argparse parser exits with an error because of an option that it is given.
// captures: script, option, type
// forms: surplus, flag-value, quoted, default, local-rank, launcher, choice, required, type, command

#include "base/text.h"
#include "check/shell/argument_parser.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "launch/known_runs.h"
#include "script/symbols.h"

namespace mmlint::check::predicates {

using script::Option;
using script::Summary;
using shell::ExpandedWord;
using shell::Launch;
using shell::LaunchKind;

namespace {

// What a script's parser takes. Of one with subcommands, it is that of a run which names one.
struct Parser {
  explicit Parser(const Summary& script) : all(parses_all(script)), options(script.options) {
    auto names_of_commands = commands_of(script);
    all = all && names_of_commands;
    if (!all) return;
    commands = std::move(*names_of_commands);
    gives_words = std::ranges::any_of(script.calls, [](const auto& call) {
      return call.symbol.is_method(script::Symbol::Kind::kParser, "parse_args") &&
             (call.more || !call.arguments.empty());
    });
    names.insert(names.end(), {"--help", "-h"});
    for (const Option& option : options)
      names.insert(names.end(), option.names.begin(), option.names.end());
  }

  // argparse accepts the beginning of an option for the option, and a value directly after a
  // one-letter option: -g2 (ArgumentParser._get_option_tuples).
  bool declares(std::string_view name) const {
    const std::string_view letter = name.starts_with("--") ? name : name.substr(0, 2);
    return std::ranges::any_of(
        names, [&](const std::string& each) { return each == letter || each.starts_with(name); });
  }

  // The option of that very name; null if several differ in what they take.
  const Option* option(std::string_view name) const {
    const Option* found = nullptr;
    for (const Option& each : options) {
      const auto& own = each.names;
      if (!is_in(name, own)) continue;
      if (found && found->words != each.words) return nullptr;
      found = &each;
    }
    return found;
  }

  // How many words that belong to no option it takes; nullopt if that is not known.
  std::optional<std::size_t> places() const {
    if (gives_words) return std::nullopt;
    std::size_t count = commands.empty() ? 0 : 1;
    for (const Option& each : options) {
      if (each.names.front().starts_with('-')) continue;
      if (!each.words) return std::nullopt;
      count += *each.words;
    }
    return count;
  }

  bool all;                  // false: there may be other options
  bool gives_words = false;  // parse_args(sys.argv[2:])
  const std::vector<Option>& options;
  std::vector<std::string> names;
  std::vector<std::string> commands;
};

struct Surplus {
  const ExpandedWord* word;
  const ExpandedWord* flag;  // before it: an option that takes no value; null if there is none
};

// Any number of words, or an option.
bool may_be_anything(const ExpandedWord& word) {
  return word.precision == ExpandedWord::Precision::kAnyWords || word.overridable ||
         (!word.is_known() && word.value.empty());
}

// The first word that argparse has no place for, as far as all before it is known.
std::optional<Surplus> surplus(const Launch& launch, const Parser& parser) {
  const auto places = parser.places();
  if (!places) return std::nullopt;
  std::size_t taken = 0;
  const auto& words = launch.arguments;
  const ExpandedWord* flag = nullptr;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const ExpandedWord& word = words[i];
    if (may_be_anything(word)) return std::nullopt;
    if (!word.value.starts_with('-') || word.in_script_folder) {
      const bool known = word.is_known() && !word.value.starts_with('@');
      if (taken++ == *places) return known ? std::optional(Surplus{&word, flag}) : std::nullopt;
      flag = nullptr;
      continue;
    }
    const std::size_t equals = word.value.find('=');
    const Option* option = parser.option(std::string_view(word.value).substr(0, equals));
    if (!option || !word.is_known()) return std::nullopt;
    flag = nullptr;
    if (equals != word.value.npos) continue;
    if (!option->words) return std::nullopt;
    if (*option->words == 0) flag = &word;
    for (std::size_t value = 0; value < *option->words; ++value) {
      const bool one = ++i < words.size() && !may_be_anything(words[i]);
      if (!one || words[i].value.starts_with('-')) return std::nullopt;
    }
  }
  return std::nullopt;
}

// Whether a word that is a default here is what the launch gets when another launch script runs
// this one.
bool is_used_elsewhere(const ExpandedWord& word, const launch::LinkedLaunch& own,
                       const LaunchView& view) {
  const auto& all = view.graph.all();
  return std::ranges::any_of(all, [&](const launch::LinkedLaunch* linked) {
    if (!linked->through || linked->launch_script != own.launch_script) return false;
    if (linked->launch->starter != own.launch->starter) return false;
    const auto& words = linked->launch->arguments;
    return std::ranges::any_of(words, [&](const ExpandedWord& each) {
      return each.is(word.value) && !each.overridable && each.runs.size() == word.runs.size() &&
             view.cause(each) == view.cause(word);
    });
  });
}

// Whether a word is a piece of a quoted text that bash has split: quotes in the value of a variable
// do not group words.
bool has_lone_quote(std::string_view word) {
  return word.size() > 1 && std::ranges::any_of(std::string_view("'\""), [&](char quote) {
           return word.starts_with(quote) != word.ends_with(quote) &&
                  std::ranges::count(word, quote) == 1;
         });
}

// What argparse refuses among the words of one launch.
class Refused {
 public:
  Refused(const launch::LinkedLaunch& linked, const Parser& parser, const LaunchView& view,
          LaunchHits& out)
      : linked_(linked), parser_(parser), view_(view), out_(out) {}

  void find() {
    const Launch& launch = *linked_.launch;
    if (launch.kind == LaunchKind::kDeepspeed && !launch.flag("no_local_rank") &&
        !launch.more_flags && !parser_.declares("--local_rank"))
      add(launch.program, launch.starter, "local-rank");
    if (!parser_.commands.empty() && !names_command()) return;
    for (const ExpandedWord& word : launch.arguments) {
      if (word.is("--")) break;
      const std::size_t equals = word.value.find('=');
      // No option has a blank in its name.
      const bool named = word.is_known() || (word.precision == ExpandedWord::Precision::kPrefix &&
                                             word.value.find_first_of("= ") != word.value.npos &&
                                             !word.in_script_folder);
      const std::string name = word.value.substr(0, equals);
      if (!named || !looks_like_option(name) || parser_.declares(name)) continue;
      if (LaunchHit* hit = add(word, place(word), "")) {
        hit->name = name;
        propose(*hit, nearest(name, parser_.names), view_);
      }
    }
    find_choice();
    find_required();
    const auto found = surplus(launch, parser_);
    if (!found) return;
    const bool twice = is_given_twice(*found->word);
    const Span at = twice ? launch.starter : place(*found->word);
    if (!linked_.through && has_lone_quote(found->word->value)) {
      if (LaunchHit* hit = add(*found->word, linked_.from->commands[launch.command].span, "quoted"))
        hit->places.push_back({at, {"the quotes", "引号在这里"}});
      return;
    }
    LaunchHit* hit = add(*found->word, at, found->flag ? "flag-value" : "surplus", twice);
    if (hit && found->flag) hit->captures["option"] = found->flag->value;
  }

 private:
  // What another launch script is given is wrong where that is written.
  Span place(const ExpandedWord& word) const {
    return linked_.through ? view_.cause(word) : word.span;
  }

  // Whether the launch names a subcommand, which is the first word that belongs to no option; a
  // word that is none is a hit.
  bool names_command() {
    const auto& words = linked_.launch->arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const ExpandedWord& word = words[i];
      if (!word.is_known()) return false;
      if (!word.value.starts_with('-')) {
        const auto& all = parser_.commands;
        if (is_in(word.value, all)) return true;
        if (LaunchHit* hit = add(word, place(word), "command"))
          propose(*hit, nearest(word.value, all), view_);
        return false;
      }
      const std::size_t equals = word.value.find('=');
      const Option* option = parser_.option(std::string_view(word.value).substr(0, equals));
      if (!option || !option->words) return false;
      if (equals == word.value.npos) i += *option->words;
    }
    return false;
  }

  // A value that is none of an option's choices.
  void find_choice() {
    const auto& words = linked_.launch->arguments;
    for (std::size_t i = 0; i < words.size() && !words[i].is("--"); ++i) {
      const ExpandedWord& word = words[i];
      if (word.precision == ExpandedWord::Precision::kAnyWords) return;
      const std::size_t equals = word.value.find('=');
      const std::string name = word.value.substr(0, equals);
      // What --launcher may be is told with the script.
      const bool named = name.starts_with("--") && name != "--launcher";
      const Option* option = named ? parser_.option(name) : nullptr;
      if (!word.is_known() || !option || option->words != 1u) continue;
      const bool attached = equals != word.value.npos;
      if (!attached && i + 1 >= words.size()) return;
      const ExpandedWord& given = attached ? word : words[++i];
      if (!given.is_known()) continue;
      const std::string value = attached ? word.value.substr(equals + 1) : given.value;
      const std::string type = type_of(name);
      const bool whole = type == "int" || type == "builtins.int";
      const bool real = type == "float" || type == "builtins.float";
      if (!value.empty() && ((whole && !reads_as_int(value)) || (real && !reads_as_float(value)))) {
        if (LaunchHit* hit = add(given, place(given), "type")) {
          hit->name = value;
          hit->captures["option"] = name;
          hit->captures["type"] = whole ? "int" : "float";
        }
        continue;
      }
      const Value* choices = script::only_data(option->choices);
      if (!choices || (!choices->is_sequence())) continue;
      const auto& items = choices->items();
      const bool texts = std::ranges::all_of(
          items, [](const auto& item) { return item->kind == Value::Kind::kString; });
      const bool fits =
          std::ranges::any_of(items, [&](const auto& item) { return item->is_string(value); });
      if (!texts || fits) continue;
      if (LaunchHit* hit = add(given, place(given), "choice")) {
        hit->name = value;
        hit->captures["option"] = name;
      }
    }
  }

  // Whether parser.add_argument(NAME, type=int) makes a number of an option's value.
  std::string type_of(std::string_view name) const {
    for (const auto& call : linked_.script_summary->calls) {
      if (!call.symbol.is_method(script::Symbol::Kind::kParser, "add_argument") ||
          call.arguments.empty())
        continue;
      const bool names = std::ranges::any_of(call.arguments, [&](const script::Argument& each) {
        return each.name.empty() && script::text_of(each.value) == name;
      });
      const auto* type = call.argument("type", 100);
      const auto* symbol = names && type ? script::only_symbol(type->value) : nullptr;
      if (symbol) return symbol->symbol().str();
    }
    return "";
  }

  // An argument that must be given, where all that is given is known.
  void find_required() {
    if (parser_.gives_words) return;
    const auto& words = linked_.launch->arguments;
    std::size_t plain = 0;
    std::set<std::string> given;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const ExpandedWord& word = words[i];
      if (may_be_anything(word) || word.is("--") || word.value.starts_with('@')) return;
      if (!word.value.starts_with('-') || word.in_script_folder) {
        ++plain;
        continue;
      }
      const std::size_t equals = word.value.find('=');
      const Option* option = parser_.option(std::string_view(word.value).substr(0, equals));
      if (!option || !option->words) return;
      given.insert(option->names.begin(), option->names.end());
      if (equals == word.value.npos) i += *option->words;
    }
    if (!parser_.commands.empty()) --plain;  // the subcommand, which is there
    for (const Option& option : parser_.options) {
      const bool named = option.names.front().starts_with('-');
      if (!option.required || !option.words) {
        if (!named) return;
        continue;
      }
      const bool has = named ? given.contains(option.names.front()) : plain >= *option.words;
      if (!named && has) plain -= *option.words;
      if (has) continue;
      const launch::LinkedLaunch& outer = LaunchView::outer(linked_);
      if (LaunchHit* hit = add(outer.launch->program, outer.launch->starter, "required"))
        hit->captures["option"] = option.names.front();
      return;
    }
  }

  // `--nproc_per_node=$1 train.py "$@"`: the launch that passes it on is at fault.
  bool is_given_twice(const ExpandedWord& word) const {
    const Launch& launch = *linked_.launch;
    const Span cause = view_.cause(word);
    const auto is_same = [&](const ExpandedWord& other) {
      return &other != &word && other.value == word.value && view_.cause(other) == cause;
    };
    if (word.runs.empty()) return false;
    if (std::ranges::any_of(launch.arguments, is_same)) return true;
    return launch.launcher &&
           std::ranges::any_of(launch.launcher->flags, [&](const shell::Flag& flag) {
             return flag.value && is_same(*flag.value);
           });
  }

  LaunchHit* add(const ExpandedWord& word, Span at, const char* form, bool anywhere = false) {
    if (linked_.through && !anywhere && !view_.has(at)) return nullptr;  // it is told there
    LaunchHit hit;
    hit.at = at;
    hit.name = word.value;
    hit.form = word.overridable && !is_used_elsewhere(word, linked_, view_) ? "default" : form;
    hit.linked = &linked_;
    hit.captures["script"] = shown_target(*linked_.launch);
    hit.captures["option"] = "";
    if (!linked_.script_summary->options.empty())
      hit.places.push_back({linked_.script_summary->options.front().span,
                            {"the options of the script begin here", "脚本的选项从这里开始"}});
    out_.push_back(std::move(hit));
    return &out_.back();
  }

  const launch::LinkedLaunch& linked_;
  const Parser& parser_;
  const LaunchView& view_;
  LaunchHits& out_;
};

// torchrun is a parser of argparse itself. Behind a word that may be the script, as in `torchrun $1
// --epochs 1`, the options may be those of the script.
void find_unknown_flags(const launch::LinkedLaunch& linked, LaunchHits& out) {
  const Launch& launch = *linked.launch;
  if (launch.kind != LaunchKind::kTorchRun && launch.kind != LaunchKind::kTorchLaunch) return;
  const auto& words = linked.from->commands[launch.command].words;
  const auto& flags = launch.launcher->flags;
  const auto may_be_script = [&flags](const ExpandedWord& word) {
    return may_be_anything(word) && !word.value.starts_with('-') &&
           std::ranges::none_of(flags, [&](const shell::Flag& flag) {
             return flag.value && flag.value->span == word.span;
           });
  };
  const auto open = std::ranges::find_if(words, may_be_script);
  for (const shell::Flag& flag : flags) {
    if (flag.known || (open != words.end() && open->span < flag.span)) continue;
    LaunchHit hit;
    hit.at = flag.span;
    hit.name = flag.name.size() > 1 ? "--" + flag.name : "-" + flag.name;
    hit.form = "launcher";
    hit.linked = &linked;
    hit.captures["script"] = shown_target(launch);
    hit.captures["option"] = "";
    out.push_back(std::move(hit));
  }
}

}  // namespace

LaunchHits unknown_option(const LaunchView& view) {
  LaunchHits out;
  std::map<const Summary*, Parser> parsers;
  for (const launch::LinkedLaunch* linked : view.reached()) {
    if (linked->launch->kind == LaunchKind::kShell || lacks_argument(*linked)) continue;
    const shell::Command& command = linked->from->commands[linked->launch->command];
    if (broken_continuation(command, view.request.workspace.text(linked->launch_script)).known())
      continue;
    if (!linked->through) find_unknown_flags(*linked, out);
    // Of the scripts that a caller may name, another one takes what this one refuses.
    const bool is_one = linked->launch->target_word().precision == ExpandedWord::Precision::kExact;
    if (!linked->script_summary || !is_one) continue;
    const Summary* script = linked->script_summary;
    if (has_commands(*script)) {
      script = launch::known_run(view.facts_of(*linked), *linked).get();
      if (!script) continue;
    }
    const Parser& parser = parsers.try_emplace(script, *script).first->second;
    if (parser.all) Refused(*linked, parser, view, out).find();
  }
  return out;
}

}  // namespace mmlint::check::predicates
