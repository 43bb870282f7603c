#pragma once

#include "base/shared_vector.h"
#include "shell/expanded_word.h"

// Abstract values of the shell interpreter. Internal to this folder; to_text() turns them into the
// words of the summary.
namespace mmlint::shell {

// A part of a value that could not be computed.
struct UnknownPart {
  std::uint32_t at;          // byte offset of its kUnknownPart in ShellValue::bytes
  Span blame;                // the expansion or assignment that made it unknown
  std::string depends_on;    // the variable or parameter whose value it is; empty if not known
  bool many = false;         // may: it is any number of words, also none
  bool from_caller = false;  // it is a parameter or variable that the script itself does not set
  std::vector<PossibleValue> possible_values = {};
  CardCount counts = CardCount::kNone;  // must: it is the output of this command
  bool has_more = false;  // it stands for several unknown parts and the text between them
  // Must: its text in each iteration of the loop over `depends_on`; null if not known.
  std::shared_ptr<const std::vector<std::string>> rounds = nullptr;
  bool is_fresh = false;           // must: the time or a random number, without a slash
  bool absent_by_default = false;  // must: empty unless the caller passes something
};

// A range of bytes of a value that is a default, which the caller may replace.
struct DefaultedRange {
  std::uint32_t begin, end;  // byte offsets; equal for an empty default
  std::string depends_on;    // the variable or parameter that replaces it; empty if several may
  // The default was chosen by a branch, not by ${X:-8}: if `depends_on` is given, the value may be
  // one of `possible_values` or any other.
  bool by_branch = false;
  std::vector<PossibleValue> possible_values = {};
};

// An abstract value: a text, of which parts may be unknown, with the origin of its bytes. A value
// that begins with another one shares what it has of it.
struct ShellValue {
  static constexpr char kUnknownPart = '\x01';  // stands in the text for each unknown part
  SharedVector<char> bytes;                     // the text
  SharedVector<SourceRun> runs;                 // the origins of the bytes that are known
  SharedVector<UnknownPart> unknown_parts;      // sorted by `at`
  SharedVector<DefaultedRange> defaults;
  // The value is a path in the folder of the script, and its text is what follows that folder.
  bool in_script_folder = false;

  // Valid until the value changes.
  std::string_view text() const { return {bytes.data(), bytes.size()}; }
  bool known() const { return unknown_parts.empty(); }
  // Returns true if the value is its text.
  bool plain() const { return known() && !in_script_folder; }
  // Returns a value of which nothing is known.
  static ShellValue unknown(Span blame, std::string depends_on = {}, bool many = false);
  // Returns the value of a variable or parameter that only the caller sets.
  static ShellValue from_caller(Span blame, std::string depends_on);
  bool is_from_caller() const {
    return unknown_parts.size() == 1 && bytes.size() == 1 && unknown_parts[0].from_caller;
  }
  // Returns true if a part of it may be any number of words.
  bool has_many() const;
  // Returns a copy in which UnknownPart::many of each unknown part is `many`.
  ShellValue with_many(bool many) const;
  bool overridable() const { return !defaults.empty(); }
  // Returns the command whose output is the whole value; kNone if it is none of these.
  CardCount counts() const {
    return unknown_parts.size() == 1 && bytes.size() == 1 ? unknown_parts[0].counts
                                                          : CardCount::kNone;
  }
  // Returns true for a text that is known, and for a count of cards.
  bool plain_or_count() const { return plain() || counts() != CardCount::kNone; }
  // Makes the whole text a default, which `depends_on` may replace.
  void set_overridable(std::string depends_on);
  // Returns a known value that was computed from the text at `source`.
  static ShellValue computed(std::string text, Span source);

  void append(std::string_view bytes, Span source, bool verbatim);
  void append(const ShellValue& other);
  // Returns the bytes from offset `begin` up to `end`, with the unknown parts and defaults in them.
  ShellValue part(std::size_t begin, std::size_t end) const;
  // Returns the smallest span that covers the origins of those bytes, as far as they lie in one
  // file; unknown if they have none.
  Span source(std::size_t begin, std::size_t end) const;
};

// Returns true if both values are known and certainly the same.
bool same_value(const ShellValue& a, const ShellValue& b);
// Returns the value as a word that stands at `span`.
ExpandedWord to_text(const ShellValue& value, Span span);
// Returns a word as a value: ExpandedWord::value, followed by one unknown part and the suffix if
// the word is not exact. The text between several unknown parts is lost.
ShellValue from_text(const ExpandedWord& text);

}  // namespace mmlint::shell
