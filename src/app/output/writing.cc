#include "app/output/writing.h"

#include <filesystem>

#include <sys/stat.h>

#include "app/output/output.h"
#include "base/algorithms.h"
#include "base/paths.h"
#include "data/data_file.h"

namespace mmlint::app {
namespace {

const std::string& path_of(Span span, const SourceStore& sources) {
  return sources.get(span.file).path();
}

// Changes that belong together: fixes make them together, directly or by way of other fixes.
struct Group {
  std::set<std::string> paths;
  std::vector<const FileChange*> changes;  // new files first
};

std::vector<Group> groups_of(const RunReport& report, const SourceStore& sources) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> group_of;
  for (const Diagnostic& fixed : report.fixed) {
    const std::size_t own = groups.size();
    Group& joined = groups.emplace_back();
    std::set<std::string> paths;
    for (const NewFile& file : fixed.fix->files) paths.insert(file.path);
    for (const TextEdit& edit : fixed.fix->edits) paths.insert(path_of(edit.span, sources));
    for (const std::string& path : paths) {
      const auto [known, is_new] = group_of.emplace(path, own);
      if (is_new) joined.paths.insert(path);
      if (known->second == own) continue;
      Group& other = groups[known->second];
      for (const std::string& each : other.paths) group_of[each] = own;
      joined.paths.merge(other.paths);
    }
  }
  for (const bool created : {true, false}) {
    for (const FileChange& change : report.changes) {
      if (change.created != created) continue;
      const auto [known, is_new] = group_of.emplace(change.path, groups.size());
      if (is_new) groups.push_back({{change.path}, {}});
      groups[known->second].changes.push_back(&change);
    }
  }
  return groups;
}

// The path without symlinks of a file that need not be there yet.
std::string real_place(const std::string& path, const FileSystem& disk) {
  if (auto real = disk.real_path(path)) return *real;
  const auto folder = disk.real_path(parent_folder(path));
  return folder ? join_path(*folder, file_name(path)) : path;
}

// By a file's path without symlinks, what was written there.
using Written = std::map<std::string, std::string>;

// All of a group or nothing of it.
Status write_group(const Group& group, FileSystem& disk, Written& known) {
  std::vector<const FileChange*> changes;
  for (const FileChange* change : group.changes) {
    const auto there = known.find(real_place(change->path, disk));
    if (there == known.end() || there->second != change->after) changes.push_back(change);
  }
  const Status done = write_together(changes, disk);
  if (!done) return done;
  for (const FileChange* change : changes) known[real_place(change->path, disk)] = change->after;
  return done;
}

void take_back(const std::set<std::string>& unwritten, const SourceStore& sources,
               RunReport& report) {
  std::erase_if(report.changes, [&](const FileChange& c) { return unwritten.count(c.path) != 0; });
  const auto left =
      std::stable_partition(report.fixed.begin(), report.fixed.end(), [&](const Diagnostic& fixed) {
        const auto& edits = fixed.fix->edits;
        const auto& files = fixed.fix->files;
        return std::ranges::none_of(edits,
                                    [&](const TextEdit& edit) {
                                      return unwritten.count(path_of(edit.span, sources)) != 0;
                                    }) &&
               std::ranges::none_of(
                   files, [&](const NewFile& file) { return unwritten.count(file.path) != 0; });
      });
  report.diagnostics.insert(report.diagnostics.end(), std::make_move_iterator(left),
                            std::make_move_iterator(report.fixed.end()));
  report.fixed.erase(left, report.fixed.end());
  std::ranges::stable_sort(report.diagnostics, [&](const Diagnostic& a, const Diagnostic& b) {
    const std::string& x = path_of(a.primary, sources);
    const std::string& y = path_of(b.primary, sources);
    return x != y ? x < y : before(a, b);
  });
}

using Identity = std::pair<dev_t, ino_t>;

std::optional<Identity> identity(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Identity(status.st_dev, status.st_ino);
}

// JSON and YAML files that are no configs may be earlier reports.
std::set<std::string> inputs(const Options& options, Project& project) {
  project::Workspace& workspace = project.workspace();
  std::set<std::string> out(project.configs().begin(), project.configs().end());
  for (const std::string& config : project.index().configs()) {
    out.insert(config);
    for (const project::Node* base : workspace.bases(config)) out.insert(base->path());
  }
  if (!options.files_from.empty())
    out.insert(absolute_path(options.files_from, project.current_folder()));
  const std::size_t count = workspace.sources().size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& path = workspace.sources().get(static_cast<FileId>(i)).path();
    if (project.index().has(path)) continue;
    if (!data::is_data_file(path)) out.insert(path);
    if (workspace.kind(path) == config::DocumentKind::kScript) continue;
    for (const project::Node* base : workspace.bases(path)) out.insert(base->path());
  }
  return out;
}

