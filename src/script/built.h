#pragma once

#include "value/value.h"

namespace mmlint::script {

// How registries make the objects of a class: `build_from_cfg`
// (mmengine/registry/build_functions.py) calls it with the keys of a config's dict, but for `type`.
// All that it points to belongs to others.
struct Built {
  std::vector<const Value*> configs;  // the dicts, each of which makes an object; at least one
  // May: other code sets keys of the dicts, or attributes of the objects, that have these names.
  const std::set<std::string, std::less<>>* set_elsewhere;
};

// The classes of an entry script of which is known how they are built, by the offset at which the
// statement begins.
using BuiltClasses = std::map<std::uint32_t, Built>;

}  // namespace mmlint::script
