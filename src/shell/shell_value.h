#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/expanded_word.h"

// Values while a script is followed: texts in which parts may be missing. Internal to launch.
namespace mmlint::shell {

// What is missing in a value.
struct UnknownPart {
  std::uint32_t at;
  Span blame;
  std::string depends_on;
  bool many = false;     // any number of words
  bool outside = false;  // only the caller knows, and it may well be empty
  std::vector<Candidate> candidates = {};
  bool rest = false;  // more than what it depends on: all that a text lacks
};

// Bytes that somebody else may have given otherwise.
struct DefaultedRange {
  std::uint32_t begin, end;  // may be the same: an empty value
  std::string depends_on;
  // Made by a branch: what there is otherwise is not just what it depends on, but may be this.
  bool by_branch = false;
  std::vector<Candidate> candidates = {};
};

struct ShellValue {
  static constexpr char kHole = '\x01';  // stands in `text` for each hole
  std::string text;
  std::vector<SourceRun> pieces;  // cover the text without its holes
  std::vector<UnknownPart> holes;
  std::vector<DefaultedRange> defaults;
  bool in_script_folder = false;

  bool known() const { return holes.empty(); }
  bool plain() const { return known() && !in_script_folder; }
  // A value that is one hole.
  static ShellValue unknown(Span blame, std::string depends_on = {}, bool many = false);
  static ShellValue outside(Span blame, std::string depends_on);
  bool has_many() const;
  bool overridable() const { return !defaults.empty(); }
  void set_overridable(std::string depends_on);  // the whole of it
  bool is_outside() const { return holes.size() == 1 && text.size() == 1 && holes[0].outside; }
  // The same with holes that are one word, or any number of words.
  ShellValue with_many(bool many) const;
  // A text that was computed from what stands there.
  static ShellValue computed(std::string text, Span source);

  void append(std::string_view bytes, Span source, bool verbatim);
  void append(const ShellValue& other);
  // Bytes from `begin` to `end`, with what belongs to them.
  ShellValue part(std::size_t begin, std::size_t end) const;
  // Where the bytes stand in the file, as far as that is one place.
  Span source(std::size_t begin, std::size_t end) const;
};

bool same_value(const ShellValue& a, const ShellValue& b);
ExpandedWord to_text(const ShellValue& value, Span span);
// What is left of it: all that is not known is one hole at the end.
ShellValue from_text(const ExpandedWord& text);

}  // namespace mmlint::shell
