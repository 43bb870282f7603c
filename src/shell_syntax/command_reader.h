#pragma once

#include <vector>

#include "shell_syntax/word_reader.h"

namespace mmlint::shell_syntax {

// Reads commands. Its functions stand in command_reader.cc, compound_reader.cc and
// redirect_reader.cc.
class CommandReader : public WordReader {
 public:
  explicit CommandReader(const ReaderInput& input, std::uint32_t begin = 0) : WordReader(input) {
    at_ = begin;
  }
  // The whole text. After a problem: the statements that stand before it at the top level.
  Block run();

 private:
  Block nested_commands(std::uint32_t open) override;
  std::optional<Block> commands_between(std::uint32_t begin, std::uint32_t end) override;

  // Blanks and continued lines; and line ends and comments as well.
  void skip_blanks();
  void skip_lines();
  void newline();
  void skip_comment();
  // The word at the position if it may be a reserved word: letters, braces, '!' and brackets only.
  std::string_view reserved() const;
  bool at_reserved(std::string_view what) const { return reserved() == what; }
  // At what ends a list: a reserved word that closes something, ')', ';;', the end.
  bool at_list_end() const;
  void fail_unexpected();
  // Skips lines, then takes the reserved word.
  void expect(std::string_view what);

  Block list();
  Block body();  // a list of at least one command
  const Statement* and_or();
  const Statement* pipeline();
  const Statement* command();
  const Statement* with_redirects(Statement& statement);

  const Statement* simple();
  const Statement* function(std::uint32_t begin, std::string_view name);
  const Statement* function_body(std::uint32_t begin, std::string_view name);
  // The length of `name=`, `name+=` or `name[...]=` at the position, 0 if there is none.
  struct Target {
    std::string_view name, subscript;
    bool append = false;
    std::uint32_t length = 0;
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

  std::vector<Heredoc*> pending_;           // those whose bodies follow the line
  std::set<std::uint32_t> not_arithmetic_;  // offsets of `((` that begin a subshell
};

}  // namespace mmlint::shell_syntax
