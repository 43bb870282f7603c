#pragma once

#include "base/text_edit.h"
#include "catalog/literal.h"
#include "syntax/document.h"

// Edits of the entries of a dict and of the arguments of a call. They keep comments, quotes,
// indentation and line ends as they are. A dict is a dict(...) call or a {...} display; for any
// other expression the edits are empty.
namespace mmlint::fix {

// Adds keys with values behind the last entry of a dict, where a comment may follow.
std::vector<TextEdit> add_entries(
    const syntax::Document& document, const syntax::Expr& dict,
    const std::vector<std::pair<std::string, catalog::Literal>>& values);

// Adds entries that are Python text already: "a=1" for a call, "'a': 1" for a display.
std::vector<TextEdit> add_written_entries(const syntax::Document& document,
                                          const syntax::Expr& dict,
                                          const std::vector<std::string>& entries);

// Adds arguments, which are Python text, behind the last one of any call.
std::vector<TextEdit> add_arguments(const syntax::Document& document, const syntax::Call& call,
                                    const std::vector<std::string>& arguments);

// Removes the arguments of any call that begin at these byte offsets, in the same way as
// remove_entries() removes entries.
std::vector<TextEdit> remove_arguments(const syntax::Document& document, const syntax::Call& call,
                                       const std::vector<std::uint32_t>& begins);

// Removes the entries of a dict whose keys begin at these byte offsets, each with one comma. An
// offset at which none of its keys begins is ignored. The edits do not touch each other.
std::vector<TextEdit> remove_entries(const syntax::Document& document, const syntax::Expr& dict,
                                     const std::vector<std::uint32_t>& keys);

}  // namespace mmlint::fix
