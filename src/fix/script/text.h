#pragma once

#include <optional>
#include <string>

#include "check/finding.h"
#include "project/workspace.h"
#include "script/summary.h"

namespace mmlint::fix {

// The line that a simple statement, or the head of a compound one, begins.
struct Line {
  std::string indent;  // what stands before it
  std::string unit;    // one more level
  bool ends;           // nothing but a comment stands behind the statement
};
// Nothing if something else stands before it on the line.
std::optional<Line> line_of(const syntax::Document& document, Span statement);

// The script that a finding stands in; null if it is not valid Python. Owned by the workspace.
const script::Summary* script_of(const check::Finding& finding, project::Workspace& workspace);

}  // namespace mmlint::fix
