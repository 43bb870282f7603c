

#include "app/commands/commands.h"
#include "app/commands/probe/installed_probe.h"
#include "app/commands/probe/installed_runner.h"
#include "app/output/output.h"
#include "app/output/writing.h"
#include "base/paths.h"
#include "probe/block.h"
#include "value/value_python.h"

namespace mmlint::app {
namespace {

// The word as a shell takes it.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+=:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == word.npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

// How the module comes into a training.
std::string ways(const std::string& given, const std::string& path) {
  const std::string word = shell_word(given);
  const std::string name = python_string(stem(path));
  return fmt::format(
      "Wrote {0}. Just before a model is wrapped, each process writes one line to standard error, "
      "'mmlint-probe 1 {{...}}', which says on which devices the parameters are.\n\n"
      "Start the training through it:\n"
      "    python {1} train.py ARGS\n"
      "    torchrun --nproc_per_node=8 {1} train.py ARGS\n\n"
      "Or have the config import it, and Python find it:\n"
      "    custom_imports = dict(imports=[{2}], allow_failed_imports=False)\n"
      "    PYTHONPATH={3}${{PYTHONPATH:+:$PYTHONPATH}} python train.py CONFIG\n"
      "If the config or a base of it has custom_imports, add {2} to that list instead.\n"
      "A lazy config (read_base()) does not import what custom_imports names; write in it:\n"
      "    __import__({2})\n",
      given, word, name, shell_word(parent_folder(path)));
}

Result<std::string> write_module(const Options& options, const std::string& current_folder,
                                 FileSystem& disk) {
  const std::string text(probe::module_text());
  if (options.out == "-") return text;
  const std::string path = absolute_path(options.out, current_folder);
  if (extension(path) != ".py" || stem(path).find('.') != std::string_view::npos)
    return fail("a Python module must be called NAME.py, without another dot", options.out);
  FileChange change{path, "", text, true};
  if (disk.kind(path) == FileKind::kFile) {
    auto before = disk.read(path);
    if (!before) return before;
    if (*before != text && !options.force) {
      return fail("exists already; choose another name, or overwrite it with --force", options.out);
    }
    change.before = std::move(*before);
    change.created = false;
  }
  const FileChange* const changes[] = {&change};
  if (Status done = write_together(changes, disk); !done) {
    done.error().path = options.out;
    return tl::unexpected(done.error());
  }
  return ways(options.out, path);
}

ProbeOutcome done_by(const Options& options) {
  DiskFileSystem disk;
  const std::string current_folder = mmlint::current_folder();
  if (options.action == "write") {
    auto text = write_module(options, current_folder, disk);
    if (!text) return {"", "", std::move(text.error())};
    return {std::move(*text), "", {}};
  }
  auto runner = find_runner(options, disk, current_folder);
  if (!runner) return {"", "", std::move(runner.error())};
  return options.action == "install" ? install_probe(*runner, disk) : restore_runner(*runner, disk);
}

}  // namespace

int run_probe(const Options& options) {
  RunReport report;
  ProbeOutcome outcome = done_by(options);
  if (outcome.error) report.errors.push_back(std::move(*outcome.error));
  Status done = write_stdout(outcome.text);
  if (done) done = write_diff(outcome.diff);
  if (!done) report.errors.push_back(done.error());
  return leave(report, static_cast<int>(Exit::kClean));
}

}  // namespace mmlint::app
