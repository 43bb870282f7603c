#include "app/files/project.h"

#include "app/files/given_paths.h"
#include "app/files/spare.h"
#include "app/settings/settings.h"
#include "base/paths.h"
#include "base/posix_file.h"
#include "base/text.h"
#include "data/data_file.h"
#include "project/gitignore.h"
#include "project/import_scan.h"

namespace mmlint::app {
namespace {

// What is said of files that were passed by name and that --exclude, or the setting, leaves out.
std::string left_out(std::size_t count, Language language) {
  static const LocalizedText kOne = {"1 passed file is left out: 'exclude' names it",
                                     "有 1 个传入的文件被 'exclude' 排除"};
  static const LocalizedText kSome = {"{} passed files are left out: 'exclude' names them",
                                      "有 {} 个传入的文件被 'exclude' 排除"};
  return count == 1 ? kOne.in(language) : fmt::format(fmt::runtime(kSome.in(language)), count);
}

// Returns the question that stays open because a file, whose path is relative to the current
// folder, cannot be read: it was not passed, but might say how what was passed is started.
std::string not_read(const std::string& path, Language language) {
  static const LocalizedText kNotRead = {"{} cannot be read, so nothing is known of it",
                                         "无法读取 {}，因此对它一无所知"};
  return fmt::format(fmt::runtime(kNotRead.in(language)), path);
}

// Adds a sorted list to another one, what both have once.
void add_sorted(const std::vector<std::string>& more, std::vector<std::string>& list) {
  if (std::includes(list.begin(), list.end(), more.begin(), more.end())) return;
  std::vector<std::string> both;
  both.reserve(std::max(more.size(), list.size()));
  std::set_union(std::make_move_iterator(list.begin()), std::make_move_iterator(list.end()),
                 more.begin(), more.end(), std::back_inserter(both));
  list = std::move(both);
}

}  // namespace

Project::Project(const Options& options, RunReport& report, SourceStore& sources, Files files)
    : files_(std::move(files)), sources_(sources) {
  current_folder_ = mmlint::current_folder();
  if (current_folder_.empty()) {
    report.errors.push_back(
        {"the current folder does not exist any more; change to another", "", 0});
    current_folder_ = "/";
  } else if (!options.root.empty() &&
             disk_.kind(absolute_path(options.root, current_folder_)) != FileKind::kFolder) {
    report.errors.push_back({"--root: no such folder", options.root, 0});
  } else {
    collect_passed(options, report);
  }
  for (const std::string& path : options.python_paths) {
    if (disk_.kind(absolute_path(path, current_folder_)) != FileKind::kFolder)
      report.errors.push_back({"--python-path: no such folder", path, 0});
  }
  for (const auto& [package, folder] : options.packages) {
    if (disk_.kind(absolute_path(folder, current_folder_)) != FileKind::kFolder)
      report.errors.push_back({fmt::format("--package {}: no such folder", package), folder, 0});
  }
  const FileSystem* seen = &disk_;
  if (!files_.empty()) {
    over_disk_ = std::make_unique<OverlayFileSystem>(disk_, std::move(files_));
    seen = over_disk_.get();
  }
  project::Settings settings = workspace_settings(options, roots_, current_folder_);
  if (over_disk_) settings.room = project::Settings().room;  // nothing to read again
  workspace_ = std::make_unique<project::Workspace>(*seen, sources_, std::move(settings));
  sort_passed(build_index(options, report), options, report);
}

Project::~Project() = default;

const std::string& Project::root_of(const std::string& path, const Options& options) {
  const std::string folder = disk_.kind(path) == FileKind::kFolder ? path : parent_folder(path);
  std::string& root = root_by_folder_[folder];
  if (root.empty()) {
    root = options.root.empty() ? find_root(disk_, folder, current_folder_)
                                : absolute_path(options.root, current_folder_);
  }
  return root;
}

void Project::read_stdin(const Options& options, RunReport& report) {
  auto bytes = all_of_stdin();
  if (!bytes) return report.errors.push_back(bytes.error());
  const std::string_view by_text = config::is_shell("stdin", *bytes) ? "stdin.sh" : "stdin.py";
  const std::string name(options.stdin_filename.empty() ? by_text : options.stdin_filename);
  stdin_path_ = absolute_path(name, current_folder_);
  files_[stdin_path_] = std::move(*bytes);
  passed_paths_.push_back(stdin_path_);
  passed_files_.push_back(stdin_path_);
  named_files_.insert(stdin_path_);
  roots_.push_back(root_of(stdin_path_, options));
}

void Project::collect_passed(const Options& options, RunReport& report) {
  given_paths_ = options.paths;
  if (!options.files_from.empty() && !options.paths_listed) {
    const auto listed = listed_paths(disk_, options.files_from, current_folder_);
    if (!listed)
      report.errors.push_back(listed.error());
    else
      given_paths_.insert(given_paths_.end(), listed->begin(), listed->end());
  }
  for (const std::string& path : given_paths_) {
    if (path.empty())  // mostly a variable without a value; no word for the current folder
      report.errors.push_back({"a path is empty; write . for the current folder", "", 0});
    else if (path == "-")
      read_stdin(options, report);
    else if (is_outside(disk_, absolute_path(path, current_folder_), options.root))
      report.errors.push_back({"lies outside of --root " + options.root, path, 0});
    else
      add_path(path, options, report);
  }
  if (excluded_ > 0) report.notes.push_back(left_out(excluded_, language_of(options)));
  std::ranges::sort(passed_files_);
  passed_files_.erase(std::unique(passed_files_.begin(), passed_files_.end()), passed_files_.end());
  std::ranges::sort(roots_);
  roots_.erase(std::unique(roots_.begin(), roots_.end()), roots_.end());
}

// What to say of a path that leads to nothing.
std::string Project::missing_path(const std::string& absolute) const {
  if (const auto read = disk_.read(absolute); !read && read.error().message == kMayNotRead)
    return kMayNotRead;
  const auto meant = nearest_path(disk_, absolute);
  if (!meant) return "no such file or folder; check the path";
  return fmt::format("no such file or folder, did you mean '{}'?",
                     relative_path(*meant, current_folder_));
}

void Project::add_path(const std::string& path, const Options& options, RunReport& report) {
  const std::string absolute = absolute_path(path, current_folder_);
  const FileKind kind = disk_.kind(absolute);
  if (kind == FileKind::kMissing || kind == FileKind::kSymlink) {
    report.errors.push_back(
        {kind == FileKind::kSymlink ? "this link leads nowhere" : missing_path(absolute), path, 0});
    return;
  }
  if (kind == FileKind::kOther) {
    report.errors.push_back({"not a file or folder", path, 0});
    return;
  }
  const std::string& root = root_of(absolute, options);
  roots_.push_back(root);
  passed_paths_.push_back(absolute);
  if (kind == FileKind::kFile) {
    const bool is_out = std::ranges::any_of(
        options.exclude, [&](const auto& pattern) { return is_about(pattern, absolute, root); });
    if (is_out) {
      ++excluded_;
      return;
    }
    passed_files_.push_back(absolute);
    named_files_.insert(absolute);
    return;
  }
  FoundFiles found = find_files(disk_, absolute,
                                {.gitignore = options.gitignore,
                                 .exclude = options.exclude,
                                 .root = root,
                                 .stops_at_settings = options.root.empty() && options.paths_listed,
                                 .jobs = thread_count(options)});
  nested_.insert(nested_.end(), found.nested.begin(), found.nested.end());
  // A folder that cannot be listed may hold anything, so the run did not do what it was asked to.
  for (const Skipped& folder : found.skipped) {
    report.errors.push_back({folder.reason, relative_path(folder.path, current_folder_), 0});
  }
  if (found.files.empty() && found.skipped.empty() && found.nested.empty())
    report.notes.push_back("no Python files or shell scripts in " + path);
  std::vector<std::string> files = std::exchange(found.files, {});
  passed_files_.insert(passed_files_.end(), std::make_move_iterator(files.begin()),
                       std::make_move_iterator(files.end()));
  if (found.nested.empty()) walks_[absolute] = std::move(found);
}

std::vector<Project::Facts> Project::build_index(const Options& options, RunReport& report) {
  // Without a folder to look for configs in, nobody asks who else inherits what was passed.
  const bool only_named = options.named_are_configs && named_files_.size() == passed_files_.size();
  if (only_named) roots_.clear();
  for (const std::string& root : roots_) {
    const auto [walk, is_new] = walks_.try_emplace(root);
    if (is_new)
      walk->second = find_files(disk_, root,
                                {.gitignore = options.gitignore,
                                 .exclude = options.exclude,
                                 .root = root,
                                 .jobs = thread_count(options)});
    if (walked_.empty())
      walked_ = std::move(walk->second.files);
    else
      add_sorted(std::exchange(walk->second.files, {}), walked_);
  }
  if (!walked_.empty()) add_sorted(passed_files_, walked_);
  const std::vector<std::string>& files = all_files();
  std::vector<Facts> all_facts;
  const Spared spared = spare_the_others(
      files, report, [&](const auto& paths) { all_facts = workspace_->load(paths); });
  const std::span<const std::string> all = spared.paths;
  if (all.size() < files.size())
    std::erase_if(passed_files_, [&](const std::string& path) {
      return !std::binary_search(all.begin(), all.end(), path);
    });
  std::vector<Facts> out;
  out.reserve(passed_files_.size());
  std::vector<const project::Node*> configs, by_folder, by_keys;
  std::vector<const project::Node*> inherited;  // each once
  project::NodeSet is_inherited;
  std::set<std::string> runs;  // work_dirs, RUN of RUN/TIME/vis_data/config.py
  auto passed = passed_files_.begin();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& path = all[i];
    const Facts& facts = all_facts[i];
    const bool is_passed = passed != passed_files_.end() && *passed == path;
    if (is_passed) {
      ++passed;
      out.push_back(facts);
    }
    if (!is_passed && facts.read_error)
      report.open.push_back(not_read(relative_path(path, current_folder_), language_of(options)));
    if (path.ends_with("/vis_data/config.py"))
      runs.insert(std::string(parent_folder(parent_folder(parent_folder(path)))));
    if (facts.kind == config::DocumentKind::kScript) known_scripts_.push_back(path);
    if (facts.kind == config::DocumentKind::kShell) known_launch_scripts_.push_back(path);
    if (facts.kind != config::DocumentKind::kConfig) continue;
    configs.push_back(facts.node);
    const auto bases = workspace_->bases(facts);
    const bool is_python = extension(path) == ".py";
    if (is_python && facts.is_config_by_folder)
      by_folder.push_back(facts.node);
    else if (is_python && !config::is_below_config_folder(below_nearest(path, roots_)) &&
             bases.empty())
      by_keys.push_back(facts.node);
    for (const project::Node* base : bases) {
      if (is_inherited.insert(*base)) inherited.push_back(base);
    }
  }
  const auto not_inherited = [&](const std::vector<const project::Node*>& nodes) {
    std::vector<std::string> paths;
    for (const project::Node* node : nodes) {
      if (!is_inherited.contains(*node)) paths.push_back(node->path());
    }
    return paths;
  };
  modules_ = project::imported_modules(*workspace_, known_scripts_, known_launch_scripts_,
                                       not_inherited(by_folder), not_inherited(by_keys));
  for (const project::Node* node : configs) {
    if (!runs.empty() && node->bases.empty() && runs.contains(parent_folder(node->path())))
      modules_.insert(node->path());
  }
  if (!modules_.empty())
    std::erase_if(configs, [&](const auto* node) { return modules_.contains(node->path()); });
  // What a config inherits is a config as well.
  for (const project::Node* base : inherited) {
    const std::string& path = base->path();
    const bool script = base->was_read() &&
                        workspace_->facts(*base).kind == config::DocumentKind::kScript &&
                        was_walked(path);
    const bool data = data::is_data_file(path) && is_below_root(path) &&
                      workspace_->facts(*base).kind == config::DocumentKind::kOther &&
                      !workspace_->facts(*base).read_error;
    if (script || data) configs.push_back(base);
  }
  index_ = std::make_unique<project::Index>(*workspace_, std::move(configs));
  return out;
}

