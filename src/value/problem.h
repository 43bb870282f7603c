#pragma once

#include "base/language.h"
#include "value/value.h"

namespace mmlint {

// Errors keep MMEngine from loading a config. Hazards are what it does silently although hardly
// anybody means it. Each kind has a rule of the same name in rules/.
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
  kConfigRaises,            // any other Python exception that loading raises
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
  kLazyStandardCall,                  // MM036
};

const char* rule_name(ProblemKind kind);  // "syntax-error"

// A further place that a problem shows, such as the other file when two disagree, with its text.
struct Place {
  Span span;
  LocalizedText text;
};

// One error or hazard of a config. It stands at the place that is wrong, whichever heir was loaded.
struct Problem {
  ProblemKind kind;
  Span span;
  std::map<std::string, std::string> captures;  // for the rule's message: "name", "nearest", ...
  std::vector<Place> places;                    // further places to show
  // What is missing (a file, a package, a variable), if many places may name it: their problems
  // are one finding. Else empty.
  std::string cause = {};
  std::string form = {};  // which of the cases that its rule has texts for; empty for the usual one
};

// Returns the problem of a config that raises an exception in Python, such as "OSError" with the
// message `detail`.
Problem config_raises(Span span, std::string exception, std::string detail);

// Appends a problem unless there is one of its kind and span already, as a loop or a function meets
// the same place many times. Drops it if there are kMaxHazards, more than anybody reads.
inline constexpr std::size_t kMaxHazards = 1000;
void add_once(std::vector<Problem>& problems, Problem problem);

// Returns one problem (MM012) for each place that made a value below `root` unknown.
std::vector<Problem> unknown_values(const Value& root);

}  // namespace mmlint
