#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace mmlint::resolve {

// What keeps MMEngine from loading a config; the name is that of the rule in rules/.
enum class ProblemKind : std::uint8_t {
  kSyntaxError,             // MM001
  kBaseNotFound,            // MM002
  kBaseCycle,               // MM003
  kDuplicateKeyAmongBases,  // MM004
  kMixedConfigStyles,       // MM005
  kUndefinedName,           // MM006
  kMergeTypeConflict,       // MM007
  kReservedKey,             // MM008
  kPackageBaseNotFound,     // MM009
  kNotUtf8,                 // MM010
  kLimitReached,            // MM013
  kConfigRaises,            // any other Python exception of the body
};

const char* rule_name(ProblemKind kind);  // "syntax-error"

struct Place {
  Span span;
  std::string text;
};

// Stands at the file and place that is wrong, whichever config was loaded.
struct Problem {
  ProblemKind kind;
  Span span;
  std::map<std::string, std::string> captures;  // for the rule's message: "name", "nearest", ...
  std::vector<Place> places;                    // the other file when two disagree
};

}  // namespace mmlint::resolve
