#pragma once

#include "base/span.h"

namespace mmlint {

// One place in the sources that took part in giving a key its value.
struct KeyStep {
  enum class Role : std::uint8_t {
    kSets,      // it gives the key its present value
    kRead,      // the key's value, or a part of its expression, was read from there
    kShadowed,  // it set the key before and was overridden; the nearest to the leaf comes first
    kRemoves,   // it deleted the key, or made its value unknown
  } role = Role::kSets;
  Span at;            // its file is always known
  std::string how;    // "literal", "merged", ...; see config/provenance.h
  std::string label;  // a short sentence for the user
  std::string value;  // as JSON, as this place set it; empty for removals
};

// Which places set a key of a config, from the leaf back to the first one: what `why` prints.
struct KeyHistory {
  std::string config;  // absolute path
  std::string key;     // key path
  bool exists = true;
  bool known = true;  // false: whether it exists, or its value, cannot be told
  std::string value;  // as Python, may be cut; empty if it does not exist
  std::string json;   // the whole value as JSON; empty if it does not exist
  std::vector<KeyStep> steps;
  std::vector<std::string> notes;
};

}  // namespace mmlint
