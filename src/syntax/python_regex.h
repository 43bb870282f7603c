#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

// The part of Python's `re` that can stand in the default of an environment template, which
// MMEngine pastes into a pattern as it is. Internal to syntax.
namespace mmlint::syntax {

// Literals, '.', classes, \d \w \s and their opposites, groups, alternatives, greedy and lazy
// repetition, anchors. Patterns and texts are UTF-8; one character is one code point.
class PythonRegex {
 public:
  // `error` gets Python's message if the pattern is invalid; a valid pattern with something that is
  // not known here (lookaround, back references, flags) never matches.
  PythonRegex(std::string_view pattern, std::string& error);
  ~PythonRegex();
  PythonRegex(PythonRegex&&) noexcept;

  // Where a match that begins at `at` ends. Counts `steps` down and gives up, as if there were no
  // match, when none are left. With `must_advance` a match is not empty.
  std::optional<std::size_t> match_at(std::string_view text, std::size_t at, std::size_t& steps,
                                      bool must_advance = false) const;

 private:
  struct Program;
  std::unique_ptr<Program> program_;
};

// As Python's \s and \w for text; `length` gets the bytes of the character at `at`.
char32_t code_point_at(std::string_view text, std::size_t at, std::size_t& length);
bool is_python_space(char32_t c);
bool is_python_word(char32_t c);  // beyond ASCII nearly as \w

}  // namespace mmlint::syntax
