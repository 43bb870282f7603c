#pragma once

#include "base/text_edit.h"
#include "syntax/document.h"

// Edits of whole statements, lines and comments of a document.
namespace mmlint::fix {

// Removes a statement with its line. Empty if something else stands on the line.
std::vector<TextEdit> remove_statement(const syntax::Document& document, const syntax::Stmt& stmt);

// Removes the entries of dicts, or the top-level assignments, whose keys begin at these byte
// offsets. Empty if one of them is neither, or if an assignment shares its line.
std::vector<TextEdit> remove_keys(const syntax::Document& document,
                                  const std::vector<std::uint32_t>& keys);

// Removes a comment: with its line if it stands there alone, else with the blanks before it.
TextEdit remove_comment(const syntax::Document& document, Span comment);

// Adds text as a line of its own behind the line on which the top-level statement with an index
// ends; the index statements().size() stands for the end of the file.
TextEdit add_statement(const syntax::Document& document, std::size_t after, std::string_view text);

// Removes one name of a top-level from-import, and the statement with its line if it has no other.
std::vector<TextEdit> remove_import(const syntax::Document& document,
                                    const syntax::ImportFrom& import, std::size_t name);

// The lines of a Python file's bytes. Places are byte offsets.
// Returns true for the characters that end a line.
bool is_line_end(char c);
// Return where the line that holds a place begins, and where it ends: before its line end.
std::uint32_t begin_of_line(std::string_view text, std::uint32_t at);
std::uint32_t end_of_line(std::string_view text, std::uint32_t at);
// Returns where the next line begins; behind the last one the end of the text.
std::uint32_t begin_of_next_line(std::string_view text, std::uint32_t at);
// Returns the blanks that a line begins with, if nothing but blanks stands on it before the place;
// else nullopt.
std::optional<std::string> indent_before(std::string_view text, std::uint32_t at);
// Returns where the next token begins, past blanks, line ends, backslashes and comments.
std::uint32_t next_token(std::string_view text, std::uint32_t at);
// Returns true if nothing but blanks and line ends stands between two places.
bool is_blank(std::string_view text, std::uint32_t begin, std::uint32_t end);

// One of the statements that a place lies in, and the block that this statement stands in.
struct EnclosingStatement {
  const syntax::Stmt* stmt;
  syntax::Block block;  // empty: the top level of the file
};

// Returns the statements from the top-level one down to the one whose span is exactly `stmt`, which
// is the last. Empty if there is none. The document owns them.
std::vector<EnclosingStatement> enclosing(const syntax::Document& document, Span stmt);

// Returns the innermost function around the last of these statements; null if it stands in none.
const syntax::Function* function_around(const std::vector<EnclosingStatement>& enclosing);

}  // namespace mmlint::fix
