#pragma once

#include "base/source.h"

namespace mmlint {

// What a Chinese keyboard writes where a comment of ours needs ':', ',', a blank and brackets.
inline constexpr std::array<std::string_view, 10> kWideMarks{"：", "，", "、", "　", "［",
                                                             "］", "【", "】", "（", "）"};

// A comment that suppresses findings, or was meant to, in Python, in a shell script or in YAML:
// `# mmlint: ignore[MM101, unsupported-backend] reason` for a statement, `# mmlint:
// ignore-file[...]` for the whole file. It may stand behind another comment.
struct Suppression {
  Span comment;             // from its '#' to the end of the line, or to the next suppression
  Span word;                // "ignore", "ignore-file", or what was written in their place
  bool of_file = false;     // it is about the whole file
  bool suppresses = false;  // false for what was only meant so: it has no brackets, or another word
  std::vector<Span> rules;  // the codes and names in the brackets, in their order
};

// Where a statement of a file stands: from its first byte to the end of its last line.
struct StatementLines {
  std::uint32_t begin = 0, end = 0;
};

// The suppressions of one file, and its statements: what a comment holds for.
struct Suppressions {
  std::vector<Suppression> comments;       // in the order of the text
  std::vector<StatementLines> statements;  // sorted, no two on one line; empty without comments

  // Adds what a comment, from its '#' to the end of the line, suppresses.
  void read(const Source& source, Span comment);
  // Returns the index of the statement that a place belongs to: the one on whose lines it is, else
  // the next one. Their number if no statement follows.
  std::size_t statement_at(std::uint32_t offset) const;
};

}  // namespace mmlint
