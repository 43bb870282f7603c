#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shell/expanded_word.h"

// Programs that run a command in another place: in a container, on another machine, in a terminal
// of its own, for each word that they read. Internal to this folder.
namespace mmlint::shell {

struct CarriedCommand {
  // The command's words: from this index up to that one. None for a shell that reads its commands.
  std::size_t first = 0, end = 0;
  // The words are parts of a text that a shell there reads: `ssh HOST TEXT`. Where a program takes
  // one word as a text and several as a command (tmux), it is one word.
  bool is_text = false;
  // In a container or on another machine, which has an environment of its own, and the files of the
  // project in a folder that only its user knows.
  bool elsewhere = false;
  bool reads_input = false;           // the commands stand in the here-document
  std::vector<std::size_t> settings;  // the indexes of words NAME=value: `docker run -e NAME=value`
  // xargs and its like: this text in a word stands for something that is not known. Empty: more
  // words follow behind the last one. nullopt for programs that do not do that.
  std::optional<std::string> placeholder;
};

// The commands that the program at index `first` runs elsewhere; empty for any other program.
std::vector<CarriedCommand> carried_commands(std::span<const ExpandedWord> words,
                                             std::size_t first);

}  // namespace mmlint::shell
