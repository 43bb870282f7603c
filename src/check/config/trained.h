#pragma once

#include "check/config/change_groups.h"

// What training gets of a config: scripts change it between Config.fromfile and the Runner.
namespace mmlint::check {

// A value that a rule finds in what a script has made of a config, and that the script has written.
struct WrittenHit {
  Hit hit;
  std::string script;       // absolute path of the script that builds the Runner
  Span statement = {};      // what writes it, or the value if that stands elsewhere
  bool is_certain = false;  // must: each Runner of that script gets it
};

// What a rule finds in a config as training gets it.
struct TrainedHits {
  std::vector<Hit> loaded;  // values of the config that some script leaves as they are
  std::vector<WrittenHit> written;
};

// What scripts make of one config, worked out once for all rules. Borrows what it is given.
struct ScriptChanges {
  const Value& root;
  const catalog::Target& target;
  std::map<std::pair<const launch::Builder*, Pool*>, launch::ConfigChanges> known = {};

  // The pool gets what is made of the config.
  launch::ConfigChanges& of(const launch::Builder& by, Pool& pool) {
    return known.try_emplace({&by, &pool}, root, *by.summary, target, pool, by.given).first->second;
  }
};

// Judges a config by one rule for the scripts that build a Runner from it, once for each group of
// them, with what they have written by then. `loaded` are the hits in the config as it is loaded;
// they are returned if no script builds a Runner from it, or if some script keeps them, and with
// them are values that are wrong only with what a script has written at other keys. The values
// of written hits belong to `pool` and to the summaries, those of `tried` to no hit. Where nobody
// can tell what a script has written, *unknown gets the key; else it is cleared if a script was
// asked.
TrainedHits as_trained(const Matcher& matcher, const ConfigView& view, std::vector<Hit> loaded,
                       const launch::Builders& builders, ChangeGroups& groups,
                       const FileSystem& files, ScriptChanges& changes, Pool& tried, Pool& pool,
                       std::string* unknown);

}  // namespace mmlint::check
