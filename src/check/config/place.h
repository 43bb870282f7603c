#pragma once

#include "check/config/matcher.h"

namespace mmlint::check {

// Returns the place at which a rule's hit in a config, which must be ok(), is reported: the
// definition of the value or of its key; for a key that is absent the definition of the key that
// `at` names. If the file `merges` merged something into the value, it is the place of that merge.
Span place_of(const catalog::At& at, const config::Resolved& config, const Hit& hit,
              FileId merges = FileId::kNone);

// Returns true if a config merged something into the value of a hit, which is reported at its key:
// a base may be right without that.
bool is_merged(const catalog::At& at, const Hit& hit);

// What first_without() asks, and what it has answered, by the rule and the config: heirs ask for
// the same bases.
struct FirstWithout {
  const project::Index& index;
  const FileSystem& files;
  launch::GroupModules& modules;
  std::map<std::pair<const Matcher*, const config::Resolved*>, const config::Resolved*> known = {};
};

// Returns the furthest base of a config in which the matcher finds the same: one that lacks the
// keys of `at` and can be run, so that the config lacks them because that base does, or one that
// has them, can it be run or not, whose fault the config repeats. The config itself if there is
// none.
const config::Resolved& first_without(const catalog::At& at, const Matcher& matcher,
                                      const config::Resolved& config, FirstWithout& asked);

// Returns true if a config, which must be ok(), has one of the keys whose definition `at` names.
bool is_defined(const catalog::At& at, const config::Resolved& config);

}  // namespace mmlint::check
