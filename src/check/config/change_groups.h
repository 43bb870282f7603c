#pragma once

#include <shared_mutex>

#include "check/config/matcher.h"
#include "launch/config_changes.h"

// Which scripts change configs alike, as far as a rule can tell: most training scripts of a
// project, and all copies of one, so that a config is judged once for all of them.
namespace mmlint::check {

// What a script changes of the keys that decide what a rule finds.
struct DecidingChanges {
  std::vector<launch::KeyDefinitions> builds;  // one list for each of script::Summary::builds
  Answer dist_cfg_is_read = Answer::kYes;  // ConfigView::dist_cfg_is_read, for rules that ask it
  std::size_t signature = 0;               // scripts with the same one make the same of any config

  bool any() const;  // the script may change such a key
};

// Groups scripts for each rule, once for all configs. Several threads may ask.
class ChangeGroups {
 public:
  // The target must outlive this object.
  explicit ChangeGroups(const catalog::Target& target) : target_(target) {}

  struct Member {
    const launch::Builder* builder;
    std::size_t index;  // in the list that was given
    const DecidingChanges* changes;
  };
  struct Groups {
    std::vector<std::vector<Member>> groups;  // by their first member; none is empty
    bool any = false;                         // some member may change a key that decides
  };
  // Returns the scripts of a list in groups, in each of which all make the same of any config. Both
  // arguments must outlive this object, which owns what it returns.
  const Groups& of(const Matcher& matcher, const launch::Builders& builders);

 private:
  const DecidingChanges& changes(const Matcher& matcher, const script::Summary& script);

  const catalog::Target& target_;
  std::shared_mutex mutex_;
  std::map<std::pair<const Matcher*, const launch::Builders*>, Groups> groups_;
  std::map<std::pair<const Matcher*, const script::Summary*>, DecidingChanges> changes_;
  std::map<const Matcher*, std::map<std::string, std::size_t>> signatures_;
};

}  // namespace mmlint::check
