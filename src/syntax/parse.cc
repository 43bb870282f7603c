#include "syntax/parse.h"

#include "syntax/document_parts.h"
#include "syntax/parse_stmt.h"

namespace mmlint::syntax {

std::optional<SyntaxProblem> ParseBase::problem(bool failed) const {
  if (!failed) return refused_;
  if (failure_->problem) return failure_->problem;
  Explanation why = explain_error(text_between(0, input_.end - input_.begin), failure_->at);
  return problem_at(SyntaxProblem::Kind::kSyntaxError, static_cast<std::uint32_t>(why.begin),
                    static_cast<std::uint32_t>(why.end), std::move(why.message));
}

const Stmt* ParseStmt::run(std::vector<SyntaxProblem>& problems) {
  const Stmt* read = statement(0);
  std::uint32_t column = 0;
  skip();
  const bool done = read != nullptr && at_line_end() && !next_line(&column);
  if (read != nullptr && !done) invalid();
  const auto found = problem(!done);
  if (!found) return read;
  problems.push_back(*found);
  return nullptr;
}

const Stmt* parse(const ParseInput& input, std::vector<SyntaxProblem>& problems) {
  return ParseStmt(input).run(problems);
}

}  // namespace mmlint::syntax
