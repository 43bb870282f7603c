#pragma once

#include <string>
#include <string_view>

namespace mmlint::facts {

// Returns the text of rules/facts/TABLE.json. The build generates it, except for the program that
// tests the tables, which reads the files of a folder (tests/tables).
std::string text_of(std::string_view table);

}  // namespace mmlint::facts
