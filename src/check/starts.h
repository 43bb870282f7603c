#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/config/view.h"
#include "check/launch_graph.h"

namespace mmlint::check {

// A script in which a rule about scripts reports a cause.
struct ToldAt {
  std::string path;  // absolute path of the script
  std::string code;  // the code of the rule
};

// A script that builds a Runner, in all its starts or in one that is known.
struct Builder {
  std::string path;                  // absolute path of the script
  const script::Summary* summary;    // owned by the workspace, or by Starts
  std::set<std::string> given = {};  // the attributes of the options that launches give
};

using Builders = std::vector<Builder>;

// How the project starts a config, as far as that is known.
struct Started {
  const DistributedConfig* launched = nullptr;  // a launch script starts it with a launcher
  Launcher launcher = Launcher::kNobody;   // what the config, its scripts and their starts name
  Launcher in_runner = Launcher::kNobody;  // the same of scripts that make no process group
  bool is_built = false;                   // a script of the project builds a Runner from it
  bool has_own_loop = false;  // scripts train with it, and none of them builds a Runner
  bool wraps_itself = false;  // each Runner built from it has a wrap_model in place of MMEngine's
  bool is_safe = false;       // and each such script makes the process group or uses no launcher
  // All starts of these scripts are known: none names it, and some name configs that inherit it.
  bool only_heirs = false;
  std::vector<ToldAt> told;  // the scripts that build it and in which the cause is reported
  // Those that build a Runner from it; never null, and one list for configs that have the same.
  const Builders* builders = nullptr;

  // Enters who gives a launcher into the view of the config. `by_user`: the user does,
  // whatever is known here.
  void enter(ConfigView& view, bool by_user);
};

// How the scripts and launch scripts below the roots start each config. A cause that a rule about
// scripts reports in the script (MM503) is not reported in its configs again (MM201), so Starts
// judges the scripts by that rule.
class Starts {
 public:
  // Reads every script below the roots that may build a Runner or load a config, and judges them by
  // `rule`, the rule about scripts; null if it is not active. The request need not outlive Starts.
  Starts(const Request& request, std::shared_ptr<const LaunchGraph> graph,
         const catalog::Catalog::Active* rule);

  // Returns how the config at an absolute path is started. `names_launcher` says that the config
  // sets `launcher` itself. Started::launched and Started::builders belong to this object. Several
  // threads may ask.
  Started of(const std::string& path, bool names_launcher) const;

 private:
  struct Script {
    std::string path;
    const script::Summary* summary = nullptr;
    bool takes_any = false;         // the command line says which config it loads
    std::string home;               // if takes_any: the folder below which its configs lie
    std::set<std::string> configs;  // absolute paths of the configs that it is known to load
    bool builds = false;            // it builds a Runner
    bool wraps_itself = false;      // and each has a wrap_model in place of MMEngine's
    bool trains_itself = false;     // it trains without a Runner
    bool makes_group = false;       // it makes the process group on some path to every Runner
    Launcher launcher = Launcher::kNobody;  // what it and launches of any config give
    bool sets_none = false;                 // it sets `launcher` to 'none'
    std::set<std::string> launched;  // absolute paths of configs that launches name beside one
    // Absolute paths of the configs that its starts name; nullopt if one of them is not known.
    std::optional<std::set<std::string>> started;
    // What it does in each of its starts; empty if they are not known.
    std::vector<std::shared_ptr<const script::Summary>> runs;
    std::set<std::string> given;  // the attributes of the options that its launches give
    bool is_excused = false;      // a comment in it suppresses the finding
    std::vector<ToldAt> told;
  };

  void read(const Request& request, const std::shared_ptr<const LaunchGraph>& graph);
  // Returns what launcher the script has for a config that it takes.
  static Launcher launcher_of(const Script& script, const std::string& config, bool names_launcher);
  void ask(const Request& request, const std::shared_ptr<const LaunchGraph>& graph,
           const catalog::Catalog::Active& rule);

  void find_inferred(const Request& request);
  void find_bases_of_started(const Request& request);
  const Builders& builders_of(const std::vector<std::size_t>& scripts) const;

  std::vector<Script> scripts_;
  std::set<std::string> inferred_;  // absolute paths of the configs that no script trains with
  std::set<std::string> bases_;     // absolute paths of what started configs inherit
  mutable std::mutex mutex_;
  mutable std::map<std::vector<std::size_t>, Builders> builders_;  // by indexes in scripts_
  std::map<std::string, DistributedConfig> launched_;
};

}  // namespace mmlint::check
