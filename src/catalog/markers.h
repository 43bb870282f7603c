#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/example.h"

namespace mmlint::catalog {

// The text of an example file without its markers, and the findings that these mark.
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

// Takes the markers of the rule `code` out of a text. Errors, which name the path `source`, are: a
// comment that looks like a marker and is none, a marker with no line above it or past the end of
// that line, one of another rule, and one that is given twice.
Result<Marked> read_markers(std::string_view text, std::string_view code,
                            const std::string& source);

}  // namespace mmlint::catalog
