#pragma once

#include "shell_syntax/reader_base.h"

namespace mmlint::shell_syntax {

// The parser of words: literals, quotes and expansions. The functions that are named after
// a construct begin at its first byte, go behind its last and return its node; at a problem they
// return a stand-in, and failed() is true. They stand in word_reader.cc and expansion_reader.cc.
class WordReader : public ReaderBase {
 public:
  using ReaderBase::ReaderBase;
  virtual ~WordReader() = default;

 protected:
  // Where a word stands, which decides where it ends and which characters are special.
  enum class Inside : std::uint8_t {
    kWord,           // ends at a blank or an operator
    kAssigned,       // the same, but braces and wildcards are literal: behind NAME=
    kDeclared,       // the same, but only wildcards are literal: behind `export NAME=`
    kTest,           // between [[ and ]]
    kOperand,        // of ${X:-...}: ends at '}'
    kQuotedOperand,  // the same inside of double quotes
    kQuotes,         // inside of double quotes: ends at '"'
  };

  // Reads and returns the commands of $(...) or <(...), from behind the bracket at `open` to behind
  // its partner.
  virtual Block nested_commands(std::uint32_t open) = 0;
  // Returns the commands between two byte offsets; nullopt if they are not valid.
  virtual std::optional<Block> commands_between(std::uint32_t begin, std::uint32_t end) = 0;

  // Returns true at the end of a word: a blank, a line end, an operator or the end of the text.
  bool at_word_end() const;
  // Reads and returns a word; an empty one is a problem.
  Word word(Inside inside = Inside::kWord);
  // Reads and returns the parts of a word up to where it ends.
  std::span<const Part> word_parts(Inside inside);
  // Goes from behind `((` to behind the matching `))`. Returns false if there is none; the position
  // is undefined then.
  bool skip_arithmetic();
  // Goes from behind '[' to behind the matching ']'. Returns false if there is none in this line.
  bool skip_subscript();

 private:
  class PartsBuilder;  // joins the bytes of literals
  bool stops(Inside inside) const;
  bool skip_hidden(bool quoted);
  Part escape();
  Part single_quoted();
  Part ansi_c();
  Part double_quoted();
  Part backquoted();
  Part process();
  std::optional<Part> dollar(bool quoted);
  Part command_or_arithmetic();
  Part old_arithmetic();
  Part braces(bool quoted);
  Part variable(std::uint32_t name_length);
  std::string_view parameter();
  std::uint32_t special_length(Inside inside, std::uint32_t first) const;
  std::uint32_t brace_end() const;
  bool is_range(std::string_view inner) const;
  bool skip_parentheses();

  std::set<std::uint32_t> not_arithmetic_;  // offsets of `$((` that begin a command
  std::set<std::uint32_t> not_subscripts_;  // offsets of `[` in ${X[ that end with their line
};

// These return true if a variable's name can begin with this byte, or go on with it.
bool is_name_start(char c);
bool is_name(char c);

}  // namespace mmlint::shell_syntax
