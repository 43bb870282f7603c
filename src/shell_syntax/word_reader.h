#pragma once

#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "shell_syntax/reader_base.h"

namespace mmlint::shell_syntax {

// Reads words: literals, quotes and expansions. Its functions stand in word_reader.cc and
// expansion_reader.cc.
class WordReader : public ReaderBase {
 public:
  using ReaderBase::ReaderBase;
  virtual ~WordReader() = default;

 protected:
  enum class Inside : std::uint8_t {
    kWord,      // ends at a blank or an operator
    kAssigned,  // the same; braces and wildcards are no special characters
    kDeclared,  // the same for export and the like; wildcards are none

    kTest,           // the same, between [[ and ]]
    kOperand,        // ends at '}'
    kQuotedOperand,  // the same inside of "..."
    kQuotes,         // ends at '"'
  };

  // The commands of $(...) or <(...); the position is behind the bracket, and then behind its
  // partner.
  virtual Block nested_commands(std::uint32_t open) = 0;
  // Those of a part of the text; nothing if it cannot be read.
  virtual std::optional<Block> commands_between(std::uint32_t begin, std::uint32_t end) = 0;

  // At a blank, a line end, an operator or the end of the text.
  bool at_word_end() const;
  // A word with at least one byte, or a problem.
  Word word(Inside inside = Inside::kWord);
  std::span<const Part> pieces(Inside inside);
  // Behind `((`: goes behind the matching `))`. False, and the position is anywhere, if there is
  // none.
  bool skip_arithmetic();
  // Behind '[': goes behind the matching ']' in this line. False if there is none.
  bool skip_subscript();

 private:
  class Pieces;
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

bool is_name_start(char c);
bool is_name(char c);

}  // namespace mmlint::shell_syntax
