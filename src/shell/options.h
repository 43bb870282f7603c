#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "shell/summary.h"

// Options of the programs that launch. Internal to launch.
namespace mmlint::shell {

struct OptionSet {
  std::span<const std::string_view> values;    // names that take a value; "mca 2" takes two
  std::span<const std::string_view> switches;  // names that take none
  bool abbreviates = false;                    // as argparse: a unique beginning will do
};

// torchrun and torch.distributed.launch, whose options are the same but for one
// (torch.distributed.run: get_args_parser).
extern const OptionSet kTorchRunOptions;
extern const OptionSet kMpirunOptions;
extern const OptionSet kHorovodrunOptions;
extern const OptionSet kDeepspeedOptions;
extern const OptionSet kAccelerateOptions;
extern const OptionSet kSrunOptions;
extern const OptionSet kSudoOptions;

struct ReadOptions {
  std::vector<Flag> flags;
  std::size_t next = 0;  // the first word that is no option
  bool more = false;     // a word among them is not known
};
// From `first` on, up to the first word that is none or behind `--`.
ReadOptions read_options(std::span<const ExpandedWord> words, std::size_t first,
                         const OptionSet& set);

// All bytes from the first of one word to the last of another.
Span between(const ExpandedWord& first, const ExpandedWord& last);

}  // namespace mmlint::shell
