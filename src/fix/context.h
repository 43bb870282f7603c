#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "project/index.h"
#include "project/workspace.h"
#include "syntax/document.h"

namespace mmlint::fix {

// Where fixes of configs may edit (the option --at). kAuto: in the file that causes the finding, or
// else in the leaves; kOrigin: only in the former; kLeaf: only in configs that no other inherits.
enum class Where : std::uint8_t { kAuto, kOrigin, kLeaf };

// The project that fixes are planned for, and what they may edit of it. It borrows everything.
struct Context {
  project::Workspace& workspace;
  const project::Index& index;
  syntax::Parser& parser;
  Where where = Where::kAuto;
  // Says whether a file may be edited: those below the passed paths may, and with --at origin all
  // below the project's root.
  std::function<bool(const std::string& path)> editable;
  bool overwrite = false;  // a file that mmlint made earlier may be made anew
};

// The file that a span lies in, as the workspace has it.
const Source& source_of(const Context& context, Span span);
const std::string& path_of(const Context& context, Span span);
const syntax::Document& document_of(const Context& context, Span span);

// True if the file of a span may be edited there: --at leaf spares the files that others inherit.
bool may_edit(const Context& context, Span span);

}  // namespace mmlint::fix
