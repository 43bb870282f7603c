#pragma once

#include "shell/summary.h"

// The command-line options of launchers and of programs that wrap commands.
namespace mmlint::shell {

// The options at the front of some words.
struct ReadOptions {
  std::vector<Flag> flags;
  std::size_t next = 0;  // the index of the first word behind the options
  bool more = false;     // may: words that are not known stand for further options
  bool guessed = false;  // may: a word that is not known is no option's value, but the next program
};
// Returns the options from the word at index `first` up to `--` or the first word that is not an
// option. Which of them take values is known by the program: facts/launch.h.
ReadOptions read_options(std::span<const ExpandedWord> words, std::size_t first,
                         std::string_view program);

// Returns true for the name of a script, of Python or of the shell, such as "train.py" or
// "job.slurm".
bool names_script(const ExpandedWord& word);

// Returns the span from the first byte of one word to the last byte of another.
Span between(const ExpandedWord& first, const ExpandedWord& last);

}  // namespace mmlint::shell
