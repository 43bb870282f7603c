#pragma once

#include <memory_resource>

#include "base/suppression.h"
#include "base/syntax_problem.h"
#include "shell_syntax/ast.h"

namespace mmlint::shell_syntax {

// A shell script with its syntax tree, which the constructor reads and the document owns. Nodes
// borrow the bytes of the source, which must outlive the document.
class ShellDocument : Pinned {
 public:
  explicit ShellDocument(const Source& source);

  const Source& source() const { return source_; }
  // Returns the statements of the top level; after a syntax error those before it, which bash runs.
  Block statements() const { return statements_; }
  // Returns why bash refuses the script, or mmlint cannot read it: at most one syntax error, or
  // bytes that cannot be read as text. Empty for a valid script.
  std::span<const SyntaxProblem> problems() const { return problems_; }
  // Returns the comments that suppress findings. What they hold for are lists of commands and the
  // lines around these, such as `done`; a compound command is no statement, those in it are.
  const Suppressions& suppressions() const { return suppressions_; }

 private:
  const Source& source_;
  std::pmr::monotonic_buffer_resource arena_;
  Block statements_;
  std::vector<SyntaxProblem> problems_;
  Suppressions suppressions_;
};

// Parses a text that is no file, such as the argument of `bash -c`; its spans name FileId::kNone.
// Nodes borrow the text and live in the arena. Returns nullopt if it is no valid script.
std::optional<Block> read_commands(std::string_view text, std::pmr::memory_resource& arena);

// Returns the lines of a script, those joined over which one list of commands goes, with its
// here-documents, or the head of a loop or a `case`. Blank lines and comments between them are left
// out. `block` is all of the script.
std::vector<StatementLines> statement_lines(Block block, std::string_view text);

}  // namespace mmlint::shell_syntax
