#pragma once

#include <string>
#include <vector>

#include "check/check.h"

// In a run for several targets, what is found for more than one of them is reported once.
namespace mmlint::check {

// This text stands for the names of targets until it is known which targets a text holds for.
inline const std::string kTargetNames = "\x01";

// Returns the names as one text: "gcu, cpu".
std::string joined(const std::vector<std::string>& names);
// Returns the text with those names in the place of each kTargetNames.
std::string with_names(std::string text, const std::vector<std::string>& names);

// Takes the findings of several targets, those of the first target first, and returns one finding
// for each cause: in the words of the target that takes it most seriously. Where another target has
// other words, they become notes.
std::vector<Finding> deduplicated(std::vector<Finding> findings, const Request& request);

}  // namespace mmlint::check
