#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/source.h"
#include "config/document_kind.h"
#include "config/provenance.h"
#include "config/resolved.h"
#include "project/settings.h"
#include "syntax/document.h"

namespace mmlint::script {
struct Summary;
}
namespace mmlint::shell {
struct Script;
}

namespace mmlint::project {

// Documents and resolved configs of a run. resolve() may use several threads inside; everything
// else is for one thread. What it returns stays valid as long as the workspace.
class Workspace {
 public:
  Workspace(const FileSystem& files, SourceStore& sources, Settings settings);
  // Makes a workspace of the same files with some of them `changed`. What does not depend on these
  // is taken from `below`, which must outlive this one. `files` must show the changes.
  Workspace(const Workspace& below, const FileSystem& files, const std::set<std::string>& changed);
  ~Workspace();

  // Reads and scans many files on settings().jobs threads, which the calls below then find done.
  void load(std::span<const std::string> paths);
  // The file as it is on disk, scanned; null if it cannot be read (then read_error() says why).
  const syntax::Document* document(const std::string& path);
  const Error* read_error(const std::string& path);
  // Returns the bases that a config names, without evaluating its body; none for what is no config.
  std::span<const config::BaseLink> links(const std::string& path);
  config::DocumentKind kind(const std::string& path);
  // Returns what scripts do, with the modules of the project that they import, in the order of the
  // paths; null for one that cannot be read or is no valid Python.
  std::vector<const script::Summary*> scripts(std::span<const std::string> paths);
  // Returns, for each script, the files of the project that it imports, directly or not, sorted.
  std::vector<std::vector<std::string>> imported(std::span<const std::string> scripts);
  // Returns what shell scripts start, in the order of the paths; null for one that cannot be read.
  std::vector<const shell::Script*> launch_scripts(std::span<const std::string> paths);

  // Returns what configs mean, in the order of the paths. All their bases are resolved before them.
  std::vector<const config::Resolved*> resolve(std::span<const std::string> paths);
  const config::Resolved* resolve(const std::string& path);

  const FileSystem& files() const;
  SourceStore& sources() const;
  const Settings& settings() const;
  // What config::how_name and config::history read; valid as long as the workspace.
  config::Written written() const { return {sources(), settings().environment}; }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mmlint::project
