#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/launch_graph.h"

namespace mmlint::check {

// Where a rule about scripts tells a cause.
struct ToldAt {
  std::string path;  // absolute
  std::string code;  // of the finding
};

// What is known of the ways in which the project starts a config.
struct Started {
  const DistributedConfig* launched = nullptr;  // a launch script names a launcher for it
  bool is_offered = false;   // a script offers a launcher, and no start of it is known
  bool is_built = false;     // a script of the project builds a Runner from it
  bool is_safe = false;      // and each of them makes the process group, or no launcher
  std::vector<ToldAt> told;  // the same cause, in scripts that build it
};

// Says how the scripts and launch scripts below the roots start each config, with one rule about
// scripts in mind: MM503 tells the cause of MM201 in the script. Borrows the request.
class Starts {
 public:
  // `rule` is the rule about scripts; null if it is not active. Reads every script below the roots
  // that speaks of a Runner or loads a config.
  Starts(const Request& request, std::shared_ptr<const LaunchGraph> graph,
         const catalog::Catalog::Active* rule);

  // Returns how the config at an absolute path is started. `names_launcher` says that it gives one
  // itself.
  Started of(const std::string& path, bool names_launcher) const;

 private:
  struct Script {
    std::string path;
    bool takes_any = false;         // the command line says which config
    std::string home;               // takes_any: the folder below which those configs are
    std::set<std::string> configs;  // absolute paths of those that it loads, as far as known
    bool builds = false;            // a Runner
    bool makes_group = false;       // on a path to every Runner
    bool sets_none = false;         // launcher = 'none'
    bool offers = false;            // an option --launcher that may be pytorch
    bool is_started = false;        // by a launch script
    bool is_excused = false;        // a comment takes the cause away
    std::vector<ToldAt> told;
  };

  void read(const Request& request, const std::shared_ptr<const LaunchGraph>& graph);
  void ask(const Request& request, const std::shared_ptr<const LaunchGraph>& graph,
           const catalog::Catalog::Active& rule);

  std::vector<Script> scripts_;
  std::map<std::string, DistributedConfig> launched_;
};

}  // namespace mmlint::check
