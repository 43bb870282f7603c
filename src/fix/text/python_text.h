#pragma once

#include <string>
#include <string_view>

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

// The style of a file: the quote that most of its strings use, and its line ends.
Style style_of(const syntax::Document& document);
// The style of a file, with the quotes of the value that stands at a span.
Style style_near(const syntax::Document& document, Span value);

// A value on one line: "dict(type='A', device_ids=None)".
std::string to_python(const catalog::Literal& literal, const Style& style);
// An assignment of a value to a name. A dict of several entries has each on a line of its own, four
// spaces deep, and the closing bracket on the last one's.
std::string to_statement(std::string_view name, const catalog::Literal& literal,
                         const Style& style);
// A dict's entry, whose value is Python text: "key=value", or "'key': value" with braces.
std::string to_argument(std::string_view key, const std::string& value, const Style& style);

}  // namespace mmlint::fix
