#include "launch/candidates.h"

#include "config/document_kind.h"
#include "launch/program_store.h"

namespace mmlint::launch {
namespace {

constexpr std::size_t kMostCandidates = 40;

bool is_for_tools(std::string_view folder) {
  const std::string_view name = file_name(folder);
  return name == "tools" || name == "tool" || name == "scripts" || name == "bin";
}

bool takes_any(const script::Summary& script) {
  return std::ranges::any_of(script.config,
                             [](const script::Alternative& each) { return !each.data(); });
}

}  // namespace

std::string home_of(const std::string& script, const ProjectView& project) {
  const std::vector<std::string>& configs = project.index.configs();
  std::string folder = parent_folder(script);
  const auto is_inside = [&](const std::string& path) {
    return std::ranges::any_of(project.roots, [&](const std::string& root) {
      return path != root && is_below(path, root);
    });
  };
  for (std::string above = folder; is_inside(above); above = parent_folder(above)) {
    if (is_for_tools(above)) folder = parent_folder(above);
  }
  while (folder != "/") {
    const auto next = std::lower_bound(configs.begin(), configs.end(), folder + "/");
    if (next != configs.end() && is_below(*next, folder)) break;
    folder = parent_folder(folder);
  }
  return folder;
}

std::vector<const config::Resolved*> candidates(const Program& program) {
  std::vector<const config::Resolved*> out;
  if (program.path().empty() || !takes_any(program.summary())) return out;
  const ProjectView& project = program.store().project();
  const std::vector<std::string> roots(project.roots.begin(), project.roots.end());
  const std::string home = home_of(program.path(), project);
  const auto& configs = project.index.configs();
  auto at = std::lower_bound(configs.begin(), configs.end(), home + "/");
  for (; at != configs.end() && is_below(*at, home); ++at) {
    if (project.index.is_inherited(*at) ||
        !config::is_below_config_folder(below_nearest(*at, roots)))
      continue;
    if (out.size() == kMostCandidates) return {};
    const config::Resolved* config = program.workspace().resolve(*at);
    if (config && config->ok() && config->root->kind == Value::Kind::kDict) out.push_back(config);
  }
  return out;
}

}  // namespace mmlint::launch
