#pragma once

#include "shell_syntax/word_reader.h"

namespace mmlint::shell_syntax {

// The parser of commands, by recursive descent; it reads words as it meets them, since bash has no
// separate tokens. The functions that are named after a construct return its node, which lives in
// the arena; at a problem they return a stand-in, and failed() is true. They stand in
// command_reader.cc, compound_reader.cc and redirect_reader.cc.
class CommandReader : public WordReader {
 public:
  // Reads the text from the byte offset `begin` on.
  explicit CommandReader(const ReaderInput& input, std::uint32_t begin = 0) : WordReader(input) {
    at_ = begin;
  }
  // Reads to the end of the text and returns the statements of the top level; after a problem only
  // those that stand before it.
  Block run();

 private:
  Block nested_commands(std::uint32_t open) override;
  std::optional<Block> commands_between(std::uint32_t begin, std::uint32_t end) override;

  void skip_blanks();  // blanks and continued lines
  void skip_lines();   // those, line ends and comments
  void newline();
  void skip_comment();
  // Returns the bytes at the position that could be a reserved word: letters, braces, '!' and
  // brackets. The position does not move.
  std::string_view reserved() const;
  bool at_reserved(std::string_view what) const { return reserved() == what; }
  // Returns true if a list of commands ends here: at a reserved word that closes something, ')',
  // ';;' or the end of the text.
  bool at_list_end() const;
  void fail_unexpected();
  // Skips lines and consumes this reserved word; a problem if another stands there.
  void expect(std::string_view what);

  Block list();
  Block body();  // a problem if the list is empty
  const Statement* and_or();
  const Statement* pipeline();
  const Statement* command();
  const Statement* with_redirects(Statement& statement);

  const Statement* simple();
  const Statement* function(std::uint32_t begin, std::string_view name);
  const Statement* function_body(std::uint32_t begin, std::string_view name);
  // What is assigned to: `name=`, `name+=` or `name[...]=`.
  struct Target {
    std::string_view name, subscript;
    bool append = false;
    std::uint32_t length = 0;  // with the '='; 0 if no assignment begins at the position
  };
  Target assignment_target();
  Assignment assignment(const Target& target, Inside inside);
  std::optional<Assignment> declared_name();

  const Statement* if_clause();
  Block else_clause();
  const Statement* for_clause();
  const Statement* for_arithmetic(std::uint32_t begin);
  Block loop_body();
  const Statement* while_clause();
  const Statement* case_clause();
  CaseItem case_item();
  const Statement* function_clause();
  const Statement* group();
  const Statement* subshell();
  const Statement* arithmetic();
  const Statement* test();
  const Statement* coprocess();

  bool at_redirect() const;
  std::uint32_t descriptor_length() const;
  Redirect redirect();
  void read_heredoc(Heredoc& heredoc);

  std::vector<Heredoc*> pending_;           // here-documents whose bodies follow this line
  std::set<std::uint32_t> not_arithmetic_;  // offsets of `((` that begin a subshell
};

}  // namespace mmlint::shell_syntax
