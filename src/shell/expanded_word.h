#pragma once

#include "base/span.h"

// The words of a launch script after bash's expansions, as far as these can be computed.
namespace mmlint::shell {

// The origin of consecutive bytes of a text. The runs of a text are sorted by `at` and cover the
// bytes that are known.
struct SourceRun {
  std::uint32_t at;  // 0-based byte offset in the text; the run ends where the next one begins
  Span source;       // where the bytes are written, or what they were computed from
  bool verbatim;     // the bytes of the run are those in the file from source.begin on
};

// A value that an unknown part of a word may have: a may fact, other values are possible.
struct PossibleValue {
  std::string value;
  Span span;  // where the script assigns it
};
// Adds more of the values that one value may be, up to 64 of them: there may be others too.
void add(std::vector<PossibleValue>& all, std::span<const PossibleValue> more);

// A command whose output is the number of cards of the machine, and which finds none without CUDA.
enum class CardCount : std::uint8_t {
  kNone,
  kNvidiaSmi,  // the lines of nvidia-smi, which only hosts with NVIDIA's driver have
  kTorch,      // torch.cuda.device_count()
};

// A word as a program receives it.
struct ExpandedWord {
  // How much of the word is known: must facts.
  enum class Precision : std::uint8_t {
    kExact,     // `value` is all of the word
    kPrefix,    // one word that begins with `value`
    kAnyWords,  // any number of words, most often one: "$@", an unquoted $X; `value` is empty
  } precision = Precision::kExact;
  // May: the word has a default, as ${GPUS:-8} has, and `value` shows it; the caller, or a script
  // that this one reads (`source x`), can give another value.
  bool overridable = false;
  // Must: only `depends_on` decides the word. For an exact word the value of `depends_on` replaces
  // all of `value`; a word that is not exact consists of `value`, the value of `depends_on` and
  // `suffix`.
  bool sole_dependency = false;
  // The word is a path in the folder of the script, and `value` is what follows that folder in it:
  // "/../train.py", or "" for the folder itself.
  bool in_script_folder = false;
  // Must: the unknown part is the output of this command, unless it is overridden.
  CardCount counts = CardCount::kNone;
  // Must: the unknown parts are empty unless the caller passes something.
  bool absent_by_default = false;
  // The word in the command. A word of a command that is run from a string ($CMD, eval) has its
  // place in that string.
  Span span;
  // The expansion that makes the word unknown; unknown for an exact word.
  Span blame;
  std::string value;
  // Of a word that is not exact: the known text after its last unknown part, ".py" in $1.py.
  std::string suffix;
  // The variable ("GPUS"), positional parameter ("1", "@") or loop variable that decides the
  // unknown or overridable part; empty if several do, or if it is not known which.
  std::string depends_on;
  // Values that branches of the script may have assigned to the unknown or overridable part.
  std::vector<PossibleValue> possible_values;
  // Must: the text of the one unknown part in each iteration of the loop over `depends_on`; null if
  // that is not known.
  std::shared_ptr<const std::vector<std::string>> rounds;
  std::vector<SourceRun> runs;  // the origin of the bytes of `value`

  // Returns true if `value` is the word as the program receives it, overrides aside.
  bool is_known() const { return precision == Precision::kExact && !in_script_folder; }
  bool is(std::string_view text) const { return is_known() && value == text; }
  // Returns the one place where the whole value is written, in this word or in an assignment: an
  // edit there changes the word. nullopt if there is no such place.
  std::optional<Span> written() const;
};

}  // namespace mmlint::shell
