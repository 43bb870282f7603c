#pragma once

#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "base/suppression.h"
#include "base/syntax_problem.h"
#include "shell_syntax/ast.h"

namespace mmlint::shell_syntax {

// One shell script, read as a whole when it is made. Nodes borrow the source's bytes.
class ShellDocument {
 public:
  explicit ShellDocument(const Source& source);
  ShellDocument(const ShellDocument&) = delete;
  ShellDocument& operator=(const ShellDocument&) = delete;

  const Source& source() const { return source_; }
  // After a problem: those before it, as bash would run them.
  Block statements() const { return statements_; }
  // What bash refuses: at most one syntax error, and what keeps the bytes from being read.
  std::span<const SyntaxProblem> problems() const { return problems_; }
  // In real comments.
  std::span<const Suppression> suppressions() const { return suppressions_; }

 private:
  const Source& source_;
  std::pmr::monotonic_buffer_resource arena_;
  Block statements_;
  std::vector<SyntaxProblem> problems_;
  std::vector<Suppression> suppressions_;
};

// A text that stands in no file of its own, as the argument of `bash -c`. Nodes borrow the text and
// live in the arena. Nothing if it is no valid script.
std::optional<Block> read_commands(std::string_view text, std::pmr::memory_resource& arena);

}  // namespace mmlint::shell_syntax
