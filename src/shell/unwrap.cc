#include <algorithm>

#include "base/text.h"
#include "shell/launch_reader.h"
#include "shell/options.h"

namespace mmlint::shell {
namespace {

constexpr std::string_view kNiceValues[] = {"n"};
constexpr std::string_view kStdbufValues[] = {"o"};
constexpr std::string_view kNumactlValues[] = {"m"};
constexpr std::string_view kTimeoutValues[] = {"k"};
constexpr std::string_view kCondaValues[] = {"n"};
constexpr std::string_view kCondaSwitches[] = {"no_capture_output", "live_stream"};

struct Wrapper {
  std::string_view name;
  OptionSet options;
  std::size_t positionals = 0;  // words of its own behind the options
};

const Wrapper* find_wrapper(std::string_view name) {
  static const Wrapper kWrappers[] = {{"nohup", {}},
                                      {"setsid", {}},
                                      {"command", {}},
                                      {"unbuffer", {}},
                                      {"exec", {}},
                                      {"time", {}},
                                      {"nice", {kNiceValues, {}, false}},
                                      {"stdbuf", {kStdbufValues, {}, false}},
                                      {"numactl", {kNumactlValues, {}, false}},
                                      {"taskset", {}, 1},
                                      {"timeout", {kTimeoutValues, {}, false}, 1},
                                      {"sudo", kSudoOptions},
                                      {"srun", kSlurmOptions},
                                      {"conda", {kCondaValues, kCondaSwitches, false}}};
  for (const Wrapper& each : kWrappers) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

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
    const Wrapper* wrapper = find_wrapper(name);
    if (wrapper == nullptr) break;
    std::size_t from = at + 1;
    if (name == "conda") {
      if (from >= words.size() || !words[from].is("run")) break;
      ++from;
    }
    // $PYTHON behind nohup, which has no options, is a program.
    const bool no_options = wrapper->options.values.empty() && wrapper->options.switches.empty();
    const bool program = no_options && from < words.size() && !words[from].value.starts_with('-');
    ReadOptions read;
    read.next = from;
    if (!program) read = read_options(words, from, wrapper->options);
    const bool asks = name == "command" &&
                      std::any_of(read.flags.begin(), read.flags.end(), [](const Flag& flag) {
                        return flag.name == "v" || flag.name == "V";
                      });
    if (asks) {
      at = words.size();
      break;
    }
    out.wrappers.emplace_back(name);
    at = read.next;
    // Its options may stand in $ARGS.
    const auto program_follows = [&] {
      return at + 1 < words.size() && !program_name(words[at + 1]).empty() &&
             words[at].precision == ExpandedWord::Precision::kAnyWords &&
             read_launch(words, at + 1).has_value();
    };
    if (program_follows()) ++at;
    at = std::min(at + wrapper->positionals, words.size());
    if (name == "sudo") {
      while (at < words.size() && is_setting(words[at])) out.settings.push_back(at++);
    }
  }
  out.first = at;
  return out;
}

}  // namespace mmlint::shell
