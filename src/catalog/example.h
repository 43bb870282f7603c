#pragma once

#include "base/std.h"

namespace mmlint::catalog {

// A finding that an example expects: a line and a range of its characters, both counted from 1.
struct ExamplePlace {
  std::uint32_t line = 1;       // of the text without its markers
  std::uint32_t begin = 0;      // 0: anywhere in the line
  std::uint32_t end = 0;        // one past the last character
  std::uint32_t told_line = 0;  // line of the marker in its file; 0 without markers
};

// A file of an example, which is a small project.
struct ExampleFile {
  std::string path;                    // in the project: "configs/toy.py"
  std::string text;                    // before the fix, without markers
  std::optional<std::string> fixed;    // after it; nullopt if the fix does not touch the file
  bool made = false;                   // true: the fix creates it, `text` is empty
  std::vector<ExamplePlace> found_at;  // the findings of the rule, sorted by line
  std::string source, fixed_source;    // where `text` and `fixed` were read, for errors
  std::vector<std::uint32_t> markers;  // the lines of `source` that are markers, from 1, sorted

  // Returns the line of `source` for a line of `text`; both are counted from 1.
  std::uint32_t line_in_source(std::uint32_t line) const {
    for (const std::uint32_t marker : markers) line += marker <= line ? 1 : 0;
    return line;
  }
};

inline constexpr std::array<std::string_view, 4> kStyles = {"classic", "lazy", "script", "shell"};

// A test of a rule, which `mmlint rules CODE` may show as well.
struct Example {
  std::string name;    // "bad-01.lazy", or the place in the rule file
  std::string target;  // the name of the target that it is judged for
  std::string style;   // "classic" or "lazy"; of a rule about scripts "script", or "shell"
  bool good = false;   // true: the rule must find nothing
  std::vector<ExampleFile> files;
  static void keys(auto& x, auto& f) {
    f.must("target", x.target);
    f.must("style", x.style, kStyles);
    f.may("good", x.good);
    f.must("files", x.files);
  }
};

}  // namespace mmlint::catalog
