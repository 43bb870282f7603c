#pragma once

#include "config/document_kind.h"
#include "config/provenance.h"
#include "project/node.h"
#include "project/settings.h"

namespace mmlint::script {
struct Built;
struct Start;
struct Summary;
}  // namespace mmlint::script
namespace mmlint::shell {
struct Script;
}

namespace mmlint::project {

// The documents and resolved configs of a run. All calls must come from one thread; some of them
// use several inside. The workspace owns all that it returns by pointer or span.
class Workspace {
 public:
  Workspace(const FileSystem& files, SourceStore& sources, Settings settings);
  // Makes a workspace of the same files, some of them `changed`, whose new bytes `files` must show.
  // What does not depend on these is taken from `below`, which must outlive this workspace.
  Workspace(const Workspace& below, const FileSystem& files, const std::set<std::string>& changed);
  // Makes a part of a workspace for one family (base_graph.h) or some: what these configs mean
  // belongs to the part and goes with it. `whole` must outlive the part. Several parts may be used
  // at once, each by one thread and on `jobs` threads inside. Meanwhile `whole` may be asked only
  // for documents that it has loaded, by one thread at a time, since the parts look into it.
  Workspace(Workspace& whole, int jobs);
  ~Workspace();

  // Takes over what a part has resolved, so that it stays as long as this workspace.
  void keep(std::unique_ptr<Workspace> part);
  // Frees the syntax of the files that this part has resolved, which may be read again, and puts
  // the texts away that it alone has read. Invalidates this object.
  void forget_files() &&;
  // Returns the file as it is on disk, scanned, its templates not replaced; null if it cannot be
  // read. Then read_error() returns the error, else null.
  const syntax::Document* document(const std::string& path) { return document(facts(path)); }
  // Returns the text of that file; empty if it cannot be read. Valid as long as the document.
  std::string_view text(const std::string& path);
  const Error* read_error(const std::string& path) { return facts(path).read_error; }
  // Returns the node of a file, whether it was read or not.
  const Node& node(const std::string& path);
  // Returns what is known of a file by its text alone.
  struct Facts {
    config::DocumentKind kind;
    bool is_config_by_folder;  // nothing but its folder says that it is a config
    const Error* read_error;   // see above
    const Node* node;          // the file
  };
  Facts facts(const std::string& path);
  Facts facts(const Node& node);
  // Reads and scans many files on settings().jobs threads, so that the calls here find them done,
  // or at least facts() and bases() (Settings::room). Returns what is known of them, in their
  // order.
  std::vector<Facts> load(std::span<const std::string> paths);
  std::vector<Facts> load(std::span<const Node* const> nodes);
  // As document() of a path.
  const syntax::Document* document(const Facts& of);
  // Returns the bases that a config names, without evaluating its body, whether these were read or
  // not; the path of one in a package that is not known is "pkg::path". Empty for other files.
  std::vector<const Node*> bases(const Facts& of);
  std::vector<const Node*> bases(const std::string& path) { return bases(facts(path)); }
  config::DocumentKind kind(const std::string& path) { return facts(path).kind; }
  // Returns the summaries of what scripts do, with the modules of the project that they import, in
  // the order of the paths; null for a script that cannot be read or is not valid Python.
  std::vector<const script::Summary*> scripts(std::span<const std::string> paths);
  // Returns what a script does in each of these starts; null where scripts() returns null. The
  // caller owns them. What the starts ask, several threads may ask.
  std::vector<std::unique_ptr<script::Summary>> started(const std::string& script,
                                                        std::span<const script::Start> starts);
  // Returns what a script does if registries build its classes so; null where scripts() returns
  // null. The caller owns it, and keeps what `built` points to as long.
  std::unique_ptr<script::Summary> built(const std::string& script,
                                         const std::map<std::uint32_t, script::Built>& built);
  // Returns, for each script, the files of the project that it imports, directly or not, sorted.
  std::vector<std::span<const std::string>> imported(std::span<const std::string> scripts);
  // Returns what shell scripts start, in the order of the paths; null for one that cannot be read.
  // Of one that bash refuses, only what is before the error.
  std::vector<const shell::Script*> launch_scripts(std::span<const std::string> paths);

  // Returns the configs with their bases merged in, in the order of the paths; never null, but ok()
  // is false for one that does not load.
  std::vector<const config::Resolved*> resolve(std::span<const std::string> paths);
  std::vector<const config::Resolved*> resolve(std::span<const Node* const> nodes);
  const config::Resolved* resolve(const std::string& path);
  // Returns those configs that do not load, of those that were resolved here or, if this is a part,
  // in the whole.
  std::vector<const config::Resolved*> failed() const;

  const FileSystem& files() const;
  SourceStore& sources() const;
  const Settings& settings() const;
  // Returns the texts and the environment that config::how_name and config::history need; valid as
  // long as the workspace.
  config::Written written() const { return {sources(), settings().environment}; }

 private:
  static Facts facts_of(const Node& node);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mmlint::project
