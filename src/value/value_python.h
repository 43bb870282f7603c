#pragma once

#include "value/value.h"

namespace mmlint {

// A function that returns the comment to write at the end of the line on which a value begins, or
// an empty text for none. `origin` is null for items of lists.
using NoteOf = std::function<std::string(const Value& value, const Origin* origin)>;

inline constexpr std::size_t kPythonWidth = 79;  // columns of a line, its comment left out

// Returns a config as Python text: one statement per top-level key, in order, laid out as
// MMEngine's Config.pretty_text. MMEngine loads it to the same values, lazy references being their
// dotted strings. What is unknown, or is not data (a function, a class), is written `...`, which is
// valid Python, so that `note` can say why. For a root that is not a dict, the text is one comment.
std::string to_python(const Value& root, const NoteOf& note);
// Returns one value as an expression, laid out in the same way.
std::string to_python_expression(const Value& value, const Origin* origin, const NoteOf& note);

// Returns true for a word that Python never takes for a name, such as "class".
bool is_keyword(std::string_view word);

// Returns a string literal that Python reads as this text wherever it stands in a config. MMEngine
// finds no template in it, and a terminal no control characters.
std::string python_string(std::string_view text);

}  // namespace mmlint
