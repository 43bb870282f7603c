#pragma once

#include <string>
#include <string_view>

// These functions read the text of Python's literals. Internal to syntax.
namespace mmlint::syntax {

// A string literal as it is written, cut into its parts.
struct StringLiteral {
  std::string_view content;  // between the quotes
  bool raw = false;
  bool bytes = false;
  bool format = false;
};
// A literal with a prefix that Python 3 does not have is not `valid` and has no content.
struct StringLiteralResult {
  StringLiteral literal;
  bool valid = false;
};
// Cuts a literal, as it is written with prefix and quotes, into parts, which are views of it.
StringLiteralResult read_string_literal(std::string_view written);

struct DecodeOptions {
  bool raw = false;
  bool bytes = false;
  bool braces = false;  // literal text of an f-string: "{{" and "}}" stand for one brace
};
// What a literal's content stands for, in UTF-8.
struct Decoded {
  std::string_view view;  // the content itself, unless `changed`
  std::string text;       // the decoded text, if `changed`
  bool changed = false;
  bool has_name = false;        // \N{NAME}: valid, but what it stands for is not known here
  const char* wrong = nullptr;  // CPython's message if it is invalid
};
// Returns what a literal's content stands for. The content must outlive the result.
Decoded decode_literal(std::string_view content, const DecodeOptions& options);

// Returns the message of CPython for a number that its tokenizer refuses; null if it is valid. The
// text is an integer or float node of tree-sitter, which also takes 017, 1_, 10L.
const char* wrong_number(std::string_view text);

}  // namespace mmlint::syntax
