#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/example.h"

namespace mmlint::catalog {

// A text of an example without its markers, and what these say.
//
//     dist_cfg=dict(backend='nccl'),
//     #                     ^^^^^^ MM101
//
// A marker is a comment line with one run of carets and the code of the rule. It speaks of the
// nearest line above that is no marker itself; the carets stand under the characters of the
// finding, and a '#' that touches them counts as the first. A finding over several lines is marked
// on its first line, to the end of that line's text. "#- MM101" marks a line without saying where
// in it.
struct Marked {
  std::string text;
  std::vector<ExamplePlace> places;
  std::vector<std::uint32_t> markers;  // the lines that were taken out, counted from 1
};

// `source` is the path that an error names: a comment that looks like a marker and is none, one
// with no line above it or past its end, one of another rule, or one that is given twice.
Result<Marked> read_markers(std::string_view text, std::string_view code,
                            const std::string& source);

}  // namespace mmlint::catalog
