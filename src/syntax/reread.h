#pragma once

#include <string>
#include <string_view>

namespace mmlint::syntax {

// The grammar misreads some valid Python: line ends inside brackets where the next line is indented
// less than the block around it, comments that are, `*(a)` without brackets around it, and format
// specs that begin with '='. This returns the statement in other bytes of the same length that mean
// the same and are read well; empty if there is nothing to change. Internal to syntax.
std::string easier_text(std::string_view statement);

// Does the same, in place, for the white space in [begin, end) before a logical line: it holds a
// backslash and a line end, which the grammar counts otherwise than Python.
void straighten_indent(std::string& text, std::size_t begin, std::size_t end);

}  // namespace mmlint::syntax
