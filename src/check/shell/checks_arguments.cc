#include <algorithm>
#include <map>

#include "base/text.h"
#include "check/shell/checks_parts.h"

// What a script is given, and what its argparse parser takes.
namespace mmlint::check {

using script::Option;
using script::Summary;
using shell::ExpandedWord;
using shell::Launch;
using shell::LaunchKind;

namespace {

// What a script's parser takes.
struct Parser {
  explicit Parser(const Summary& script) : all(parses_all(script)), options(script.options) {
    if (!all) return;
    gives_words = std::any_of(script.calls.begin(), script.calls.end(), [](const auto& call) {
      return call.symbol == "<parser>.parse_args" && (call.more || !call.arguments.empty());
    });
    names.emplace_back("--help");
    for (const Option& option : options)
      names.insert(names.end(), option.names.begin(), option.names.end());
  }

  // argparse takes the beginning of an option for it (ArgumentParser._get_option_tuples).
  bool declares(std::string_view name) const {
    return std::any_of(names.begin(), names.end(),
                       [name](const std::string& each) { return each.starts_with(name); });
  }

  // The option of that very name; null if several differ in what they take.
  const Option* option(std::string_view name) const {
    const Option* found = nullptr;
    for (const Option& each : options) {
      const auto& own = each.names;
      if (std::find(own.begin(), own.end(), name) == own.end()) continue;
      if (found && found->words != each.words) return nullptr;
      found = &each;
    }
    return found;
  }

  // How many words that belong to no option it takes; nullopt if that is not known.
  std::optional<std::size_t> places() const {
    if (gives_words) return std::nullopt;
    std::size_t count = 0;
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
bool is_used_elsewhere(const ExpandedWord& word, const LinkedLaunch& own, const LaunchView& view) {
  const auto& all = view.graph.all();
  return std::any_of(all.begin(), all.end(), [&](const LinkedLaunch* linked) {
    if (!linked->through || linked->launch_script != own.launch_script) return false;
    if (linked->launch->starter != own.launch->starter) return false;
    const auto& words = linked->launch->arguments;
    return std::any_of(words.begin(), words.end(), [&](const ExpandedWord& each) {
      return each.is(word.value) && !each.overridable && each.runs.size() == word.runs.size() &&
             view.cause(each) == view.cause(word);
    });
  });
}

// What argparse refuses among the words of one launch.
class Refused {
 public:
  Refused(const LinkedLaunch& linked, const Parser& parser, const LaunchView& view, LaunchHits& out)
      : linked_(linked), parser_(parser), view_(view), out_(out) {}

  void find() {
    const Launch& launch = *linked_.launch;
    if (launch.kind == LaunchKind::kDeepspeed && !launch.flag("no_local_rank") &&
        !launch.more_flags && !parser_.declares("--local_rank"))
      add(launch.program, launch.starter, "local-rank");
    for (const ExpandedWord& word : launch.arguments) {
      if (word.is("--")) break;
      const std::size_t equals = word.value.find('=');
      const bool named = word.is_known() || (word.precision == ExpandedWord::Precision::kPrefix &&
                                             equals != word.value.npos && !word.in_script_folder);
      const std::string name = word.value.substr(0, equals);
      if (!named || !name.starts_with("--") || parser_.declares(name)) continue;
      if (LaunchHit* hit = add(word, place(word), "")) {
        hit->name = name;
        hit->nearest = nearest(name, parser_.names).value_or("");
      }
    }
    const auto found = surplus(launch, parser_);
    if (!found) return;
    LaunchHit* hit = add(*found->word, place(*found->word), found->flag ? "flag-value" : "surplus");
    if (hit && found->flag) hit->captures["option"] = found->flag->value;
  }

 private:
  // What another launch script is given is wrong where that is written.
  Span place(const ExpandedWord& word) const {
    return linked_.through ? view_.cause(word) : word.span;
  }

  LaunchHit* add(const ExpandedWord& word, Span at, const char* form) {
    if (linked_.through && !view_.has(at)) return nullptr;  // it is told there
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

  const LinkedLaunch& linked_;
  const Parser& parser_;
  const LaunchView& view_;
  LaunchHits& out_;
};

// torchrun is a parser of argparse itself.
void find_unknown_flags(const LinkedLaunch& linked, LaunchHits& out) {
  const Launch& launch = *linked.launch;
  if (launch.kind != LaunchKind::kTorchRun && launch.kind != LaunchKind::kTorchLaunch) return;
  for (const shell::Flag& flag : launch.launcher->flags) {
    if (flag.known) continue;
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
  for (const LinkedLaunch* linked : view.reached()) {
    if (linked->launch->kind == LaunchKind::kShell) continue;
    if (!linked->through) find_unknown_flags(*linked, out);
    if (!linked->script_summary) continue;
    const Parser& parser =
        parsers.try_emplace(linked->script_summary, *linked->script_summary).first->second;
    if (parser.all) Refused(*linked, parser, view, out).find();
  }
  return out;
}

}  // namespace mmlint::check
