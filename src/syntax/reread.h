#pragma once

#include <string>
#include <string_view>

namespace mmlint::syntax {

// Returns a valid statement that tree-sitter's grammar misreads as a text of the same length that
// means the same and is read well; empty if there is nothing to change. The grammar misreads line
// ends inside of brackets, and comments, where the next line or the comment is indented less than
// the block around it; `*(a)` without brackets around it; and format specs that begin with '='.
// Internal to syntax.
std::string easier_text(std::string_view statement);

// Does the same in place for the white space in [begin, end) before a logical line, which holds a
// backslash and a line end: the grammar measures such an indentation differently from Python.
void straighten_indent(std::string& text, std::size_t begin, std::size_t end);

}  // namespace mmlint::syntax
