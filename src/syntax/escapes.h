#pragma once

#include "base/std.h"

// These functions read the text of Python's literals. Internal to syntax.
namespace mmlint::syntax {

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

}  // namespace mmlint::syntax
