#include "app/writing.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "app/output.h"

namespace mmlint::app {
namespace {

const std::string& path_of(Span span, const SourceStore& sources) {
  return sources.get(span.file).path();
}

bool creates(const Diagnostic& fixed, const std::string& path) {
  const auto& files = fixed.fix->files;
  return std::any_of(files.begin(), files.end(),
                     [&](const NewFile& file) { return file.path == path; });
}

void take_back(const std::set<std::string>& unwritten, const SourceStore& sources,
               RunReport& report) {
  std::erase_if(report.changes, [&](const FileChange& c) { return unwritten.count(c.path) != 0; });
  const auto left =
      std::stable_partition(report.fixed.begin(), report.fixed.end(), [&](const Diagnostic& fixed) {
        const auto& edits = fixed.fix->edits;
        const auto& files = fixed.fix->files;
        return std::none_of(edits.begin(), edits.end(),
                            [&](const TextEdit& edit) {
                              return unwritten.count(path_of(edit.span, sources)) != 0;
                            }) &&
               std::none_of(files.begin(), files.end(),
                            [&](const NewFile& file) { return unwritten.count(file.path) != 0; });
      });
  report.diagnostics.insert(report.diagnostics.end(), std::make_move_iterator(left),
                            std::make_move_iterator(report.fixed.end()));
  report.fixed.erase(left, report.fixed.end());
  std::stable_sort(report.diagnostics.begin(), report.diagnostics.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) {
                     const std::string& x = path_of(a.primary, sources);
                     const std::string& y = path_of(b.primary, sources);
                     return x != y ? x < y : before(a, b);
                   });
}

}  // namespace

FolderLock::FolderLock(const std::string& folder)
    : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ >= 0) flock(descriptor_, LOCK_EX);
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

void write_changes(Project& project, RunReport& report) {
  const SourceStore& sources = project.workspace().sources();
  std::set<std::string> unwritten;
  const auto write = [&](const FileChange& change) {
    const WritingFiles guard;
    const auto expected = change.created ? std::nullopt : std::optional(change.before);
    const Status done = project.disk().write(change.path, change.after, expected);
    if (done) return;
    report.errors.push_back(done.error());
    unwritten.insert(change.path);
    for (const Diagnostic& fixed : report.fixed) {
      if (!creates(fixed, change.path)) continue;
      for (const TextEdit& edit : fixed.fix->edits) unwritten.insert(path_of(edit.span, sources));
    }
  };
  for (const FileChange& change : report.changes) {
    if (change.created) write(change);
  }
  for (const FileChange& change : report.changes) {
    if (!change.created && unwritten.count(change.path) == 0) write(change);
  }
  if (!unwritten.empty()) take_back(unwritten, sources, report);
}

}  // namespace mmlint::app
