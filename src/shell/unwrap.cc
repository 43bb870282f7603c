
#include "base/text.h"
#include "facts/launch.h"
#include "shell/launch_reader.h"
#include "shell/options.h"

namespace mmlint::shell {
namespace {

// NAME=value
bool is_setting(const ExpandedWord& word) {
  const std::size_t equals = word.value.find('=');
  return equals != word.value.npos && is_identifier(std::string_view(word.value).substr(0, equals));
}

// Options and settings of env, from its first word on; the index behind them.
std::size_t read_env(std::span<const ExpandedWord> words, std::size_t at, Unwrapped& out) {
  for (; at < words.size(); ++at) {
    const ExpandedWord& word = words[at];
    if (word.is("-i")) {
      out.cleared = true;
    } else if (word.is("-u") && at + 1 < words.size()) {
      out.removed.push_back(words[++at].value);
    } else if (is_setting(word)) {
      out.settings.push_back(at);
    } else {
      break;
    }
  }
  return at;
}

}  // namespace

Unwrapped unwrap(std::span<const ExpandedWord> words) {
  Unwrapped out;
  std::size_t at = 0;
  while (at < words.size()) {
    const std::string_view name = program_name(words[at]);
    if (name == "env") {
      out.wrappers.emplace_back(name);
      at = read_env(words, at + 1, out);
      continue;
    }
    const auto own_words = facts::words_of_wrapper(name);
    if (!own_words) break;
    std::size_t from = at + 1;
    if (name == "conda") {
      if (from >= words.size() || !words[from].is("run")) break;
      ++from;
    }
    // $PYTHON behind nohup, which has no options, is a program.
    const bool program = facts::options_of(name).empty() && from < words.size() &&
                         !words[from].value.starts_with('-');
    ReadOptions read;
    read.next = from;
    if (!program) read = read_options(words, from, name);
    const bool asks = name == "command" && std::ranges::any_of(read.flags, [](const Flag& flag) {
                        return flag.name == "v" || flag.name == "V";
                      });
    if (asks) {
      at = words.size();
      break;
    }
    out.wrappers.emplace_back(name);
    if (name == "srun") out.step = std::move(read.flags);
    at = read.next;
    // Its options may stand in $ARGS.
    const auto program_follows = [&] {
      return at + 1 < words.size() && !program_name(words[at + 1]).empty() &&
             words[at].precision == ExpandedWord::Precision::kAnyWords &&
             read_launch(words, at + 1).has_value();
    };
    if (program_follows()) ++at;
    at = std::min(at + *own_words, words.size());
    if (name == "sudo") {
      while (at < words.size() && is_setting(words[at])) out.settings.push_back(at++);
    }
  }
  out.first = at;
  return out;
}

}  // namespace mmlint::shell
