#pragma once

#include <string>
#include <vector>

#include "base/text_edit.h"
#include "fix/python_text.h"
#include "syntax/document.h"

// Edits of a document that keep comments, quotes, indentation and line ends as they are.
namespace mmlint::fix {

// Adds an entry behind the last one of a dict(...) call or a {...} display, where a comment may
// follow. `values` are (key, Python text). Empty if the expression is neither.
std::vector<TextEdit> add_entries(
    const syntax::Document& document, const syntax::Expr& dict,
    const std::vector<std::pair<std::string, catalog::Literal>>& values);

// The same with entries that are Python text.
std::vector<TextEdit> add_texts(const syntax::Document& document, const syntax::Expr& dict,
                                const std::vector<std::string>& entries);

// The same for the arguments of any call.
std::vector<TextEdit> add_arguments(const syntax::Document& document, const syntax::Call& call,
                                    const std::vector<std::string>& arguments);

// Removes the entry of a dict(...) call or a {...} display whose key begins at an offset. Empty if
// there is none.
std::vector<TextEdit> remove_entry(const syntax::Document& document, const syntax::Expr& dict,
                                   std::uint32_t key);

// Removes a top-level statement with its line; empty if it shares the line.
std::vector<TextEdit> remove_statement(const syntax::Document& document, const syntax::Stmt& stmt);

// Removes the entry, in whatever dict, or the top-level assignment whose key begins at an offset.
std::vector<TextEdit> remove_key(const syntax::Document& document, syntax::Parser& parser,
                                 std::uint32_t key);

// Removes a comment: its line if it stands alone, else what separates it from the code too.
TextEdit remove_comment(const syntax::Document& document, Span comment);

// A new line behind the line on which a top-level statement ends; its index may be
// statements().size() for the end of the file.
TextEdit add_statement(const syntax::Document& document, std::size_t after, std::string_view text);

// Removes one name of a top-level from-import, and the statement with its line if it was the last.
std::vector<TextEdit> remove_import(const syntax::Document& document,
                                    const syntax::ImportFrom& import, std::size_t name);

}  // namespace mmlint::fix
