#pragma once

#include "base/algorithms.h"
#include "base/span.h"
#include "script/guard.h"

namespace mmlint::script {

// A word that a script is given on its command line.
struct Word {
  std::string text;       // what is known of it: its beginning, which may be empty
  Span at;                // where it is written, in the launch script
  bool is_whole = false;  // must: the text is all of the word
};

// What is known of one way to start a script, such as a launch of the project: it decides which
// branches the run takes.
struct Start {
  Guard guard;                  // what holds when the script begins: variables set, devices there
  std::vector<Word> arguments;  // a word with an empty text may be any number of words
  bool knows_all = true;        // must: these are all that it gives, and known
  std::vector<std::string> words;  // its arguments that begin with '-', up to the first '='
  bool more = false;               // may: it gives further arguments, which are not known
  std::map<std::string, std::string> values;       // of options with one known value, as `--x y`
  std::map<std::string, std::string> environment;  // the known values of variables
  // The number of the process that is followed, where it is one of several on one machine; nullopt
  // if any of them may be meant. RANK and LOCAL_RANK are in `environment` then.
  std::optional<int> rank = std::nullopt;
  bool sees_groups = true;  // must: no other code than what is walked makes a process group
  // Returns false if nothing that the script reads has this name, so that no attribute of it is set
  // under a name that the script computes. Empty if that is not known.
  std::function<bool(std::string_view name)> may_set = {};

  // Follows the process with that number, of those that torchrun starts on one machine. The old
  // torch.distributed.launch gives it as an option, which must be among the words by now.
  void set_rank(int number) {
    rank = number;
    environment["RANK"] = environment["LOCAL_RANK"] = std::to_string(number);
    for (const char* name : {"--local_rank", "--local-rank"}) {
      if (is_in(name, words)) values[name] = std::to_string(number);
    }
  }
  // Returns false if none of an option's names is given, nor an abbreviation of one, which argparse
  // takes too.
  bool may_give(const std::vector<std::string>& names) const {
    const auto means = [&](const std::string& name) {
      return std::ranges::any_of(words, [&](const std::string& word) {
        const bool is_long = word.starts_with("--");
        return is_long ? name.starts_with(word) : word.starts_with(name);
      });
    };
    return more || std::ranges::any_of(names, means);
  }
  // Returns the word that is given to the option with these names; nullopt if it is not known, or
  // if an abbreviation may give another one. Further arguments are another start: who passes
  // `--device cuda` to a launch script that says `--device cpu "$@"` decides anew.
  std::optional<std::string> value_of(const std::vector<std::string>& names) const {
    const auto is_own = [&](const std::string& word) { return is_in(word, names); };
    const auto own = std::ranges::find_if(words, is_own);
    const bool once = own != words.end() && std::none_of(own + 1, words.end(), is_own);
    const auto known = once ? values.find(*own) : values.end();
    return known == values.end() ? std::nullopt : std::optional(known->second);
  }
};

}  // namespace mmlint::script