bool Project::was_walked(const std::string& path) const {
  return std::binary_search(all_files().begin(), all_files().end(), path);
}

bool Project::is_below_root(const std::string& path) const {
  return std::ranges::any_of(roots_,
                             [&path](const std::string& root) { return is_below(path, root); });
}

// JSON and YAML files that name no base are configs only if they were passed themselves.
bool Project::is_named_config(const std::string& path, const Options& options) const {
  if (!named(path)) return false;
  if (!data::is_data_file(path)) return options.named_are_configs && extension(path) == ".py";
  return options.named_are_configs || !data::is_model_index(path);
}

void Project::sort_passed(std::span<const Facts> facts, const Options& options, RunReport& report) {
  const std::span configs = index_->nodes();
  auto config = configs.begin();  // sorted, as passed_files_ is
  for (std::size_t i = 0; i < passed_files_.size(); ++i) {
    const std::string& path = passed_files_[i];
    while (config != configs.end() && (*config)->path() < path) ++config;
    const bool is_in_index = config != configs.end() && (*config)->path() == path;
    const config::DocumentKind kind = facts[i].kind;
    if (const Error* error = facts[i].read_error) {
      report.errors.push_back(
          {error->message, relative_path(error->path, current_folder_), error->line});
    } else if (is_in_index || options.kind == "config" || is_named_config(path, options)) {
      passed_configs_.push_back(path);
    } else if (!options.named_are_configs &&
               (kind == config::DocumentKind::kScript || modules_.count(path) != 0)) {
      passed_scripts_.push_back(path);
    } else if (!options.named_are_configs && kind == config::DocumentKind::kShell) {
      passed_launch_scripts_.push_back(path);
    } else if (options.named_are_configs && named(path)) {
      report.errors.push_back({"no config; MMEngine reads .py, .yaml, .yml and .json",
                               relative_path(path, current_folder_), 0});
    } else {
      static const LocalizedText kNotAConfig = {"not a config", "不是配置文件"};
      report.skipped.push_back({path, kNotAConfig.in(language_of(options))});
    }
  }
  drop_links(passed_scripts_);
  drop_links(passed_launch_scripts_);
  report.configs += static_cast<std::uint32_t>(passed_configs_.size());
}

bool Project::may_edit(const std::string& path, fix::Where where) const {
  if (data::is_data_file(path)) return false;
  if (path == stdin_path_) return true;
  if (path.find("/site-packages/") != std::string::npos ||
      path.find("/.git/") != std::string::npos) {
    return false;
  }
  const bool passed = std::ranges::any_of(
      passed_paths_, [&path](const std::string& folder) { return is_below(path, folder); });
  if (where == fix::Where::kOrigin ? !is_below_root(path) : !passed) return false;
  const bool walked = was_walked(path);
  const std::lock_guard lock(asking_);
  if (!walked && project::is_ignored(disk_, path, project::git_root(disk_, path), git_user()))
    return false;
  return real_folders_.is_below_root(path);
}

}  // namespace mmlint::app
