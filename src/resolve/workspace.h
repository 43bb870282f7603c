#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/file_system.h"
#include "base/source.h"
#include "resolve/document_kind.h"
#include "resolve/eval/limits.h"
#include "resolve/packages.h"
#include "resolve/problem.h"
#include "resolve/value.h"
#include "syntax/document.h"

namespace mmlint::resolve {

namespace script {
struct Script;
}
namespace launch {
struct Launcher;
}

// Everything outside the files that may change what a config means. One snapshot per run.
struct Settings {
  std::map<std::string, std::string> environment;
  PackageSettings packages;
  int jobs = 1;
  Limits limits;  // of each config
};

enum class Style : std::uint8_t { kClassic, kLazy };

// Where a config names a base.
struct BaseLink {
  Span span;                 // the string, or the dotted module of an import
  std::string path;          // absolute; of a base in a package that is not known: "pkg::path"
  bool star = false;         // lazy: imported with *
  std::string text;          // as it is written, without quotes
  std::string scope;         // classic: the package of `pkg::path`, else empty
  std::string spelled = {};  // lazy: the path with the `..` in it that MMEngine leaves there
};

// One config after inheritance.
struct Resolved {
  std::string path;
  const syntax::Document* document = nullptr;  // what was evaluated; null if it could not be read
  Style style = Style::kClassic;
  std::vector<BaseLink> links;           // in merge order
  std::vector<const Resolved*> bases;    // those of links that loaded
  std::vector<const Resolved*> refused;  // and those that did not
  const Value* root = nullptr;           // what to_dict() gives; null if it did not load
  const Value* exports = nullptr;        // lazy: every name an importer can see
  std::set<std::string> imported_names;  // lazy: dropped by to_dict(), bases' included
  // Lazy: imports that are no part of the body, bases' included, as their functions are run too.
  std::unordered_set<const syntax::Stmt*> taken_out;
  std::vector<Problem> problems;       // of this file; not those of its bases
  std::vector<Problem> root_problems;  // only when it is loaded itself (reserved keys)
  std::vector<Removal> removals;       // keys that the body took out
  std::vector<Problem> hazards;        // of this file, also if it does not load
  bool changes_environment = false;    // the environment variables, as a base's may have
  bool bases_ok = true;                // false: a base did not load, so this one does not
  std::unique_ptr<Pool> pool;

  bool ok() const { return root != nullptr; }
};

// Documents and resolved configs of a run. resolve() may use several threads inside; everything
// else is for one thread. What it returns stays valid as long as the workspace.
class Workspace {
 public:
  Workspace(const FileSystem& files, SourceStore& sources, Settings settings);
  // The same files with some replaced: takes everything that does not depend on them from `below`,
  // which must outlive this one. `files` must show the changes.
  Workspace(const Workspace& below, const FileSystem& files, const std::set<std::string>& changed);
  ~Workspace();

  // Reads and scans many files on settings().jobs threads, which the calls below then find done.
  void load(std::span<const std::string> paths);
  // The file as it is on disk, scanned; null if it cannot be read (then read_error() says why).
  const syntax::Document* document(const std::string& path);
  const Error* read_error(const std::string& path);
  // The bases a config names, without evaluating its body. Empty for what is not a config.
  std::span<const BaseLink> links(const std::string& path);
  DocumentKind kind(const std::string& path);
  // What scripts do, in the order of the paths; null for one that cannot be read or is no valid
  // Python.
  std::vector<const script::Script*> scripts(std::span<const std::string> paths);
  // The same for shell scripts, and what they start.
  std::vector<const launch::Launcher*> launchers(std::span<const std::string> paths);

  // Resolves the configs and, before them, all their bases, each once.
  std::vector<const Resolved*> resolve(std::span<const std::string> paths);
  const Resolved* resolve(const std::string& path);

  const FileSystem& files() const;
  SourceStore& sources() const;
  const Settings& settings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mmlint::resolve
