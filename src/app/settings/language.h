#pragma once

#include <span>

#include "app/settings/options.h"
#include "base/language.h"

namespace mmlint::app {

// Returns the language of a run: --lang; else, if text on a terminal is all that it writes, what
// the locale (LC_ALL, LC_MESSAGES, LANG) says; else English. show and why know English only.
Language language_of(const Options& options);
// Returns the language of help, by the words of the command line: --lang, else the locale's.
Language language_of_help(std::span<char* const> words);

}  // namespace mmlint::app
