#include <atomic>

#include "app/commands/commands.h"
#include "app/files/project.h"
#include "app/output/output.h"
#include "base/parallel.h"
#include "shell_syntax/shell_document.h"

namespace mmlint::app {

int run_parse_only(const Options& options) {
  RunReport report;
  SourceStore sources;
  Project project(options, report, sources);
  const int jobs = project.workspace().settings().jobs;
  std::vector<const syntax::Document*> documents;
  for (const std::string& path : project.files()) {
    if (const auto* document = project.workspace().document(path)) documents.push_back(document);
  }
  std::atomic<std::size_t> problems{0};
  parallel_for(jobs, documents.size(), [&](std::size_t i) {
    const syntax::Document& document = *documents[i];
    const Source& source = document.source();
    const bool valid = config::is_shell(source.path(), source.bytes())
                           ? shell_syntax::ShellDocument(source).problems().empty()
                           : document.parse_all();
    if (!valid) ++problems;
  });
  const Status done =
      write_stdout(fmt::format("{} files, {} with problems\n", documents.size(), problems.load()));
  if (!done) report.errors.push_back(done.error());
  return leave(report, 0);
}

}  // namespace mmlint::app
