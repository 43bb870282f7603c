#pragma once

#include "check/config/change_groups.h"

// What training gets of a config: scripts change it between Config.fromfile and the Runner.
namespace mmlint::check {

// A value that a rule finds in what a script has made of a config, and that the script has written.
struct WrittenHit {
  Hit hit;
  // Absolute path of the script that builds the Runner, or of the launch script that has the value.
  std::string script;
  Span statement = {};      // what writes it, or the value if that stands elsewhere
  bool is_certain = false;  // must: each Runner of that script gets it
};

// What a rule finds in a config as training gets it.
struct TrainedHits {
  std::vector<Hit> loaded;  // values of the config that some script leaves as they are
  std::vector<WrittenHit> written;
};

// The configs that scripts make of one loaded config, memoised for all rules. Borrows its
// arguments.
class ScriptChanges {
 public:
  // `kept` must outlive the hits of as_trained().
  ScriptChanges(const Value& root, const catalog::Target& target, Pool& kept)
      : root_(root), target_(target), kept_(kept) {}

  // Values made by the first live as long as this object, those made by the second as long as
  // `kept`.
  launch::ConfigChanges& tried(const launch::Builder& by) { return made(by, tried_); }
  launch::ConfigChanges& kept(const launch::Builder& by) { return made(by, kept_); }

 private:
  launch::ConfigChanges& made(const launch::Builder& by, Pool& pool) {
    return known_.try_emplace({&by, &pool}, root_, *by.summary, target_, pool, by.given)
        .first->second;
  }

  const Value& root_;
  const catalog::Target& target_;
  Pool& kept_;
  Pool tried_;
  std::map<std::pair<const launch::Builder*, Pool*>, launch::ConfigChanges> known_;
};

// Checks a config by one rule, once for each group of scripts that build a Runner from it, with the
// changes that these scripts make before. `loaded` are the hits in the config as it is loaded. The
// result has those of them that some script keeps, all of them if no script builds a Runner, and
// values that are wrong only because a script changes other keys. The values of written hits belong
// to the summaries or to the `kept` pool of `changes`. *unknown becomes
// the key of a change that cannot be determined, or empty; it is left alone if some script keeps
// the deciding keys and all other changes are known.
TrainedHits as_trained(const Matcher& matcher, const ConfigView& view, std::vector<Hit> loaded,
                       const launch::Builders& builders, ChangeGroups& groups,
                       const FileSystem& files, ScriptChanges& changes, std::string* unknown);

}  // namespace mmlint::check
