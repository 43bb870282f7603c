#pragma once

#include "base/source.h"
#include "base/text_edit.h"

namespace mmlint::fix {

// Returns the edit that removes a word of a launch script with the blanks behind it, and the line
// if that would be left empty.
TextEdit remove_word(const Source& source, Span word);

// Returns the edit that removes NAME=value, and `export` before it if it exports nothing else.
TextEdit remove_setting(const Source& source, Span setting);

// Returns how often the text of a launch script expands a variable: $NAME, ${NAME...}.
std::size_t count_expansions(std::string_view text, std::string_view name);

}  // namespace mmlint::fix
