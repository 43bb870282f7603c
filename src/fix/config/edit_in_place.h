#pragma once

#include <vector>

#include "base/text_edit.h"
#include "check/finding.h"
#include "fix/plan.h"

// Fixes that change the very text where a finding stands.
namespace mmlint::fix {

// The edits of the text at a span; none if it is not written in a form that the fix is for.
using EditInPlace = std::vector<TextEdit> (*)(const syntax::Document& document, Span at,
                                              const Context& context);

// A byte order mark goes.
std::vector<TextEdit> remove_mark(const syntax::Document& document, Span at, const Context&);
// A string that is nothing but a template, '{{_base_.x}}', loses its quotes.
std::vector<TextEdit> drop_quotes(const syntax::Document& document, Span at, const Context&);
// {{_base_.x}} becomes _base_.x.
std::vector<TextEdit> use_base_name(const syntax::Document& document, Span at, const Context&);
// The entry goes whose key it is.
std::vector<TextEdit> remove_argument(const syntax::Document& document, Span key,
                                      const Context& context);
// A code goes out of a comment that suppresses it, and the comment with the last one.
std::vector<TextEdit> remove_suppression(const syntax::Document& document, Span code,
                                         const Context&);

// The edits where a finding stands, whether its file may be edited or not.
std::vector<TextEdit> edits_in_place(EditInPlace edit, const check::Finding& finding,
                                     const Context& context);

// The plan of these edits, if the file may be edited.
Planned plan_in_place(EditInPlace edit, const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix
