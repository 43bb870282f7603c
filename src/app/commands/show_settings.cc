
#include "app/checking/batches.h"
#include "app/commands/commands.h"
#include "app/output/output.h"
#include "base/paths.h"

namespace mmlint::app {

int run_show_settings(const Options& options) {
  RunReport report;
  const std::string current = current_folder();
  std::string out;
  for (const Batch& batch : batches_of(options, report)) {
    for (const std::string& path : batch.options.paths) {
      const std::string absolute =
          absolute_path(path == "-" ? options.stdin_filename : path, current);
      if (path != "-" && DiskFileSystem().kind(absolute) == FileKind::kMissing) {
        report.errors.push_back({"no such file or folder", path, 0});
        continue;
      }
      out += (out.empty() ? "" : "\n") + batch.settings.shown(absolute);
    }
  }
  if (const Status done = write_stdout(out); !done) report.errors.push_back(done.error());
  return leave(report, static_cast<int>(Exit::kClean));
}

}  // namespace mmlint::app
