#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/text_edit.h"
#include "syntax/document.h"

// Edits of whole statements, lines and comments of a document.
namespace mmlint::fix {

// Removes a statement with its line. Empty if something else stands on the line.
std::vector<TextEdit> remove_statement(const syntax::Document& document, const syntax::Stmt& stmt);

// Removes the entries of dicts, or the top-level assignments, whose keys begin at these byte
// offsets. Empty if one of them is neither, or if an assignment shares its line.
std::vector<TextEdit> remove_keys(const syntax::Document& document, syntax::Parser& parser,
                                  const std::vector<std::uint32_t>& keys);

// Removes a comment: with its line if it stands there alone, else with the blanks before it.
TextEdit remove_comment(const syntax::Document& document, Span comment);

// Adds text as a line of its own behind the line on which the top-level statement with an index
// ends; the index statements().size() stands for the end of the file.
TextEdit add_statement(const syntax::Document& document, std::size_t after, std::string_view text);

// Removes one name of a top-level from-import, and the statement with its line if it has no other.
std::vector<TextEdit> remove_import(const syntax::Document& document,
                                    const syntax::ImportFrom& import, std::size_t name);

}  // namespace mmlint::fix
