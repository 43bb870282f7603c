#pragma once

#include "catalog/target.h"
#include "config/load.h"
#include "launch/launch_graph.h"
#include "launch/memo.h"

// What is known of the programs of a project and of their launches. Each fact is computed when it
// is first asked for, and stays: the rules, the entry points of configs and the planners of fixes
// share it. No fact depends on which rules are selected.
namespace mmlint::launch {

class Program;
class ProgramStore;

// A run of a program: in a launch, or in none of which more is known (null); in any of its
// processes, or in that of `rank`.
struct RunOf {
  const LinkedLaunch* launch = nullptr;
  std::optional<int> rank = {};
  friend auto operator<=>(const RunOf&, const RunOf&) = default;
};

// A program on one target. A fact is a function of a ProgramFacts, or of a Program if it is the
// same on every target.
class ProgramFacts {
 public:
  ProgramFacts(const Program& program, const catalog::Target& target);

  const Program& program() const { return program_; }
  const catalog::Target& target() const { return target_; }

  // Returns the fact that a function computes: facts.get<lone_ranks>(). It stays as long as the
  // store.
  template <auto kFact>
  const auto& get() const;
  // Does the same for facts that take much memory, such as runs: they stay until forget_big().
  template <auto kFact>
  const auto& get_big() const;
  void forget_big() const;
  // Returns what the program does in each of these runs; null where that is not known. Walks
  // several at once.
  std::vector<std::shared_ptr<const script::Summary>> runs(std::span<const RunOf> of) const;
  std::shared_ptr<const script::Summary> run(RunOf of) const { return runs({&of, 1}).front(); }

 private:
  const Program& program_;
  const catalog::Target& target_;
  mutable Memo memo_, big_;
};

// A script that is started, with the modules that it imports.
class Program {
 public:
  Program(const ProgramStore& store, std::string path, const script::Summary& summary);

  const std::string& path() const { return path_; }  // absolute; empty for none of the project's
  const script::Summary& summary() const { return summary_; }  // however it is started
  const ProgramStore& store() const { return store_; }
  // Load files from the workspace only in a fact, or while holding exclusive().
  project::Workspace& workspace() const;
  // Locks out other threads. Every fact is computed under the same lock.
  std::unique_lock<std::recursive_mutex> exclusive() const;
  const ProgramFacts& on(const catalog::Target& target) const;

  // As those of ProgramFacts.
  template <auto kFact>
  const auto& get() const {
    return memo_.of<kFact>(*this);
  }
  template <auto kFact>
  const auto& get_big() const {
    return big_.of<kFact>(*this);
  }
  // Returns the launches that start it; the graph owns them.
  const std::vector<const LinkedLaunch*>& launches() const;
  // Returns the configs that it loads, as far as they are known: by a path that is in the script,
  // or by one that a launch gives. The workspace owns them.
  const std::vector<const config::Resolved*>& configs() const;
  // Returns the configs among which its command line chooses, where none is known.
  const std::vector<const config::Resolved*>& possible_configs() const;
  // Returns the pairs KEY=VALUE that launches give after --cfg-options; the values as text.
  const std::map<std::string, std::string>& cfg_options() const;
  // Each returns true if it loads configs, or may load some, and each of them imports a module that
  // makes the process group.
  bool configs_make_group() const;
  bool possible_configs_make_group() const;
  // Returns true if a launch starts several processes of it on one machine.
  bool is_started_in_several() const;
  // Returns true if training does not run without it.
  bool is_needed() const;

 private:
  friend class ProgramFacts;
  // A run, and the devices that are not there and that the program may ask for.
  using RunKey = std::pair<RunOf, std::set<std::string>>;
  std::vector<std::shared_ptr<const script::Summary>> runs(std::span<const RunKey> keys) const;
  script::Start start_of_run(const RunKey& key) const;
  bool may_walk(const LinkedLaunch& launch) const;

  const ProgramStore& store_;
  const std::string path_;
  const script::Summary& summary_;
  mutable Memo memo_, big_;
  mutable std::map<const catalog::Target*, std::unique_ptr<ProgramFacts>> on_;
  // What was walked; nullopt if it is not known.
  mutable std::map<RunKey, std::optional<std::weak_ptr<const script::Summary>>> runs_;
};

template <auto kFact>
const auto& ProgramFacts::get() const {
  if constexpr (std::is_invocable_v<decltype(kFact), const Program&>)
    return program_.get<kFact>();
  else
    return memo_.of<kFact>(*this);
}

template <auto kFact>
const auto& ProgramFacts::get_big() const {
  if constexpr (std::is_invocable_v<decltype(kFact), const Program&>)
    return program_.get_big<kFact>();
  else
    return big_.of<kFact>(*this);
}

}  // namespace mmlint::launch
