#pragma once

#include <cstddef>
#include <string_view>

#include "base/source.h"
#include "base/text_edit.h"

namespace mmlint::fix {

// Removes a word of a launch script with the blank behind it, and the line that it leaves empty.
TextEdit remove_word(const Source& source, Span word);

// How often a launch script's text has $NAME or ${NAME in it.
std::size_t count_reads(std::string_view text, std::string_view name);

}  // namespace mmlint::fix
