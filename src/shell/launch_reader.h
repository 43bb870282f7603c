#pragma once

#include "shell/summary.h"

// Recognizes the commands that start Python, and reads their program, options and target. Internal
// to this folder.
namespace mmlint::shell {

// The program of a command behind the wrappers that only run it: nohup, env, sudo, numactl,
// timeout, srun... Indexes are 0-based, in the command's words.
struct Unwrapped {
  std::size_t first = 0;              // the index of the program; words.size() if there is none
  std::vector<std::string> wrappers;  // their names, outermost first
  std::vector<Flag> step;             // the options of srun
  std::vector<std::size_t> settings;  // the indexes of the words NAME=value of env and sudo
  std::vector<std::string> removed;   // the variables that `env -u NAME` removes
  bool cleared = false;               // `env -i` starts with an empty environment
};
// Defined in unwrap.cc.
Unwrapped unwrap(std::span<const ExpandedWord> words);

// Returns the index of the word that a shell runs as commands: TEXT in `bash -c TEXT`. `first` is
// the index of the program. nullopt for any other command.
std::optional<std::size_t> shell_text(std::span<const ExpandedWord> words, std::size_t first);

// Returns true if the words from index `first` on start a shell that reads its commands from its
// input: `bash`, `bash -s x`.
bool reads_commands(std::span<const ExpandedWord> words, std::size_t first);

// Returns the start of Python, of a launcher or of another shell script that the words from index
// `first` on are; nullopt if they start anything else. The caller fills in command, wrappers,
// environment, folder and embedded code.
std::optional<Launch> read_launch(std::span<const ExpandedWord> words, std::size_t first);

// Returns the name of a program without its folder; empty if it is not known. A view of the word.
std::string_view program_name(const ExpandedWord& word);

}  // namespace mmlint::shell
