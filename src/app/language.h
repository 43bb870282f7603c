#pragma once

#include "app/options.h"
#include "base/language.h"

namespace mmlint::app {

// Returns the language of a run: --lang; else, if text on a terminal is all that it writes, what
// the locale (LC_ALL, LC_MESSAGES, LANG) says; else English. show and why know English only.
Language language_of(const Options& options);

}  // namespace mmlint::app
