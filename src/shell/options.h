#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "shell/summary.h"

// The command-line options of launchers and of programs that wrap commands. Internal to this
// folder.
namespace mmlint::shell {

// The options that a program knows, by their long names without dashes, with '_' for '-'.
struct OptionSet {
  std::span<const std::string_view> values;    // options with a value; "mca 2" takes two
  std::span<const std::string_view> switches;  // options without a value
  bool abbreviates = false;  // an unambiguous prefix stands for the option, as in argparse
};

// The options of torchrun (torch.distributed.run: get_args_parser), and of
// torch.distributed.launch, which has one more.
extern const OptionSet kTorchRunOptions;
extern const OptionSet kMpirunOptions;
extern const OptionSet kHorovodrunOptions;
extern const OptionSet kDeepspeedOptions;
extern const OptionSet kAccelerateOptions;
extern const OptionSet kSlurmOptions;
extern const OptionSet kSudoOptions;

// The options at the front of some words.
struct ReadOptions {
  std::vector<Flag> flags;
  std::size_t next = 0;  // the index of the first word behind the options
  bool more = false;     // may: words that are not known stand for further options
  bool guessed = false;  // may: a word that is not known is no option's value, but the next program
};
// Returns the options from the word at index `first` up to `--` or the first word that is not an
// option.
ReadOptions read_options(std::span<const ExpandedWord> words, std::size_t first,
                         const OptionSet& set);

// Returns true for the name of a script, such as "train.py" or "job.slurm".
bool names_script(const ExpandedWord& word);

// Returns the span from the first byte of one word to the last byte of another.
Span between(const ExpandedWord& first, const ExpandedWord& last);

}  // namespace mmlint::shell
