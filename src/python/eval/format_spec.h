#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "python/eval/evaluator.h"

namespace mmlint::python {

// Python's format specification: [[fill]align][sign][z][#][0][width][grouping][.precision][type].
struct FormatSpec {
  std::string fill = " ";         // one character
  char align = 0;                 // < > = ^
  char sign = 0;                  // + - space
  bool no_negative_zero = false;  // z, which Python has since 3.11
  bool alternate = false;
  bool zero = false;
  std::int64_t width = -1;
  char grouping = 0;  // , _
  std::int64_t precision = -1;
  char type = 0;
};

// Parses a format specification; returns nullopt if the text is none.
std::optional<FormatSpec> parse_format_spec(std::string_view text);

// Each returns format(value, spec) as UTF-8, nullopt for a format that is not computed. Raises
// ValueError where Python does.
std::optional<std::string> format_int(Evaluator& e, std::int64_t i, FormatSpec spec, Span span);
std::optional<std::string> format_float(Evaluator& e, double d, FormatSpec spec, Span span);
std::optional<std::string> format_string(Evaluator& e, std::string_view text,
                                         const FormatSpec& spec, Span span);

// Returns `text` filled up to the width, which counts characters. A number begins with
// `sign_length` bytes of sign and prefix, behind which the fill of align '=' goes.
std::string padded(Evaluator& e, const std::string& text, const FormatSpec& spec,
                   char default_align, std::size_t sign_length, Span span);
// Returns the digits of a finite float that is not negative, in the format e, f or g of C.
// `precision` is C's, and `alternate` its flag '#'.
std::string float_digits(Evaluator& e, double d, char type, std::int64_t precision, bool alternate,
                         Span span);

}  // namespace mmlint::python
