#include "app/files/validity.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <unordered_map>

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
  // Python takes all files with one text or none. Each is parsed where it is walked, if it is.
  std::unordered_map<std::string_view, std::size_t> firsts;
  std::vector<std::size_t> same, different;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    documents.push_back(workspace.document(paths[i]));
    const auto text = documents[i] ? documents[i]->source().bytes() : std::string_view();
    const auto [first, is_new] = firsts.try_emplace(text, i);
    same.push_back(documents[i] && documents[first->second] ? first->second : i);
    if (same[i] == i) different.push_back(i);
  }
  const int jobs = workspace.settings().jobs;
  std::deque<syntax::Parser> parsers;
  for (int i = 0; i < std::max(1, jobs); ++i) parsers.emplace_back();
  std::vector<char> out(paths.size());
  const auto judge = [&](std::size_t i, std::size_t worker) {
    out[i] = documents[i] && script::is_valid(*documents[i], parsers[worker]);
  };
  parallel_for(jobs, different.size(),
               [&](std::size_t i, std::size_t worker) { judge(different[i], worker); });
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (same[i] == i) continue;
    out[i] = out[same[i]];
    if (!out[i]) judge(i, 0);  // its document says why
  }
  return out;
}

}  // namespace mmlint::app
