#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/span.h"

namespace mmlint {

// One place that has to do with the value of a key.
struct KeyStep {
  enum class Role : std::uint8_t {
    kSets,      // gives the key its value
    kRead,      // where that value, or a part of the expression, comes from
    kShadowed,  // had set the key before, nearer to the leaf first
    kRemoves,   // took the key out, or made it unknown
  } role = Role::kSets;
  Span at;            // known
  std::string how;    // "literal", "merged", ...; see config/provenance.h
  std::string label;  // a short sentence about it
  std::string value;  // as JSON, as this place set it; empty for removals
};

// Who set a key of a config, from the leaf to the first setter. Plain data, to be printed.
struct KeyHistory {
  std::string config;  // absolute path
  std::string key;     // key path
  bool exists = true;
  bool known = true;  // whether it exists, and its value
  std::string value;  // as Python, may be cut; empty if it does not exist
  std::string json;   // the whole value; empty if it does not exist
  std::vector<KeyStep> steps;
  std::vector<std::string> notes;
};

}  // namespace mmlint
