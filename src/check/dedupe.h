#pragma once

#include <string>
#include <vector>

#include "check/check.h"

// In a run for several targets, what is found for more than one of them is reported once.
namespace mmlint::check {

// Stands in texts for the names of targets until it is known which targets a text holds for.
inline const std::string kTargetNames = "\x01";

// "gcu, cpu".
std::string joined(const std::vector<std::string>& names);
// The text with those names in the place of kTargetNames.
std::string with_names(std::string text, const std::vector<std::string>& names);

// The findings of several targets, those of the first target first, with one finding for each
// cause: in the words of the target that takes it most seriously. Where another target has other
// words, they become notes.
std::vector<Finding> deduplicated(std::vector<Finding> findings, const Request& request);

}  // namespace mmlint::check
