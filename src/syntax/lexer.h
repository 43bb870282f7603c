#pragma once

#include "syntax/parse_base.h"

namespace mmlint::syntax {

// The lexer of the parser, which asks for each token by its kind. Internal to syntax.
class Lexer : public ParseBase {
 protected:
  explicit Lexer(const ParseInput& input)
      : ParseBase(input),
        begin_(input.text.data() + input.begin),
        at_(begin_),
        end_(input.text.data() + input.end) {}

  std::uint32_t offset() const { return static_cast<std::uint32_t>(at_ - begin_); }
  bool at_end() const { return at_ == end_; }
  char peek(std::ptrdiff_t ahead = 0) const { return end_ - at_ > ahead ? at_[ahead] : '\0'; }
  // Goes over `c` and returns true if it comes next.
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  // Skips to the next token: over blanks and line ends after a backslash, and in brackets over all
  // line ends and comments.
  void skip() {
    const char c = peek();
    const bool any =
        c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '#' || c == '\\';
    if (any) skip_some();
  }
  // Returns true if only a comment follows in the line.
  bool at_line_end() const {
    const char c = peek();
    return c == '\n' || c == '\r' || c == '#' || at_end();
  }
  bool at_statement_end() const { return at_line_end() || peek() == ';'; }

  // Takes and returns the next word in its normal form. It may be a keyword; empty if none is next.
  std::string_view word();
  // Takes the next word and returns it if it can be a name. Fails with an empty word otherwise.
  std::string_view identifier();
  // Returns true for a keyword, which no variable, attribute or argument can be named. A word that
  // only its normal form makes one is a name.
  bool is_reserved(std::string_view word) const;
  // Goes over a word and returns true if it comes next.
  bool take_word(std::string_view word) { return peek() == word.front() && take_all_of(word); }
  // Goes over blanks, that word and the blanks after it if it comes next.
  bool follows(std::string_view word);
  // Goes over blanks and a comma if it comes next.
  bool follows_comma();

  const Expr* number();

  // How a string literal begins.
  struct StringStart {
    char quote;
    bool triple, raw, bytes, format;
  };
  // Returns true if a string literal comes next.
  bool at_string() const;
  // Goes over the prefix and the opening quotes of the string literal that comes next.
  StringStart string_start();
  // Returns true if the closing quotes come next.
  bool at_string_end(const StringStart& start) const {
    return peek() == start.quote &&
           (!start.triple || (peek(1) == start.quote && peek(2) == start.quote));
  }
  // Goes to the closing quotes and over them. Returns what is before them; `plain` if that has
  // neither backslash nor CR.
  std::optional<std::string_view> string_content(const StringStart& start, bool& plain);

  // Fails with "invalid syntax", or a better message, at the next token.
  Nothing invalid() {
    skip();
    return fail_at(offset());
  }
  // Fails with a message about the text from an offset to the end of what was read.
  Nothing fail(std::uint32_t begin, std::string message,
               SyntaxProblem::Kind kind = SyntaxProblem::Kind::kSyntaxError) {
    return fail_at(offset(), problem_at(kind, begin, offset(), std::move(message)));
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  void enter();       // goes over an opening bracket and blanks
  void leave();       // goes over a closing one
  int brackets_ = 0;  // open ones

  // Goes one level deeper, or fails. What follows another operator, call or attribute counts as
  // deeper as well, as its node does.
  bool link() {
    return ++level_ <= kMaxDepth ||
           fail(offset(), "nested too deeply", SyntaxProblem::Kind::kTooDeep);
  }
  int level_ = 0;

 private:
  // What skip() went over last, as what follows an operand is looked at several times.
  const char* skipped_from_ = nullptr;
  const char* skipped_to_ = nullptr;

  bool take_all_of(std::string_view word);
  std::string_view word_beyond_ascii(const char* first);
  void skip_some();
  void skip_on();
  bool continuation();
  bool digits(int classes);
  bool decimal(ExprKind& kind);
  bool at_number_end() const;
};

}  // namespace mmlint::syntax
