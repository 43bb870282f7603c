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

LaunchHit hit_at(const ExpandedWord& word, const LinkedLaunch& linked) {
  LaunchHit hit;
  hit.at = word.span;
  hit.name = word.value;
  hit.linked = &linked;
  hit.captures["script"] = shown_target(*linked.launch);
  hit.captures["option"] = "";
  if (!linked.script_summary->options.empty())
    hit.places.push_back({linked.script_summary->options.front().span,
                          {"the options of the script begin here", "脚本的选项从这里开始"}});
  return hit;
}

}  // namespace

LaunchHits unknown_option(const LaunchView& view) {
  LaunchHits out;
  std::map<const Summary*, Parser> parsers;
  for (const LinkedLaunch* linked : view.own()) {
    const Launch& launch = *linked->launch;
    if (!linked->script_summary || launch.kind == LaunchKind::kShell) continue;
    const Parser& parser =
        parsers.try_emplace(linked->script_summary, *linked->script_summary).first->second;
    if (!parser.all) continue;
    for (const ExpandedWord& word : launch.arguments) {
      if (word.is("--")) break;
      if (!word.is_known() || word.overridable || !word.value.starts_with("--")) continue;
      const std::string name = word.value.substr(0, word.value.find('='));
      if (parser.declares(name)) continue;
      LaunchHit hit = hit_at(word, *linked);
      hit.name = name;
      hit.nearest = nearest(name, parser.names).value_or("");
      out.push_back(std::move(hit));
    }
    const auto found = surplus(launch, parser);
    if (!found) continue;
    LaunchHit hit = hit_at(*found->word, *linked);
    hit.form = found->flag ? "flag-value" : "surplus";
    if (found->flag) hit.captures["option"] = found->flag->value;
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check
