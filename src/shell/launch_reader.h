#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shell/summary.h"

// Which program the words of a command start, with which options. Internal to launch.
namespace mmlint::shell {

// A command without what wraps it: nohup, env, sudo, numactl, timeout, srun...
struct Unwrapped {
  std::size_t first = 0;  // the word of the program; words.size() if there is none
  std::vector<std::string> wrappers;
  std::vector<std::size_t> settings;  // words NAME=value of env and sudo
  std::vector<std::string> removed;   // env -u NAME
  bool cleared = false;               // env -i
};
Unwrapped unwrap(std::span<const ExpandedWord> words);

// The text in `bash -c TEXT`: the index of its word.
std::optional<std::size_t> shell_text(std::span<const ExpandedWord> words, std::size_t first);

// What the words from `first` on start, if that is Python, a launcher of it, or a shell script;
// command, wrappers, environment and folder are left to the caller.
std::optional<Launch> read_launch(std::span<const ExpandedWord> words, std::size_t first);

// The name of a program without its folder; empty if it is not known.
std::string_view program_name(const ExpandedWord& word);

}  // namespace mmlint::shell
