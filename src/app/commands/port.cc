#include <sys/stat.h>

#include "app/checking/load_problems.h"
#include "app/checking/merging.h"
#include "app/commands/commands.h"
#include "app/output/folder_lock.h"
#include "app/output/output.h"
#include "app/output/writing.h"
#include "fix/port.h"

namespace mmlint::app {
namespace {

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat x;
  struct stat y;
  if (a == b) return true;
  return stat(a.c_str(), &x) == 0 && stat(b.c_str(), &y) == 0 && x.st_dev == y.st_dev &&
         x.st_ino == y.st_ino;
}

// Why nothing can be written to OUT.
std::optional<Error> wrong_place(const Options& options, Project& project, const std::string& out) {
  const auto error = [&](std::string message) { return Error{std::move(message), options.out, 0}; };
  if (extension(out) != ".py") return error("the new config must be a Python file: call it .py");
  if (is_same_file(out, project.configs().front()))
    return error("is the config itself, which stays as it is; choose another name");
  const FileKind folder = project.disk().kind(parent_folder(out));
  if (folder != FileKind::kFolder)
    return error("its folder does not exist; create it, or choose another place");
  const FileKind kind = project.disk().kind(out);
  if (kind == FileKind::kMissing || (kind == FileKind::kFile && options.force)) return std::nullopt;
  if (kind == FileKind::kFile)
    return error("exists already; choose another name, or overwrite it with --force");
  return error("something else than a file stands there; choose another name");
}

bool is_script(Project& project) {
  return project.workspace().kind(project.configs().front()) == config::DocumentKind::kScript;
}

std::string shown(const std::string& path, Project& project) {
  return relative_path(path, project.current_folder());
}

// Why nothing was written. What is left is about the target if its rule names it.
std::string account_of_nothing(const fix::Ported& ported, const Judging& judging) {
  const std::string& target = judging.target->name;
  const bool needs_more = std::ranges::any_of(ported.left, [&](const Diagnostic& left) {
    const catalog::Rule* rule = judging.catalog.rule(left.code);
    return left.severity != Severity::kInfo && rule &&
           rule->message.en.find("{target.") != std::string::npos;
  });
  return needs_more ? fmt::format("Nothing is written: mmlint only shows what {} needs.\n", target)
                    : fmt::format("{} needs no other config: nothing is written.\n", target);
}

// What was written, and what is different in it.
std::string account(const fix::Ported& ported, const std::string& out, Project& project) {
  const std::string config = shown(project.configs().front(), project);
  std::string text = fmt::format("Wrote {}, which inherits {}, and {} stays as it is.\n",
                                 shown(out, project), config, config);
  for (const FileChange& change : ported.changes) {
    if (change.path == out) continue;
    text += fmt::format("Wrote {}, which makes the process group; keep it beside {}.\n",
                        shown(change.path, project), shown(out, project));
  }
  if (ported.differences.empty()) return text + "No key differs.\n";
  text += "These keys differ:\n";
  for (const Intent& key : ported.differences) {
    text += fmt::format("  {}: {} -> {}\n", key.key, key.before.value_or("(nothing)"),
                        key.after.value_or("(nothing)"));
  }
  return text;
}

std::vector<std::string> notes(const fix::Ported& ported, const std::string& out,
                               Project& project) {
  std::vector<std::string> out_notes = ported.notes;
  if (ported.changes.empty()) return out_notes;
  out_notes.push_back(
      fmt::format("taken for a config that a launcher starts: torchrun ... {} --launcher pytorch",
                  shown(out, project)));
  if (ported.changes.size() < 2) return out_notes;
  const config::Resolved* config = project.workspace().resolve(project.configs().front());
  const char* note =
      config->style == config::Style::kLazy
          ? "the copy of the config that Runner writes into work_dir does not import the module; "
            "start from {1}"
          : "the copy of the config that Runner writes into work_dir finds the module only with "
            "PYTHONPATH={0}";
  out_notes.push_back(fmt::format(fmt::runtime(note), parent_folder(out), shown(out, project)));
  return out_notes;
}

}  // namespace

int run_port(const Options& options) {
  RunReport report;
  report.is_fix = true;
  const auto judging = prepare_judging(options);
  if (!judging) {
    write_error(to_string(judging.error()));
    return static_cast<int>(Exit::kUsage);
  }
  add_description(**judging, report);
  add_unknown_targets(**judging, report);
  if (!(*judging)->others.empty())
    return leave(Error{"port writes a config for one target; run it for each", "", 0});
  SourceStore sources;
  Project project(options, report, sources);
  const bool is_one = project.configs().size() == 1 && project.named(project.configs().front());
  if (report.errors.empty() && !is_one)
    report.errors.push_back({"is no single config; name one file", options.paths.front(), 0});
  if (report.errors.empty() && is_script(project))
    report.errors.push_back({"is a script, and no config; name the config that it is started with",
                             options.paths.front(), 0});
  if (!report.errors.empty()) return leave(report, 0);
  const std::string out = absolute_path(options.out, project.current_folder());
  if (auto wrong = wrong_place(options, project, out)) {
    report.errors.push_back(std::move(*wrong));
    return leave(report, 0);
  }
  if (!project.workspace().resolve(project.configs().front())->ok()) {
    write_load_problems(options, project, project.configs());
    return leave(report, static_cast<int>(Exit::kFindings));
  }

  const FolderLock lock(parent_folder(out));
  if (!lock.status()) return leave(lock.status().error());
  auto ported = fix::port((*judging)->request(project), out, options.force);
  if (!ported) {
    Error error = ported.error();
    error.path = shown(error.path, project);
    report.errors.push_back(std::move(error));
    return leave(report, 0);
  }
  report.changes = ported->changes;
  report.fixed = ported->fixed;
  report.refused = ported->refused;
  report.diagnostics = ported->left;
  for (std::string& note : notes(*ported, out, project)) report.notes.push_back(std::move(note));
  shorten_paths(report, project.current_folder());
  write_changes(project, report);
  if (!report.errors.empty()) return leave(report, 0);
  const Status done =
      write_stdout((ported->changes.empty() ? account_of_nothing(*ported, **judging)
                                            : account(*ported, out, project)) +
                   report::formats().front().render(report, project.workspace().sources(),
                                                    report_settings(options)));
  if (!done) report.errors.push_back(done.error());
  return leave(report, exit_code(options, report.diagnostics));
}

}  // namespace mmlint::app
