#include "app/validity.h"

#include <algorithm>
#include <deque>

#include "base/parallel.h"
#include "script/summary.h"

namespace mmlint::app {

bool is_limit(const SyntaxProblem& problem) {
  return problem.kind == SyntaxProblem::Kind::kTooLarge ||
         problem.kind == SyntaxProblem::Kind::kTooDeep;
}

std::vector<char> are_valid_python(std::span<const std::string> paths,
                                   project::Workspace& workspace) {
  workspace.load(paths);
  std::vector<const syntax::Document*> documents;
  for (const std::string& path : paths) documents.push_back(workspace.document(path));
  const int jobs = workspace.settings().jobs;
  std::deque<syntax::Parser> parsers;
  for (int i = 0; i < std::max(1, jobs); ++i) parsers.emplace_back();
  std::vector<char> out(paths.size());
  parallel_for(jobs, paths.size(), [&](std::size_t i, std::size_t worker) {
    out[i] = documents[i] && script::is_valid(*documents[i], parsers[worker]);
  });
  return out;
}

}  // namespace mmlint::app
