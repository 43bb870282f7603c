#pragma once

#include <optional>
#include <string>

#include "base/text_edit.h"
#include "syntax/document.h"

// What becomes of a script's code that hosts with CUDA run as well.
namespace mmlint::fix {

// Whether a place is in code that the script has for CUDA too: below a condition that speaks of
// CUDA, in a function or class that has one, or in a function or class that is used below one.
bool serves_cuda(const syntax::Document& document, syntax::Parser& parser, Span place);

// The edits that leave a value only where torch.cuda.is_available() says no, and `text` there, for
// a value that stands in `a if condition else b`, of which the other branch is `text` already: the
// condition asks for CUDA as well. Without `torch`, the script's name for PyTorch, the conditional
// becomes `text`. Nothing if the value stands in no such conditional, or if the condition assigns a
// name.
std::optional<TextEdit> settle_conditional(const syntax::Document& document, syntax::Parser& parser,
                                           Span value, const std::string& text,
                                           const std::optional<std::string>& torch);

// The conditional expression that holds a value as one of its branches, if the other branch is
// `text` already.
std::optional<Span> conditional_with(const syntax::Document& document, syntax::Parser& parser,
                                     Span value, const std::string& text);

// The script's name for the module torch at a place, imported at its top level: "torch", or what it
// is called with `as`. Nothing if the script has none there.
std::optional<std::string> name_of_torch(const syntax::Document& document, syntax::Parser& parser,
                                         std::uint32_t place);

}  // namespace mmlint::fix
