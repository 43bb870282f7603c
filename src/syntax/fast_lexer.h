#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "syntax/escapes.h"
#include "syntax/lower_base.h"

namespace mmlint::syntax {

// The lexer of fast_parse(), which asks for each token by its kind. Outside of strings and comments
// it accepts only ASCII, outside of strings a backslash only at the end of a line. Internal to the
// files fast_*.cc.
class FastLexer : public LowerBase {
 protected:
  FastLexer(const LowerInput& input, std::uint32_t end)
      : LowerBase(input),
        begin_(input.text.data() + input.begin),
        at_(begin_),
        end_(input.text.data() + end) {}

  // Returns the byte offset in the statement's text, as LowerBase counts.
  std::uint32_t offset() const { return static_cast<std::uint32_t>(at_ - begin_); }
  bool at_end() const { return at_ == end_; }
  char peek(std::ptrdiff_t ahead = 0) const { return end_ - at_ > ahead ? at_[ahead] : '\0'; }
  // Goes over `c` and returns true if it comes next.
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  // Skips to the next token: over blanks and line ends behind a backslash, and inside of brackets
  // over all line ends and comments.
  void skip() {
    const char c = peek();
    const bool any =
        c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '#' || c == '\\';
    if (any) skip_some();
  }

  // Takes and returns the next word, which may be a keyword; empty if there is none.
  std::string_view word();
  // Takes the next word and returns it if it may be a name; empty for a reserved word or none.
  std::string_view identifier();
  // Returns true for a word that no variable, attribute or keyword argument can be named.
  static bool is_reserved(std::string_view word);
  // Reads a number; returns null if there is none that is surely valid.
  const Expr* number();
  // Goes over a word and returns true if it comes next.
  bool take_word(std::string_view word) { return peek() == word.front() && take_all_of(word); }
  // Reads one or more string literals; returns null for mixed kinds and whatever is not valid, and
  // for f-strings, which it notes in met_format_.
  const Expr* string();
  // Reads one literal from its prefix on; nullopt if it is not valid or has no end. *plain is false
  // if it holds a backslash or CR.
  std::optional<StringLiteral> literal(bool* plain);
  // Returns true if a string literal comes next.
  bool at_string() const;

  const char* begin_;
  const char* at_;
  const char* end_;
  int brackets_ = 0;  // open ones
  bool met_format_ = false;

 private:
  // What skip() went over last, as what follows an operand is looked at several times.
  const char* skipped_from_ = nullptr;
  const char* skipped_to_ = nullptr;

  bool take_all_of(std::string_view word);
  void skip_some();
  void skip_on();
  bool continuation();
  bool digits();
  const Expr* other_base(std::uint32_t begin);
  bool decoded_literal(bool& is_bytes, Decoded& decoded);
  bool literal_end(char quote, bool& plain);
};

}  // namespace mmlint::syntax
