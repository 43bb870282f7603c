#include "app/commands/probe/installed_probe.h"

#include <filesystem>
#include <system_error>

#include "app/output/folder_lock.h"
#include "app/output/writing.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "probe/block.h"

namespace mmlint::app {
namespace {

using probe::Probed;

// The three files of an MMEngine with the probe.
struct Files {
  std::string runner;
  std::string backup;
  std::string module;

  explicit Files(const std::string& path)
      : runner(path),
        backup(path + ".mmlint-backup"),
        module(join_path(parent_folder(path), probe::kModule)) {}
};

ProbeOutcome refused(Error error, std::string diff = {}) {
  return {"", std::move(diff), std::move(error)};
}
ProbeOutcome refused(std::string message, const std::string& path) {
  return refused(Error{std::move(message), path, 0});
}

// The text that a release of MMEngine becomes with the probe; an error if it is none of a release.
Result<std::string> probed_text(const std::string& original, const std::string& path,
                                std::string_view version) {
  const Source source(FileId{0}, path, original);
  const auto found = probe::find_wrap_model(source);
  if (!found) return tl::unexpected(found.error());
  if (!probe::is_in_a_release(found->sha256)) {
    return fail(
        "Runner.wrap_model is not as in any release of MMEngine from 0.1.0 to 0.10.7, so it was "
        "changed and stays as it is; 'mmlint probe write' does without a change of MMEngine",
        path, found->line);
  }
  return probe::with_probe(source, *found, version);
}

// Whether the text is what the probe made of the original, and nobody changed it since.
bool is_intact(const Probed& probed, const std::string& text, const std::string& path) {
  if (sha256(probed.original) != probed.sha256) return false;
  const auto again = probed_text(probed.original, path, probed.version);
  return again && *again == text;
}

// What others have changed in a file with the probe, as far as the backup still says it.
ProbeOutcome changed_since(const Files& files, const std::string& text, const Probed& probed,
                           const FileSystem& disk) {
  const auto backup = disk.read(files.backup);
  const std::string name(file_name(files.backup));
  if (!backup || sha256(*backup) != probed.sha256) {
    return refused(
        fmt::format("was changed after the probe was put in, and its backup {} {}; take the lines "
                    "between '# >>> mmlint probe' and '# <<< mmlint probe' out by hand",
                    name, backup ? "as well" : "is gone"),
        files.runner);
  }
  const auto before = probed_text(*backup, files.runner, probed.version);
  const FileChange change{files.runner, before.value_or(*backup), text, false};
  return refused(
      {fmt::format("was changed after the probe was put in, as the diff shows; undo that, "
                   "or take the marked lines out by hand and remove {}",
                   name),
       files.runner, 0},
      report::render_diff(std::span(&change, 1), parent_folder(files.runner)));
}

// Adds what has to be written so that a file has these bytes; an error if it has others.
Status add_new(const std::string& path, std::string bytes, const char* other,
               const FileSystem& disk, std::vector<FileChange>& out) {
  if (disk.kind(path) == FileKind::kMissing) {
    out.push_back({path, "", std::move(bytes), true});
    return {};
  }
  const auto there = disk.read(path);
  if (!there) return tl::unexpected(there.error());
  return *there == bytes ? Status() : fail(other, path);
}

Status write_all(const std::vector<FileChange>& changes, FileSystem& disk) {
  std::vector<const FileChange*> all;
  for (const FileChange& change : changes) all.push_back(&change);
  return write_together(all, disk);
}

// Removes what Python compiled of the module: "__pycache__/mmlint_probe.cpython-311.pyc".
void remove_compiled(const std::string& module) {
  const std::filesystem::path path(module);
  const std::string stem = path.stem().string() + '.';
  std::error_code failed;
  std::vector<std::filesystem::path> compiled;
  std::filesystem::directory_iterator each(path.parent_path() / "__pycache__", failed);
  for (; !failed && each != std::filesystem::directory_iterator(); each.increment(failed)) {
    const std::string name = each->path().filename().string();
    if (name.starts_with(stem) && name.ends_with(".pyc")) compiled.push_back(each->path());
  }
  for (const auto& file : compiled) std::filesystem::remove(file, failed);
}

}  // namespace

ProbeOutcome install_probe(const std::string& runner, FileSystem& disk) {
  const Files files(runner);
  const FolderLock lock(parent_folder(runner));
  if (!lock.status()) return refused(lock.status().error());
  disk.remove_leftovers(parent_folder(runner));
  const auto text = disk.read(runner);
  if (!text) return refused(text.error());
  const auto probed = probe::without_probe(*text);
  if (probed && probed->version != MMLINT_VERSION) {
    return refused(fmt::format("has the probe of mmlint {}, and this is {}; take that one out "
                               "first: mmlint probe restore {}",
                               probed->version, MMLINT_VERSION, runner),
                   runner);
  }
  if (probed && !is_intact(*probed, *text, runner))
    return changed_since(files, *text, *probed, disk);
  const std::string& original = probed ? probed->original : *text;
  const auto wanted = probed_text(original, runner, MMLINT_VERSION);
  if (!wanted) return refused(wanted.error());

  std::vector<FileChange> changes;
  Status done = add_new(files.backup, original,
                        "is the backup of another runner.py; remove it, or put it in its place",
                        disk, changes);
  if (done) {
    done = add_new(files.module, std::string(probe::module_text()),
                   "is not the module of this mmlint; remove it", disk, changes);
  }
  if (!done) return refused(done.error());
  if (*text != *wanted) changes.push_back({runner, *text, *wanted, false});
  if (changes.empty()) return {fmt::format("{} has the probe already.\n", runner), "", {}};
  done = write_all(changes, disk);
  if (!done) return refused(done.error());
  return {fmt::format("Put the probe into {}.\nIts copy as it was is {}, the module {}.\n"
                      "Train as ever: each process writes a line 'mmlint-probe 1 {{...}}' to "
                      "standard error before it wraps the model.\n"
                      "Take it out again: mmlint probe restore {}\n",
                      runner, file_name(files.backup), file_name(files.module), runner),
          "",
          {}};
}

ProbeOutcome restore_runner(const std::string& runner, FileSystem& disk) {
  const Files files(runner);
  const FolderLock lock(parent_folder(runner));
  if (!lock.status()) return refused(lock.status().error());
  disk.remove_leftovers(parent_folder(runner));
  const auto text = disk.read(runner);
  if (!text) return refused(text.error());
  const auto probed = probe::without_probe(*text);
  if (probed && !is_intact(*probed, *text, runner))
    return changed_since(files, *text, *probed, disk);
  const std::string& original = probed ? probed->original : *text;
  if (probed) {
    const std::vector<FileChange> change = {{runner, *text, original, false}};
    if (const Status done = write_all(change, disk); !done) return refused(done.error());
  }
  std::string said = probed ? fmt::format("{} is as it was.\n", runner)
                            : fmt::format("{} has no probe.\n", runner);
  const std::pair<const std::string&, std::string_view> beside[] = {
      {files.backup, original}, {files.module, probe::module_text()}};
  for (const auto& [path, bytes] : beside) {
    if (disk.kind(path) == FileKind::kMissing) continue;
    std::error_code failed;
    const bool is_ours = disk.read(path).value_or("") == bytes;
    if (is_ours && std::filesystem::remove(path, failed)) {
      if (&path == &files.module) remove_compiled(path);
      continue;
    }
    said += fmt::format("{} stays, as {}; remove it.\n", path,
                        is_ours ? failed.message() : "its bytes are not what was put there");
  }
  return {said, "", {}};
}

}  // namespace mmlint::app
