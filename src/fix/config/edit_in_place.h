#pragma once

#include <vector>

#include "base/text_edit.h"
#include "check/findings/finding.h"
#include "fix/plan.h"

// Fixes that change the very text where a finding stands.
namespace mmlint::fix {

// A fix that edits the text at a span. It returns no edits if that text is not written in a form
// that the fix is for.
using EditInPlace = std::vector<TextEdit> (*)(const syntax::Document& document, Span at,
                                              const Context& context);

// Removes a byte order mark (the bytes EF BB BF).
std::vector<TextEdit> remove_mark(const syntax::Document& document, Span at, const Context&);
// Removes the quotes, "'" or "'''", of a string that is nothing but a template, '{{_base_.x}}'.
std::vector<TextEdit> drop_quotes(const syntax::Document& document, Span at, const Context&);
// Rewrites the template {{_base_.x}} as _base_.x.
std::vector<TextEdit> use_base_name(const syntax::Document& document, Span at, const Context&);
// Removes the dict entry or top-level assignment whose key stands at a span. Returns no edits in an
// expression statement such as `name.update(dict(_delete_=True))`.
std::vector<TextEdit> remove_argument(const syntax::Document& document, Span key,
                                      const Context& context);
// Removes a code from a comment that suppresses it (`# mmlint: ignore[MM101]`). With the last code
// the comment goes as well, but for a reason that stands behind the brackets.
std::vector<TextEdit> remove_suppression(const syntax::Document& document, Span code,
                                         const Context&);

// Returns the edits that `edit` makes where a finding stands, whether its file may be edited or
// not.
std::vector<TextEdit> edits_in_place(EditInPlace edit, const check::Finding& finding,
                                     const Context& context);

// Returns the plan of these edits; a refusal if the file may not be edited or there are none.
Planned plan_in_place(EditInPlace edit, const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix
