#include "script/summary.h"

#include <algorithm>

#include "script/walker.h"

namespace mmlint::script {

Summary summarize(const syntax::Document& document, syntax::Parser& parser) {
  Summary out;
  out.document = &document;
  out.pool = std::make_unique<Pool>();
  Walker(document, parser, out).run();
  return out;
}

bool is_valid(const syntax::Document& document, syntax::Parser& parser) {
  if (document.parse_all(parser)) return true;
  const auto problems = document.problems();
  return std::all_of(problems.begin(), problems.end(), [](const SyntaxProblem& problem) {
    return problem.kind == SyntaxProblem::Kind::kBom;
  });
}

std::shared_ptr<Summary> summarize_if_valid(const syntax::Document& document,
                                            syntax::Parser& parser) {
  if (!is_valid(document, parser)) return nullptr;
  return std::make_shared<Summary>(summarize(document, parser));
}

}  // namespace mmlint::script
