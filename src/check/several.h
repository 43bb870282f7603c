#pragma once

#include <string>
#include <vector>

#include "check/check.h"

// What a run for several targets says of them together.
namespace mmlint::check {

// Stands for the name of the target in texts until it is known which targets they hold for.
inline const std::string kThisTarget = "\x01";

// "gcu, cpu".
std::string joined(const std::vector<std::string>& names);
// The text with those names.
std::string with_names(std::string text, const std::vector<std::string>& names);

// The findings of each target, in that order, with every cause told once: in the words of the
// target that takes it most seriously, and where another target has other words, those as notes.
std::vector<Finding> told_once(std::vector<Finding> findings, const Request& request);

}  // namespace mmlint::check
