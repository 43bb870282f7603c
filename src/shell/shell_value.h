#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/expanded_word.h"

// Abstract values of the shell interpreter. Internal to this folder; to_text() makes of them the
// words that the summary shows.
namespace mmlint::shell {

// A part of a value of which nothing is known but what may be there.
struct UnknownPart {
  std::uint32_t at;        // offset of its kUnknownPart in the value's text
  Span blame;              // what made it unknown
  std::string depends_on;  // the variable or parameter whose value it has; empty if that is not one
  bool many = false;       // may be any number of words, none included
  bool from_caller = false;  // a parameter or variable that only the caller sets, if anybody does
  std::vector<PossibleValue> possible_values = {};
  CardCount counts = CardCount::kNone;  // must: it is such a count
  bool has_more = false;  // stands for several unknown parts, and for what was between them
};

// A range of bytes that is a default: the caller may replace it.
struct DefaultedRange {
  std::uint32_t begin, end;  // equal for a default that is empty
  std::string depends_on;    // the variable or parameter that replaces it; empty if not one
  // May: a branch chose the default, so that the value is one of `possible_values` instead,
  // or another that depends on more than `depends_on`.
  bool by_branch = false;
  std::vector<PossibleValue> possible_values = {};
};

// A text with parts that may be unknown, and where its bytes come from.
struct ShellValue {
  static constexpr char kUnknownPart = '\x01';  // stands in `text` for each unknown part
  std::string text;
  std::vector<SourceRun> runs;             // cover the bytes that are known
  std::vector<UnknownPart> unknown_parts;  // sorted by place
  std::vector<DefaultedRange> defaults;
  bool in_script_folder = false;  // a path below the folder of the script, which `text` leaves out

  bool known() const { return unknown_parts.empty(); }
  // Known, and complete as it stands in `text`.
  bool plain() const { return known() && !in_script_folder; }
  // A value of which nothing is known.
  static ShellValue unknown(Span blame, std::string depends_on = {}, bool many = false);
  // The value of a variable or parameter that only the caller sets.
  static ShellValue from_caller(Span blame, std::string depends_on);
  bool is_from_caller() const {
    return unknown_parts.size() == 1 && text.size() == 1 && unknown_parts[0].from_caller;
  }
  // Whether a part of it may be any number of words.
  bool has_many() const;
  // A copy in which each unknown part is one word, or any number of words.
  ShellValue with_many(bool many) const;
  bool overridable() const { return !defaults.empty(); }
  // What all of it counts.
  CardCount counts() const {
    return unknown_parts.size() == 1 && text.size() == 1 ? unknown_parts[0].counts
                                                         : CardCount::kNone;
  }
  // Makes all of it a default for `depends_on`.
  void set_overridable(std::string depends_on);
  // A known value that was computed from what stands at `source`.
  static ShellValue computed(std::string text, Span source);

  void append(std::string_view bytes, Span source, bool verbatim);
  void append(const ShellValue& other);
  // The bytes from `begin` to `end`, with the unknown parts and defaults among them.
  ShellValue part(std::size_t begin, std::size_t end) const;
  // The smallest span that covers the origins of the bytes in one file; unknown if they have none.
  Span source(std::size_t begin, std::size_t end) const;
};

// Must: both are known and are the same text.
bool same_value(const ShellValue& a, const ShellValue& b);
// The value as a word at a place of the script.
ExpandedWord to_text(const ShellValue& value, Span span);
// A value of what a word still says: all its unknown parts have become one at its end.
ShellValue from_text(const ExpandedWord& text);

}  // namespace mmlint::shell
