#pragma once

#include <optional>
#include <string>

#include "base/text_edit.h"
#include "syntax/document.h"

// What becomes of a script's code that hosts with CUDA run as well.
namespace mmlint::fix {

// Returns true if a place is in code that the script has for CUDA too: below a condition that
// speaks of CUDA, in a function or class that has one, in a function or class that is used below
// one, or in the value of a variable that is read there or in such a function or class.
bool serves_cuda(const syntax::Document& document, syntax::Parser& parser, Span place);

// Returns the name of the function or class of the top level, or below its conditions, that holds a
// place, else of the variable whose value holds it; empty if none does.
std::string unit_around(const syntax::Document& document, syntax::Parser& parser, Span place);

// Returns true if a file imports a function, class or variable of this name, or the module that has
// it, and uses it below a condition that speaks of CUDA, or in a function or class that is used
// below one.
bool uses_for_cuda(const syntax::Document& document, syntax::Parser& parser,
                   const std::string& name);

// Returns the edit of a conditional `a if condition else b` of which `value` is one branch and the
// other is `text` already. `value` then stays only where torch.cuda.is_available() is true, since
// the condition asks for CUDA as well. Where `torch`, the script's name for PyTorch, is not given,
// the whole conditional becomes `text`. Nullopt if the value stands in no such conditional, or if a
// condition would be lost that assigns a name.
std::optional<TextEdit> settle_conditional(const syntax::Document& document, syntax::Parser& parser,
                                           Span value, const std::string& text,
                                           const std::optional<std::string>& torch);

// Returns the conditional expression that holds a value as one of its branches, if the other branch
// is `text` already.
std::optional<Span> conditional_with(const syntax::Document& document, syntax::Parser& parser,
                                     Span value, const std::string& text);

// Returns the name for the module torch at a place (a byte offset) that the script imports at its
// top level: "torch", or what it is called with `as`. Nullopt if the script has none there.
std::optional<std::string> name_of_torch(const syntax::Document& document, syntax::Parser& parser,
                                         std::uint32_t place);

}  // namespace mmlint::fix
