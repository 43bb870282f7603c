#pragma once

#include "check/common/request.h"
#include "check/findings/finding.h"

// Deduplication in a run for several targets: a cause that is found for several of them is reported
// once.
namespace mmlint::check {

// The placeholder for the names of targets in a text, until it is known which targets it holds for.
inline const std::string kTargetNames = "\x01";

// Returns the names as one text: "gcu, cpu".
std::string joined(const std::vector<std::string>& names);
// Returns the text with those names, joined, in the place of each kTargetNames.
std::string with_names(std::string text, const std::vector<std::string>& names);

// Takes the findings of several targets, those of the first target first, and returns one finding
// for each cause, which is a code and a place. It has the texts and the fix of the target for which
// it is most severe; texts of other targets that differ become notes.
std::vector<Finding> deduplicated(std::vector<Finding> findings, const Request& request);

}  // namespace mmlint::check
