#pragma once

#include <string>

#include "catalog/literal.h"
#include "syntax/document.h"

namespace mmlint::fix {

// How new text is written, taken from what stands around it.
struct Style {
  char quote = '\'';
  bool braces = false;  // {'a': 1} instead of dict(a=1)
  std::string line_end = "\n";
};

// The style of a file: the quote that most of its strings use, and its line ends.
Style style_of(const syntax::Document& document);
// The same with the quotes of the value that stands at a span.
Style style_near(const syntax::Document& document, Span value);

// One line: dict(type='A', device_ids=None).
std::string to_python(const catalog::Literal& literal, const Style& style);
// `name = dict(` with one entry per line, four spaces deep, the closing bracket on the last one.
std::string to_statement(std::string_view name, const catalog::Literal& literal,
                         const Style& style);
// "key=value" for dict(...), "'key': value" for {...}.
std::string to_argument(std::string_view key, const std::string& value, const Style& style);

}  // namespace mmlint::fix
