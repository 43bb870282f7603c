#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

// Maps offsets of an expanded text back to the file it was made from; see templates.h.
struct OffsetMap {
  struct Segment {
    std::uint32_t expanded;  // offset in the expanded text where the segment begins
    std::uint32_t source;    // offset in the file
    bool copied;  // false: text put in for a template; all of it maps to the template's begin
  };
  std::vector<Segment> segments;  // by expanded; empty: the text is the file itself
  // Returns the offset in the file of an offset in the expanded text.
  std::uint32_t to_source(std::uint32_t expanded) const;
  // Removes the first bytes of the expanded text from the map.
  void skip(std::uint32_t bytes);
};

}  // namespace mmlint::syntax
