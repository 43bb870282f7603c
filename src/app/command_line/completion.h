#pragma once

#include "base/language.h"

// What shells and `man` read about the command line, made from the same tree that parses it.
namespace mmlint::app {

// Returns the script by which a shell completes commands and options; empty for a shell other than
// bash, zsh and fish. What it tells of them is in that language.
std::string completion(std::string_view shell, Language language);

// Returns the manual page, as roff.
std::string man_page();

}  // namespace mmlint::app
