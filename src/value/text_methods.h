#pragma once

#include "value/pool.h"

namespace mmlint {

// Who calls a method of str: it limits what the call may cost. The pool owns the results.
class TextCaller {
 public:
  TextCaller(Pool& p, Span s) : pool(p), span(s) {}
  virtual ~TextCaller() = default;
  virtual void step(std::uint64_t count) = 0;       // counts work; may throw
  virtual void check_text(std::size_t bytes) = 0;   // throws if a text may not be that long
  virtual void check_items(std::size_t count) = 0;  // throws if a list may not be that long
  // Throws the exception that Python raises.
  [[noreturn]] virtual void raise(std::string exception, std::string detail) = 0;

  Pool& pool;
  const Span span;  // of the results
};

inline constexpr std::size_t kMostTextParameters = 3;

// A call of a method. Its arguments are of the kinds of the method's parameters, null if not given.
struct TextCall {
  TextCaller& by;
  std::string_view text;
  std::span<const Value* const> given;
};

// One method of str.
struct TextMethod {
  std::string_view name;
  Value* (*call)(const TextCall&);
  // The kind of each parameter. t: str, n: int, i: list or tuple, a: any value. A capital letter
  // stands for the same or None, which counts as not given.
  std::string_view kinds = {};
  std::size_t required = 0;
  std::array<std::string_view, kMostTextParameters> keywords = {};  // empty: by position only
};

// Returns all methods but those that need an evaluator or change characters by a table, as
// CPython's Objects/unicodeobject.c has them.
inline constexpr std::size_t kTextMethods = 43;
std::span<const TextMethod, kTextMethods> text_methods();

// Returns text.method(arguments), one argument for each parameter, null where none is given.
// Returns null if the result is not computed: for unknown arguments, and for characters beyond
// ASCII where their case or class matters. Raises TypeError for an argument of another kind.
Value* call_text_method(const TextMethod& method, std::string_view text,
                        std::span<const Value* const> arguments, TextCaller& caller);

}  // namespace mmlint
