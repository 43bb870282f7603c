#pragma once

#include "base/std.h"

// One pass over the bytes of a Python text that finds what can be known without a grammar: where
// top-level statements stand, comments, templates, and what would hurt a parser.
namespace mmlint::syntax {

inline constexpr std::uint32_t kMaxBrackets = 200;      // CPython's own limit
inline constexpr std::uint32_t kMaxIndents = 99;        // CPython's own limit
inline constexpr std::size_t kMaxStatements = 200'000;  // the scan stops there, MM013

// A top-level statement, in bytes of the text.
struct ScannedStatement {
  std::uint32_t begin, end;  // first byte of the first token, one past the last token
  bool compound;  // begins with if, for, while, with, try, def, class, async, match or '@'
};

// Why a text is not valid Python, and where: a byte offset.
struct ScanProblem {
  std::uint32_t offset;
  std::string message;      // CPython's
  std::uint32_t statement;  // index of the statement it belongs to
};

// What the scan found. All offsets are bytes of the text, ranges end one past their last byte.
struct ScanResult {
  std::vector<ScannedStatement> statements;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> comments;  // '#' to end of line
  std::vector<std::uint32_t> templates;                           // offsets of "{{" anywhere
  // Every logical line: its first byte, and the end of the physical line on which it ends.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> logical_lines;
  std::optional<ScanProblem> too_deep;  // more than kMaxBrackets open brackets; the scan ends there
  bool too_many = false;                // more than kMaxStatements; the scan ends there
  // Unclosed string or bracket, stray closer, bad indent...: at most one for each statement.
  std::vector<ScanProblem> problems;
};

// Scans a text, which must be UTF-8 without BOM and without NUL; line ends may be LF, CRLF or CR.
ScanResult scan(std::string_view text);
// Returns the byte offsets of "{{" anywhere in a text.
std::vector<std::uint32_t> find_templates(std::string_view text);

}  // namespace mmlint::syntax
