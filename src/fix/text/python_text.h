#pragma once

#include "catalog/literal.h"
#include "syntax/document.h"

// How values of rules are written as Python.
namespace mmlint::fix {

// The habits of a file that new text in it follows.
struct Style {
  char quote = '\'';
  bool braces = false;  // {'a': 1} instead of dict(a=1)
  std::string line_end = "\n";
};

// Returns the style of a file: the quote that most of its strings use, and its line ends.
Style style_of(const syntax::Document& document);
// Returns the style of a file, but with the quotes of the value that stands at a span.
Style style_near(const syntax::Document& document, Span value);

// Returns a value on one line: "dict(type='A', device_ids=None)".
std::string to_python(const catalog::Literal& literal, const Style& style);
// Returns an assignment of a value to a name. A dict of several entries has each on a line of its
// own, indented by four spaces; the closing bracket stands behind the last entry.
std::string to_statement(std::string_view name, const catalog::Literal& literal,
                         const Style& style);
// Returns an entry of a dict, whose value is Python text already: "key=value", or "'key': value" if
// the style has braces.
std::string to_argument(std::string_view key, const std::string& value, const Style& style);

}  // namespace mmlint::fix
