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
  std::span<const std::string_view> values;    // take a value; "mca 2" takes two
  std::span<const std::string_view> switches;  // take none
  bool abbreviates = false;  // a beginning that only one option has stands for it, as in argparse
};

// Also torch.distributed.launch, which has one option more (torch.distributed.run:
// get_args_parser).
extern const OptionSet kTorchRunOptions;
extern const OptionSet kMpirunOptions;
extern const OptionSet kHorovodrunOptions;
extern const OptionSet kDeepspeedOptions;
extern const OptionSet kAccelerateOptions;
extern const OptionSet kSrunOptions;
extern const OptionSet kSudoOptions;

struct ReadOptions {
  std::vector<Flag> flags;
  std::size_t next = 0;  // the index of the first word behind the options
  bool more = false;     // may: words that are not known stand for more of them
};
// Reads options from the word at index `first` to the first word that is none, or behind `--`.
ReadOptions read_options(std::span<const ExpandedWord> words, std::size_t first,
                         const OptionSet& set);

// The span from the first byte of one word to the last byte of another.
Span between(const ExpandedWord& first, const ExpandedWord& last);

}  // namespace mmlint::shell
