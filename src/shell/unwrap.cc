#include <algorithm>

#include "base/text.h"
#include "shell/launch_reader.h"
#include "shell/options.h"

namespace mmlint::shell {
namespace {

constexpr std::string_view kExecValues[] = {"a"};
constexpr std::string_view kTimeValues[] = {"f", "o", "format", "output"};
constexpr std::string_view kNiceValues[] = {"n", "adjustment"};
constexpr std::string_view kIoniceValues[] = {"c", "n", "p", "class", "classdata"};
constexpr std::string_view kStdbufValues[] = {"i", "o", "e"};
constexpr std::string_view kNumactlValues[] = {
    "N", "m", "C", "i", "p", "cpunodebind", "membind", "physcpubind", "interleave", "preferred"};
constexpr std::string_view kTimeoutValues[] = {"s", "k", "signal", "kill_after"};
constexpr std::string_view kCondaValues[] = {"n", "p", "name", "prefix", "cwd"};
constexpr std::string_view kCondaSwitches[] = {"no_capture_output", "live_stream", "v"};
constexpr std::string_view kTasksetSwitches[] = {"c", "a", "cpu_list"};

struct Wrapper {
  std::string_view name;
  OptionSet options;
  std::size_t positionals = 0;  // words of its own behind the options
};

const Wrapper* find_wrapper(std::string_view name) {
  static const Wrapper kWrappers[] = {{"nohup", {}},
                                      {"setsid", {}},
                                      {"command", {}},
                                      {"builtin", {}},
                                      {"unbuffer", {}},
                                      {"exec", {kExecValues, {}, false}},
                                      {"time", {kTimeValues, {}, false}},
                                      {"nice", {kNiceValues, {}, false}},
                                      {"ionice", {kIoniceValues, {}, false}},
                                      {"stdbuf", {kStdbufValues, {}, false}},
                                      {"numactl", {kNumactlValues, {}, false}},
                                      {"taskset", {{}, kTasksetSwitches, false}, 1},
                                      {"timeout", {kTimeoutValues, {}, false}, 1},
                                      {"sudo", kSudoOptions},
                                      {"srun", kSrunOptions},
                                      {"conda", {kCondaValues, kCondaSwitches, false}},
                                      {"mamba", {kCondaValues, kCondaSwitches, false}}};
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
    if (word.is("-i") || word.is("-") || word.is("--ignore-environment")) {
      out.cleared = true;
    } else if (word.is("-u") && at + 1 < words.size()) {
      out.removed.push_back(words[++at].value);
    } else if (word.value.starts_with("--unset=")) {
      out.removed.push_back(word.value.substr(8));
    } else if (is_setting(word)) {
      out.settings.push_back(at);
    } else if (!word.value.starts_with('-')) {
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
    if (name == "conda" || name == "mamba") {
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
