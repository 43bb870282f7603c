#pragma once

#include "base/text_edit.h"
#include "fix/script/name_reads.h"

// What becomes of a conditional expression `a if condition else b` of a script.
namespace mmlint::fix {

// Returns the edit of a conditional of which `value` is one branch and the
// other is `text` already. `value` then stays only where torch.cuda.is_available() is true, since
// the condition asks for CUDA as well. Where `torch`, the script's name for PyTorch, is not given,
// the whole conditional becomes `text`. Nullopt if the value stands in no such conditional, or if a
// condition would be lost that assigns a name.
std::optional<TextEdit> settle_conditional(const syntax::Document& document, const NameReads& reads,
                                           Span value, const std::string& text,
                                           const std::optional<std::string>& torch);

}  // namespace mmlint::fix
