#pragma once

#include "base/file_system.h"
#include "catalog/embedded.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// The examples of a rule as files. They lie in a folder that is called as the rule's code:
//
//     bad-01.py                  one file: configs/toy.py, tools/train.py or tools/run.sh
//     bad-01.fixed.py            what the fix leaves of it
//     bad-02.lazy.npu/           a project of several files: lazy configs, judged for target npu
//       configs/toy.py
//       configs/toy.fixed.py
//       configs/_base_/base.py
//     good-01.py                 nothing of the rule may be found here
//
// A name is "bad" or "good", optionally with a '-' and words, then behind dots "lazy" and the
// target unless they are "classic" and "gcu". A project may hold an example.json, {"order": [PATH,
// ...]}, with the files to show first; without it, files with findings come first. An X.fixed.py
// without an X.py is a file that the fix creates. In bad examples markers (read_markers) say what
// is found. Names that begin with a dot are ignored. Examples are sorted by path.
struct ExampleText {
  std::string path;  // below the folder of the rule
  std::string text;
};

// Returns the files below a folder, sorted by path; none if there is no such folder. A file that
// cannot be read is an error.
Result<std::vector<ExampleText>> read_example_texts(const FileSystem& disk,
                                                    const std::string& folder);
// Returns the files inside the binary, which `mmlint rules CODE` shows: at most one good and one
// bad example for each target.
std::vector<ExampleText> embedded_example_texts(std::string_view code);

// Returns the examples that these files of a rule make up, or the error of the first that is wrong.
// `folder` is the folder of the rule as errors name it.
Result<std::vector<Example>> examples_of(const Rule& rule, std::span<const Target> targets,
                                         std::span<const ExampleText> texts,
                                         const std::string& folder);

// The text of an example file without its markers, and the findings that these mark.
//
//     dist_cfg=dict(backend='nccl'),
//     #                     ^^^^^^ MM101
//
// A marker is a comment line with one run of carets and the code of the rule. It marks the nearest
// line above that is not a marker itself. The carets are under the characters of the finding; a '#'
// next to them counts as the first caret. Of a finding over several lines only the first line is
// marked, to the end of its text. "#- MM101" marks a whole line.
struct Marked {
  std::string text;
  std::vector<ExamplePlace> places;
  std::vector<std::uint32_t> markers;  // the lines that were taken out, counted from 1
};

// Removes the markers of the rule `code` from a text. Each of these is an error, which names the
// path `source`: a comment that is almost a marker, a marker without a line above it, carets past
// the end of that line, the code of another rule, and the same marker twice.
Result<Marked> read_markers(std::string_view text, std::string_view code,
                            const std::string& source);

}  // namespace mmlint::catalog
