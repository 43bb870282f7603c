#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace mmlint::shell {

// Where a run of a text's bytes comes from.
struct SourceRun {
  std::uint32_t at;  // offset in the text; the run ends where the next piece begins
  Span source;
  bool verbatim;  // the file has exactly these bytes at source.begin
};

// What a part of a word may be.
struct Candidate {
  std::string value;
  Span span;
};

// A word as a program receives it.
struct ExpandedWord {
  enum class Precision : std::uint8_t {
    kExact,
    kPrefix,    // one word; `value` is what it is known to begin with
    kAnyWords,  // "$@", an unquoted $X: any number of words, most often one
  } precision = Precision::kExact;
  std::string value;
  Span
      span;  // the word in the command; of a word in a command string ($CMD): where it stands there
  Span blame;  // not known: what made it so
  // Not known, or overridable: the variable ("GPUS"), the positional parameter ("1", "@") or the
  // loop's variable that it hangs on, if only that.
  std::string depends_on;
  // Not known: it is `value`, then that, then nothing. Overridable: that may replace all of it.
  bool sole_dependency = false;
  // Somebody else may have given another value: it has a default as in ${GPUS:-8}, or the script
  // reads another script (`source x`) behind the assignment.
  bool overridable = false;
  // A path below the folder of the script, which `value` lacks: "/../train.py", "".
  bool in_script_folder = false;
  // Not known, or overridable: what a branch may have made of it, as far as that is known: "--amp".
  std::vector<Candidate> candidates;
  std::vector<SourceRun> pieces;

  bool is_known() const { return precision == Precision::kExact && !in_script_folder; }
  bool is(std::string_view text) const { return is_known() && value == text; }
  // Where the value is written in one piece, in this word or in an assignment; for edits.
  std::optional<Span> written() const;
};

}  // namespace mmlint::shell
