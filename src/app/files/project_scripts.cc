

#include "app/files/project.h"
#include "base/parallel.h"
#include "base/paths.h"
#include "base/text.h"
#include "script/summary.h"

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

void Project::read_scripts(RunReport& report) {
  const auto keep_valid = [&](std::vector<std::string>& paths, const std::vector<char>& read) {
    std::vector<std::string> valid;
    for (std::size_t i = 0; i < paths.size(); ++i)
      (read[i] ? valid : refused_scripts_).push_back(paths[i]);
    paths = std::move(valid);
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
  keep_valid(passed_scripts_, are_valid_python(passed_scripts_, *workspace_));
  keep_valid(passed_launch_scripts_, are_text(passed_launch_scripts_));
  report.scripts += static_cast<std::uint32_t>(passed_scripts_.size());
  report.shells += static_cast<std::uint32_t>(passed_launch_scripts_.size());
}

}  // namespace mmlint::app
