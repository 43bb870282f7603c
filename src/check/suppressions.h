#pragma once

#include <string_view>

#include "resolve/workspace.h"

namespace mmlint::check {

// `# mmlint: ignore[...]` on the line of the span.
bool is_suppressed(const resolve::Workspace& workspace, const syntax::Document& document, Span span,
                   std::string_view code);
// The same comment where a config names its bases: it takes this config out of findings elsewhere.
bool is_out_of(const resolve::Resolved& config, const SourceStore& sources, std::string_view code);

}  // namespace mmlint::check
