#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"
#include "base/span.h"

namespace mmlint {

// What keeps MMEngine from loading a config, or what it does without a word although hardly anybody
// means it; the name is that of the rule in rules/.
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
  // Hazards: the config loads.
  kUnusedSuppression,                 // MM011
  kUnresolvedValue,                   // MM012
  kQuotedBaseVariable,                // MM014
  kLeftoverDelete,                    // MM015
  kBaseVariableInExpression,          // MM016
  kEnvironmentDefaultNotSubstituted,  // MM017
  kDeleteAfterCopy,                   // MM018
  kStdlibImportChangesMode,           // MM019
  kLazyKeyDroppedByImport,            // MM020
  kNestedReadBase,                    // MM021
  kPopOfMissingKey,                   // MM022
  kLeakedName,                        // MM023
  kBaseEditedInPlace,                 // MM024
  kEmptyDictDoesNotClear,             // MM025
  kUnorderedSetToList,                // MM026
  kNonDataValue,                      // MM027
  kEnvironmentDependent,              // MM028
  kVariableNotGiven,                  // MM033
  kBaseIgnored,                       // MM029
  kImportOrderChangesMode,            // MM031
};

const char* rule_name(ProblemKind kind);  // "syntax-error"

struct Place {
  Span span;
  LocalizedText text;
};

// Stands at the file and place that is wrong, whichever config was loaded.
struct Problem {
  ProblemKind kind;
  Span span;
  std::map<std::string, std::string> captures;  // for the rule's message: "name", "nearest", ...
  std::vector<Place> places;                    // the other file when two disagree
  // What is missing, if many places may name it: they are one finding. Else empty.
  std::string cause = {};
};

// The problem that a config raises an exception of Python's: "OSError", and what it says.
Problem config_raises(Span span, std::string exception, std::string detail);

// A loop or a function meets the same place many times. Nobody reads more than kMaxHazards.
inline constexpr std::size_t kMaxHazards = 1000;
void add_once(std::vector<Problem>& problems, Problem problem);

}  // namespace mmlint
