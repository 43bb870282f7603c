

#include "app/files/project.h"
#include "base/parallel.h"
#include "base/paths.h"
#include "base/text.h"
#include "script/summary.h"
#include "shell_syntax/shell_document.h"

// The scripts and launch scripts of a project.
namespace mmlint::app {
namespace {

// Returns one element for each path, in order: not 0 if Python accepts that script. Parses the
// scripts on all threads.
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
  std::vector<char> out(paths.size());
  const auto judge = [&](std::size_t i) {
    out[i] = documents[i] && script::is_valid(*documents[i]);
  };
  parallel_for(jobs, different.size(), [&](std::size_t i) { judge(different[i]); });
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (same[i] == i) continue;
    out[i] = out[same[i]];
    if (!out[i]) judge(i);  // its document says why
  }
  return out;
}

}  // namespace

// A file that is passed by several paths is judged by one of them, which is no symlink if one is
// none. Not so configs: what they inherit depends on the path.
void Project::drop_links(std::vector<std::string>& paths) const {
  std::map<std::string, std::string> by_real;
  std::map<std::string, std::string> reals;
  for (const std::string& path : paths) {
    const std::string& real = reals[path] = real_folders_.of(path);
    const auto [known, is_new] = by_real.emplace(real, path);
    if (!is_new && real_folders_.is_link(known->second)) known->second = path;
  }
  std::erase_if(paths, [&](const std::string& path) { return by_real[reals[path]] != path; });
}

void Project::read_scripts(const Options& options, RunReport& report) {
  // One that was asked for by its name is an error; below a folder there may be templates and the
  // like.
  static const LocalizedText kNotUtf8 = {"mmlint reads UTF-8 only", "mmlint 只读取 UTF-8"};
  static const LocalizedText kLimit = {"mmlint gave up here", "mmlint 在此放弃"};
  const auto keep_valid = [&](std::vector<std::string>& paths, const auto& read,
                              const auto& problems) {
    std::vector<std::string> valid;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const syntax::Document* document = workspace_->document(paths[i]);
      if (read[i]) {
        valid.push_back(paths[i]);
        continue;
      }
      const auto found = document ? problems(*document) : std::vector<SyntaxProblem>();
      const bool utf8 = document && !first_invalid_utf8(document->source().bytes());
      const bool limit = std::ranges::any_of(found, &SyntaxProblem::is_limit);
      if (utf8 && !limit) {  // that is a finding
        refused_scripts_.push_back(paths[i]);
        continue;
      }
      const std::string& skipped = (limit ? kLimit : kNotUtf8).in(language_of(options));
      if (document && named(paths[i])) {
        for (const SyntaxProblem& problem : found)
          report.errors.push_back({fmt::format("{}: {}", skipped, problem.message),
                                   relative_path(paths[i], current_folder_),
                                   sources_.begin_of(problem.span).line});
      } else {
        report.skipped.push_back({paths[i], skipped});
      }
    }
    paths = std::move(valid);
  };
  const auto of_python = [](const syntax::Document& document) {
    return std::vector(document.problems().begin(), document.problems().end());
  };
  const auto of_shell = [](const syntax::Document& document) {
    const shell_syntax::ShellDocument shell(document.source());
    return std::vector(shell.problems().begin(), shell.problems().end());
  };
  // What bash refuses, or mmlint cannot read to its end, is judged: that is a finding.
  const auto are_text = [this](const std::vector<std::string>& paths) {
    std::vector<char> out;
    for (const std::string& path : paths) {
      const syntax::Document* document = workspace_->document(path);
      out.push_back(document && !first_invalid_utf8(document->source().bytes()));
    }
    return out;
  };
  keep_valid(passed_scripts_, are_valid_python(passed_scripts_, *workspace_), of_python);
  keep_valid(passed_launch_scripts_, are_text(passed_launch_scripts_), of_shell);
  report.scripts += static_cast<std::uint32_t>(passed_scripts_.size());
  report.shells += static_cast<std::uint32_t>(passed_launch_scripts_.size());
}

}  // namespace mmlint::app
