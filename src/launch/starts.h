#pragma once

#include "launch/distributed_configs.h"
#include "launch/known_runs.h"

namespace mmlint::launch {

// Who gives a launcher to the runs of a config, as far as the project says. Without a launcher
// MMEngine makes no process group, wraps no model and turns SyncBN into BN (mmengine/runner/
// runner.py, Runner.__init__ and wrap_model).
enum class Launcher : std::uint8_t {
  kNobody,   // nothing here starts the config
  kNone,     // each script that starts it trains in one process
  kLeftOut,  // a script takes a launcher, and its launches, all known with each word, name none
  kOffered,  // a script takes a launcher, and what its launches give is not known
  kGiven,    // the config, a script or a launch script names one
};

// The classes of Runner that scripts build from a config; a may fact.
struct Runners {
  bool runner = false;    // MMEngine's Runner, or a class of the project that inherits it
  bool flexible = false;  // the same of FlexibleRunner
  bool by_type = false;   // the one that the config's runner_type names, else Runner
};

// A script that builds a Runner, in all its starts or in one that is known.
struct Builder {
  std::string path;                      // absolute path of the script
  const script::Summary* summary;        // owned by the workspace, or by Starts
  std::set<std::string> given = {};      // the attributes of the options that launches give
  const LinkedLaunch* launch = nullptr;  // the start that is known; null if all starts are meant
  // Returns false for a start of one process that leaves the launcher out: it says nothing of those
  // with several processes (Launcher::kLeftOut).
  bool decides_launcher() const;
};

using Builders = std::vector<Builder>;

// How the project starts a config, as far as that is known.
struct Started {
  const DistributedConfig* launched = nullptr;  // a launch script starts it with a launcher
  Launcher launcher = Launcher::kNobody;   // what the config, its scripts and their starts name
  Launcher in_runner = Launcher::kNobody;  // the same of scripts that make no process group
  bool by_pytorch = false;  // a script or a launch script names the launcher 'pytorch'
  Runners runners;          // that are built from it; all false if no script here builds one
  // Must: a script here that builds a Runner names it, or is started with it, or takes any config
  // below its folder for configs.
  bool built_here = false;
  // No script builds a Runner from it, and scripts train with it, or the project is of mmcv 1.x.
  bool has_own_loop = false;
  bool is_of_mmcv_1 = false;  // the project uses mmcv 1.x and never MMEngine
  bool wraps_itself = false;  // each Runner built from it has a wrap_model in place of MMEngine's
  // None of the known starts names it, and some name configs that inherit it; without a known start
  // those are meant that no other config inherits.
  bool only_heirs = false;
  // It is named as a base (config::is_named_as_base), but no config inherits it, and no start or
  // script names it, although there are configs that are not named so.
  bool is_unused_base = false;
  bool may_be_named = false;  // a start names a config that is not known
  struct BuiltBy {
    const std::string* path;  // absolute path of the script
    bool is_safe;             // it makes the process group, uses no launcher or replaces init_dist
  };
  std::vector<BuiltBy> built_by;  // the scripts that build a Runner from it
  // Those that build a Runner from it; never null, and one list for configs that have the same.
  const Builders* builders = nullptr;
};

// How the scripts and launch scripts in the roots start each config.
class Starts {
 public:
  // Reads every script of a project that may build a Runner or load a config.
  Starts(const ProgramStore& programs, const catalog::Target& target);

  // Returns the absolute paths of the scripts that build a Runner.
  std::vector<std::string> builders() const;
  // Returns how the config at an absolute path is started. `names_launcher` says that the config
  // sets `launcher` itself. What the result points to belongs to this object. Several
  // threads may ask.
  Started of(const std::string& path, bool names_launcher) const;

 private:
  struct Script {
    std::string path;
    const script::Summary* summary = nullptr;
    bool takes_any = false;           // the command line says which config it loads
    std::string home;                 // if takes_any: the folder below which its configs lie
    std::set<std::string> configs;    // absolute paths of the configs that it is known to load
    bool builds = false;              // it builds a Runner
    bool wraps_itself = false;        // and each has a wrap_model in place of MMEngine's
    bool trains_itself = false;       // it trains without a Runner
    bool makes_group = false;         // it makes the process group on some path to every Runner
    bool replaces_init_dist = false;  // see reachable.h
    Launcher launcher = Launcher::kNobody;  // what it and launches of any config give
    Runners runners;                        // that it builds
    bool sets_pytorch = false;              // it sets `launcher` to 'pytorch'
    bool sets_none = false;                 // it sets `launcher` to 'none'
    // Absolute paths of the configs that launches name beside a launcher, and beside 'pytorch'.
    std::set<std::string> launched, by_pytorch;
    bool any_by_pytorch = false;  // a launch gives 'pytorch' beside a config that is not known
    // Absolute paths of the configs that its starts name; nullopt if one of them is not known.
    std::optional<std::set<std::string>> started;
    std::vector<KnownRun> runs;   // what it does in its starts, as far as that is known
    std::set<std::string> given;  // the attributes of the options that its launches give
  };

  void read(const ProgramStore& programs, const catalog::Target& target);
  // Returns what launcher the script has for a config that it takes.
  static Launcher launcher_of(const Script& script, const std::string& config, bool names_launcher);
  void find_inferred(const ProjectView& project);
  void find_bases_of_started(project::Workspace& workspace);
  // The 0-based indexes of a script in scripts_ and of one of its runs. Without a run the script's
  // own summary is meant, which holds for every start.
  using Start = std::pair<std::size_t, std::optional<std::size_t>>;
  void add_starts(std::size_t script, const std::string& config, std::vector<Start>& out) const;
  const Builders& builders_of(const std::vector<Start>& starts) const;

  const project::Index& index_;
  bool is_of_mmcv_1_ = false;
  bool has_leaves_ = false;  // some config is not named as a base
  std::vector<std::string> roots_;
  std::vector<Script> scripts_;
  std::set<std::string> inferred_;  // absolute paths of the configs that no script trains with
  std::set<std::string> bases_;     // absolute paths of what started configs inherit
  mutable std::mutex mutex_;
  mutable std::map<std::vector<Start>, Builders> builders_;
  std::map<std::string, DistributedConfig> launched_;
};

}  // namespace mmlint::launch
