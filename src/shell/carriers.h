#pragma once

#include "shell/expanded_word.h"

// Programs that run a command given by their own words: in a container (docker), on another machine
// (ssh), in a terminal of its own (tmux), or once for each word of their input (xargs). Internal to
// this folder.
namespace mmlint::shell {

// A command that such a program runs. Indexes are those of the program's words.
struct CarriedCommand {
  // The words of the command, from `first` up to but not including `end`; equal if the program runs
  // a shell that reads its commands from the input.
  std::size_t first = 0, end = 0;
  // The words, joined with blanks, are shell text: `ssh HOST TEXT`. A program that takes one word
  // as shell text and several as a command (tmux) gives one word here.
  bool is_text = false;
  // The command runs in a container or on another machine, which does not have the environment of
  // the script and has the project's files in a folder that is not known.
  bool elsewhere = false;
  bool reads_input = false;  // the commands are in a here-document
  bool is_script = false;    // the first word is a shell script, whatever its name
  // The indexes of words that set variables: NAME=value, or NAME to pass on a variable of the
  // script (`docker run -e NAME`).
  std::vector<std::size_t> settings;
  // For xargs and its like, the text that they replace in the words by a value that is not known;
  // if it is empty, they append such words instead. nullopt for programs that do neither.
  std::optional<std::string> placeholder;
  bool at_once = false;  // must: the next command starts before this one has ended
};

// Returns the commands that the program at index `first` runs; empty for any other program.
std::vector<CarriedCommand> carried_commands(std::span<const ExpandedWord> words,
                                             std::size_t first);

}  // namespace mmlint::shell