// Whether a file is of a kind that no report is: somebody has written it by hand.
bool is_source(const std::string& path) {
  static constexpr std::string_view kExtensions[] = {".py",   ".pyi",  ".sh",
                                                     ".bash", ".toml", ".cfg"};
  const std::string_view name = file_name(path);
  return name.starts_with(".git") || name.starts_with("requirements") ||
         is_in(extension(name), kExtensions);
}

// The error of the first file that an --output would overwrite; its path is as in `files`.
std::optional<Error> overwritten(const Options& options, const auto& files) {
  static constexpr const char* kRead = "--output would overwrite a file that this run reads";
  static constexpr const char* kSource = "--output would overwrite this file, which is no report";
  std::set<Identity> outputs;
  for (const std::string& output : options.outputs) {
    const auto id = output == "-" ? std::nullopt : identity(output);
    if (id) outputs.insert(*id);
    const bool is_report = options.command != "show";  // which prints a config as Python
    if (id && is_report && is_source(output)) return Error{kSource, output, 0};
  }
  if (outputs.empty()) return std::nullopt;
  const auto is_output = [&outputs](const std::string& path) {
    const auto id = identity(path);
    return id && outputs.count(*id) != 0;
  };
  if (!options.baseline.empty() && is_output(options.baseline))
    return Error{kRead, options.baseline, 0};
  const auto found = std::ranges::find_if(files, is_output);
  return found != files.end() ? std::optional(Error{kRead, *found, 0}) : std::nullopt;
}

}  // namespace

Status write_together(std::span<const FileChange* const> changes, FileSystem& disk) {
  const WritingFiles guard;
  Status done;
  std::vector<const FileChange*> written;
  for (const FileChange* change : changes) {
    const auto expected = change->created ? std::nullopt : std::optional(change->before);
    done = disk.write(change->path, change->after, expected);
    if (!done) break;
    written.push_back(change);
  }
  if (done) return done;
  for (const FileChange* change : written) {
    std::error_code ignored;
    if (change->created)
      std::filesystem::remove(change->path, ignored);
    else if (const Status back = disk.write(change->path, change->before, change->after); !back)
      return back;
  }
  return done;
}

void write_changes(Project& project, RunReport& report) {
  const SourceStore& sources = project.workspace().sources();
  std::set<std::string> folders;
  for (const std::string& path : project.files()) folders.insert(parent_folder(path));
  for (const std::string& folder : folders) project.disk().remove_leftovers(folder);
  std::set<std::string> unwritten;
  Written written;
  for (const Group& group : groups_of(report, sources)) {
    if (const Status done = write_group(group, project.disk(), written); !done) {
      report.errors.push_back(done.error());
      unwritten.insert(group.paths.begin(), group.paths.end());
    }
  }
  if (!unwritten.empty()) take_back(unwritten, sources, report);
  merge_by_real_path(report.changes, project.disk());
}

void merge_by_real_path(std::vector<FileChange>& changes, const FileSystem& disk) {
  std::map<std::string, FileChange> by_place;
  for (FileChange& change : changes) {
    std::string place = real_place(change.path, disk);
    // What a file itself becomes, not what a link to it would make of it.
    if (change.path == place)
      by_place.insert_or_assign(std::move(place), std::move(change));
    else
      by_place.try_emplace(std::move(place), std::move(change));
  }
  changes.clear();
  for (auto& [place, change] : by_place) {
    change.path = place;
    changes.push_back(std::move(change));
  }
}

std::optional<Error> overwritten_input(const Options& options, Project& project) {
  const auto is_file = [](const std::string& output) { return output != "-"; };
  if (std::ranges::none_of(options.outputs, is_file)) return std::nullopt;
  auto error = overwritten(options, inputs(options, project));
  if (error && error->path.starts_with('/'))
    error->path = relative_path(error->path, project.current_folder());
  return error;
}

std::optional<Error> overwritten_input(const Options& options,
                                       const std::vector<std::string>& files) {
  return overwritten(options, files);
}

}  // namespace mmlint::app
