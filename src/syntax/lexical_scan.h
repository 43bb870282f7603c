#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// One pass over the bytes of a Python text that finds what can be known without a grammar: where
// top-level statements stand, comments, templates, and what would hurt a parser.
namespace mmlint::syntax {

inline constexpr std::uint32_t kMaxBrackets = 200;       // CPython's own limit
inline constexpr std::size_t kMaxBytes = 8u << 20;       // larger files are refused, MM013

struct ScannedStatement {
  std::uint32_t begin, end;  // first byte of the first token, one past the last token
  bool compound;             // begins with if, for, while, with, try, def, class, async, match or '@'
};

struct ScanProblem {
  std::uint32_t offset;
  std::string message;
};

struct ScanResult {
  std::vector<ScannedStatement> statements;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> comments;  // '#' to end of line
  std::vector<std::uint32_t> templates;                           // offsets of "{{" anywhere
  std::optional<ScanProblem> too_deep;       // more than kMaxBrackets open brackets
  std::vector<ScanProblem> problems;         // unclosed string or bracket, stray closer, bad indent
};

// The text must be UTF-8 without BOM and without NUL; line ends may be LF, CRLF or CR.
ScanResult scan(std::string_view text);

}  // namespace mmlint::syntax
