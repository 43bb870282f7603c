#pragma once

#include "app/options.h"
#include "base/language.h"

namespace mmlint::app {

// What a run speaks: --lang; else, if text on a terminal is all that it writes, what the locale
// (LC_ALL, LC_MESSAGES, LANG) says; else English. show and why know English only.
Language language_of(const Options& options);

}  // namespace mmlint::app
