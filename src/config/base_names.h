#pragma once

#include "base/text_edit.h"
#include "syntax/document.h"
#include "value/problem.h"

// Names of bases in the wrong style, so that they are not defined (MM006).
namespace mmlint::config {

// Returns the edit of a lazy config that makes `_base_.x`, `_base_['x']` or `{{_base_.x}}`, with
// what is read of it, the imported name x. `at` is the name `_base_`. Nullopt for another use.
std::optional<TextEdit> as_imported_name(const syntax::Document& document, Span at);

// Each says of the names that a config does not define what was meant: a variable of the classic
// config's bases, which `base` holds; the name that a lazy config imports, if `globals` has it; a
// name that is defined when the bases are read already.
void explain_names_of_base(std::vector<Problem>& problems, const Value& base);
void explain_lazy_names(std::vector<Problem>& problems, const syntax::Document& document,
                        const Value& globals);
void explain_names_of_body(std::vector<Problem>& problems, const syntax::Document& document);

}  // namespace mmlint::config
