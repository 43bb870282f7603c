#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

// Words of a launch script after bash's expansions, as far as they can be computed.
namespace mmlint::shell {

// The origin of consecutive bytes of a text. The runs of a text are sorted and cover what is known.
struct SourceRun {
  std::uint32_t at;  // offset in the text; the run ends where the next one begins
  Span source;
  bool verbatim;  // the bytes of the run are those that stand at source.begin
};

// A value that an unknown part of a word may have: a may fact, there may be others.
struct PossibleValue {
  std::string value;
  Span span;  // where the script says so
};

// What counts cards and finds none where there is no CUDA.
enum class CardCount : std::uint8_t {
  kNone,
  kNvidiaSmi,  // the lines of nvidia-smi, which only hosts with NVIDIA's driver have
  kTorch,      // torch.cuda.device_count()
};

// A word as a program receives it.
struct ExpandedWord {
  // Both are must facts: `value` is all of the word, or what the word begins with.
  enum class Precision : std::uint8_t {
    kExact,
    kPrefix,    // one word that begins with `value`
    kAnyWords,  // any number of words, most often one: "$@", an unquoted $X; `value` is empty
  } precision = Precision::kExact;
  std::string value;
  // The word in the command. A word of a command that is run from a string ($CMD, eval) has its
  // place in that string.
  Span span;
  // Where the part stands that is not known; unknown for an exact word.
  Span blame;
  // May: the caller, or another script that this one reads (`source x`), can give another value
  // than the one that `value` shows, as for ${GPUS:-8}.
  bool overridable = false;
  // What decides the part that is not known or may be overridden, if that is one thing: a variable
  // ("GPUS"), a positional parameter ("1", "@") or a loop's variable. Empty otherwise.
  std::string depends_on;
  // Must: nothing but `depends_on` decides it. An exact word is replaced as a whole; another word
  // is `value`, then the value of `depends_on`, and ends there.
  bool sole_dependency = false;
  // `value` is a path below the folder of the script: "/../train.py", or "" for the folder.
  bool in_script_folder = false;
  // What branches may have put in place of the part that is not known or may be overridden.
  std::vector<PossibleValue> possible_values;
  std::vector<SourceRun> runs;  // of `value`
  // Must: the part that is not known is that count of cards, unless it is overridden.
  CardCount counts = CardCount::kNone;

  bool is_known() const { return precision == Precision::kExact && !in_script_folder; }
  bool is(std::string_view text) const { return is_known() && value == text; }
  // The place where the whole value is written, in this word or in an assignment: an edit there
  // changes the word. nullopt if there is no such place.
  std::optional<Span> written() const;
};

}  // namespace mmlint::shell
