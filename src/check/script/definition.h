#pragma once

#include "script/summary.h"

namespace mmlint::project {
class Workspace;
}

namespace mmlint::check {

// Where a function or class of the project is defined.
struct Definition {
  const syntax::Document* document;  // the workspace owns it
  std::uint32_t begin;               // 0-based byte offset of the statement

  // Returns the text from there to the end of the top-level statement around it.
  std::string_view text() const;
};

// Returns the definition of a function or class, or of the class of an object; nullopt for a symbol
// of a library, or if the file is not there.
std::optional<Definition> definition_of(script::Symbol symbol, const script::Summary& script,
                                        project::Workspace& workspace);

// Returns the function of the project that a symbol stands for, as far as the run enters it;
// unknown for any other symbol.
Span walked_function(script::Symbol symbol, const script::Summary& run,
                     project::Workspace& workspace);

}  // namespace mmlint::check
