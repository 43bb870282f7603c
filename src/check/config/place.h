#pragma once

#include "catalog/rule.h"
#include "check/config/matcher.h"
#include "project/index.h"

namespace mmlint::check {

// Returns where a rule's hit in a config, which must be ok(), is reported: where the value or its
// key was defined, or, for what is absent, the definition of the key that `at` names.
Span place_of(const catalog::At& at, const config::Resolved& config, const Hit& hit);

// Returns the first of a config and its bases that the matcher finds something in and that lacks
// the keys of `at`: what a base lacks, its heirs lack because of it. The config itself if none
// does.
const config::Resolved& first_without(const catalog::At& at, const Matcher& matcher,
                                      const config::Resolved& config, const project::Index& index,
                                      const FileSystem& files);

// Returns true if a config, which must be ok(), has one of the keys whose definition `at` names.
bool is_defined(const catalog::At& at, const config::Resolved& config);

}  // namespace mmlint::check
