#include "app/checking/parts.h"

#include "base/text.h"

namespace mmlint::app {
namespace {

using Paths = std::vector<std::string>;

// Tells parts from one another, and which of them a file is in.
class Cut {
 public:
  Cut(const Settings& settings, Project& project) : settings_(settings), project_(project) {
    for (const std::string& path : project.index().configs()) {
      if (!project.index().is_inherited(path)) inherit(path, number_of(path));
    }
    // A circle of configs that inherit from one another has none that nobody inherits.
    for (const std::string& path : project.index().configs()) {
      if (parts_.count(path) == 0) inherit(path, number_of(path));
    }
  }

  // The parts that a passed config is in.
  std::set<std::size_t> of_config(const std::string& path) {
    const auto known = parts_.find(path);
    return known != parts_.end() ? known->second : std::set<std::size_t>{number_of(path)};
  }
  std::size_t number_of(const std::string& path) {
    const JudgingSettings judging = settings_.judging_of(path);
    for (std::size_t i = 0; i < judgings_.size(); ++i) {
      if (same_judging(judgings_[i], judging)) return i;
    }
    judgings_.push_back(judging);
    return judgings_.size() - 1;
  }
  std::size_t count() const { return judgings_.size(); }
  const JudgingSettings& judging(std::size_t i) const { return judgings_[i]; }
  const std::map<std::string, std::set<std::size_t>>& parts() const { return parts_; }

 private:
  // Puts a config and all that it inherits into a part.
  void inherit(const std::string& config, std::size_t part) {
    std::deque<std::string> open{config};
    while (!open.empty()) {
      const std::string path = std::move(open.front());
      open.pop_front();
      if (!parts_[path].insert(part).second) continue;
      for (const project::Node* base : project_.workspace().bases(path))
        open.push_back(base->path());
    }
  }

  const Settings& settings_;
  Project& project_;
  std::vector<JudgingSettings> judgings_;
  std::map<std::string, std::set<std::size_t>> parts_;  // by config
};

// The error of a target or rule that is not known, with the place where the settings name it.
Error placed(Error error, const JudgingSettings& judging) {
  const auto is_named = [&error](const std::string& word) {
    return error.message.find(fmt::format("'{}'", word)) != std::string::npos;
  };
  std::string from;
  if (judging.target) {
    for (const std::string_view name : split(judging.target->value, ',')) {
      if (is_named(std::string(trim(name)))) from = judging.target->from;
    }
  }
  for (const auto* list :
       {&judging.select, &judging.ignore, &judging.fixable, &judging.unfixable}) {
    if (*list && std::any_of((*list)->value.begin(), (*list)->value.end(), is_named))
      from = (*list)->from;
  }
  for (const auto& [rule, level] : judging.severity) {
    if (is_named(rule)) from = level.from;
  }
  if (error.path.empty() && !from.starts_with('-')) error.path = shown_place(from);
  return error;
}

// Marks the scripts that a launch starts for another target than theirs, by what is said of the
// launch script or of the config that it names, and all that they import.
void share_started(std::vector<Part>& parts, Cut& cut, Project& project) {
  const auto target_of = [&cut](const std::string& path) {
    const auto& target = cut.judging(cut.number_of(path)).target;
    return target ? target->value : Options().target;
  };
  if (parts.size() < 2) return;
  const check::Request request = parts.front().request(project);
  const launch::LaunchGraph graph(request.project());
  for (const launch::LinkedLaunch* launch : graph.all()) {
    const std::string& script = launch->script.path;
    if (script.empty()) continue;
    const std::string own = target_of(script);
    const std::string& config = launch->config.path;
    if (target_of(launch->launch_script) == own && (config.empty() || target_of(config) == own))
      continue;
    const auto imported = project.workspace().imported(std::span(&script, 1)).front();
    for (Part& part : parts) {
      part.shared.insert(script);
      part.shared.insert(imported.begin(), imported.end());
    }
  }
}

Result<Part> part_with(const Settings& settings, const JudgingSettings& judging) {
  Part out;
  out.options = settings.options_for(judging);
  auto prepared = prepare_judging(out.options);
  if (!prepared) return tl::unexpected(placed(prepared.error(), judging));
  out.judging = std::move(*prepared);
  return out;
}

}  // namespace

check::Request Part::request(Project& project) const {
  check::Request out = judging->request(project, index ? *index : project.index());
  out.passed = configs;
  out.scripts = scripts;
  out.scripts_of_run = project.scripts();
  out.launch_scripts = launch_scripts;
  out.refused = refused;
  return out;
}

fix::Options Part::fixing(const Project& project) const {
  const auto is_shared = [this](const std::string& path) { return shared.count(path) != 0; };
  return {.unsafe = options.unsafe,
          .where = options.where,
          .editable =
              [this, &project](const std::string& path) {
                return shared.count(path) == 0 && project.may_edit(path, options.where);
              },
          .of_other_targets = is_shared};
}

Result<std::vector<Part>> parts_of(const Settings& settings, Project& project) {
  std::vector<Part> out;
  if (!settings.has_overrides()) {
    auto all = part_with(settings, settings.judging_of(settings.root()));
    if (!all) return tl::unexpected(all.error());
    all->configs = project.configs();
    all->scripts = project.scripts();
    all->launch_scripts = project.launch_scripts();
    all->refused = project.refused();
    out.push_back(std::move(*all));
    return out;
  }
  Cut cut(settings, project);
  std::vector<Part> parts;
  const auto files = [&parts](std::size_t i) -> PartFiles& {
    if (parts.size() <= i) parts.resize(i + 1);
    return parts[i].own;
  };
  for (const std::string& path : project.configs()) {
    for (const std::size_t i : cut.of_config(path)) files(i).configs.push_back(path);
  }
  const auto sort = [&](const Paths& paths, Paths PartFiles::*into) {
    for (const std::string& path : paths) (files(cut.number_of(path)).*into).push_back(path);
  };
  sort(project.scripts(), &PartFiles::scripts);
  sort(project.launch_scripts(), &PartFiles::launch_scripts);
  sort(project.refused(), &PartFiles::refused);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Part& one = parts[i];
    one.configs = one.own.configs;
    one.scripts = one.own.scripts;
    one.launch_scripts = one.own.launch_scripts;
    one.refused = one.own.refused;
    if (one.configs.empty() && one.scripts.empty() && one.launch_scripts.empty() &&
        one.refused.empty())
      continue;
    auto whole = part_with(settings, cut.judging(i));
    if (!whole) return tl::unexpected(whole.error());
    Paths configs;
    for (const auto& [path, in] : cut.parts()) {
      if (in.count(i) == 0) continue;
      if (project.index().has(path)) configs.push_back(path);
      if (in.size() > 1) one.shared.insert(path);
    }
    one.index = std::make_unique<project::Index>(project.workspace(), configs);
    one.options = std::move(whole->options);
    one.judging = std::move(whole->judging);
    out.push_back(std::move(one));
  }
  share_started(out, cut, project);
  return out;
}

}  // namespace mmlint::app
