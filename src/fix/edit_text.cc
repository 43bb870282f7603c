#include "fix/edit_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "syntax/walk.h"

namespace mmlint::fix {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

std::uint32_t end_of_line(std::string_view text, std::uint32_t at) {
  while (at < text.size() && !is_line_end(text[at])) ++at;
  return at;
}

std::uint32_t begin_of_line(std::string_view text, std::uint32_t at) {
  while (at > 0 && !is_line_end(text[at - 1])) --at;
  return at;
}

// The spaces before the first token of a line, if the token at `at` is the first one.
std::optional<std::string> own_line_indent(std::string_view text, std::uint32_t at) {
  const std::uint32_t begin = begin_of_line(text, at);
  const std::string_view before = text.substr(begin, at - begin);
  if (before.find_first_not_of(" \t") != before.npos) return std::nullopt;
  return std::string(before);
}

// The offset of the next token, over spaces, line ends, backslashes and comments.
std::uint32_t next_token(std::string_view text, std::uint32_t at) {
  while (at < text.size()) {
    if (text[at] == '#')
      at = end_of_line(text, at);
    else if (text[at] == ' ' || text[at] == '\t' || text[at] == '\\' || text[at] == '\f' ||
             is_line_end(text[at]))
      ++at;
    else
      break;
  }
  return at;
}

struct Bounds {
  std::uint32_t open;   // just behind the opening bracket
  std::uint32_t first;  // the first and the last entry; equal to open if there is none
  std::uint32_t last_begin;
  std::uint32_t last_end;
  bool empty;
};

Bounds bounds_of_call(const Call& call) {
  const std::uint32_t open = call.open + 1;
  if (call.arguments.empty()) return Bounds{open, open, open, open, true};
  return Bounds{open, call.arguments.front().begin, call.arguments.back().begin,
                call.arguments.back().end, false};
}

std::optional<Bounds> bounds_of(const Expr& x) {
  if (x.kind == ExprKind::kCall) {
    const auto& call = as<Call>(x);
    const bool is_dict =
        call.callee->kind == ExprKind::kName && as<Name>(*call.callee).id == "dict";
    if (!is_dict) return std::nullopt;
    return bounds_of_call(call);
  }
  if (x.kind != ExprKind::kDict) return std::nullopt;
  const auto& items = as<syntax::Dict>(x).items;
  const std::uint32_t open = x.begin + 1;
  if (items.empty()) return Bounds{open, open, open, open, true};
  const auto begin = [](const DictItem& item) {
    return item.key ? item.key->begin : item.value->begin;
  };
  return Bounds{open, begin(items.front()), begin(items.back()), items.back().value->end, false};
}

TextEdit insertion(FileId file, std::uint32_t at, std::string text) {
  return {{file, at, at}, std::move(text)};
}

}  // namespace

std::vector<TextEdit> add_entries(
    const Document& document, const Expr& dict,
    const std::vector<std::pair<std::string, catalog::Literal>>& values) {
  Style style = style_of(document);
  style.braces = dict.kind == ExprKind::kDict;
  std::vector<std::string> entries;
  for (const auto& [key, value] : values)
    entries.push_back(to_argument(key, to_python(value, style), style));
  return add_texts(document, dict, entries);
}

namespace {

// Behind the last entry of what the bounds are of.
std::vector<TextEdit> add_behind(const Document& document, const Bounds& bounds, bool in_braces,
                                 const std::vector<std::string>& entries) {
  const std::string_view text = document.source().bytes();
  const FileId file = document.source().id();
  const std::string_view line_end = document.source().line_end();

  if (bounds.empty)
    return {insertion(file, bounds.open, fmt::format("{}", fmt::join(entries, ", ")))};
  // A parenthesised last value ends behind its brackets.
  std::uint32_t end = bounds.last_end;
  std::uint32_t next = next_token(text, end);
  while (in_braces && next < text.size() && text[next] == ')') {
    end = next + 1;
    next = next_token(text, end);
  }
  const bool comma = next < text.size() && text[next] == ',';
  const auto indent = own_line_indent(text, bounds.last_begin);
  if (!indent) {
    const std::string joined = fmt::format("{}", fmt::join(entries, ", "));
    if (comma) return {insertion(file, next + 1, " " + joined + ",")};
    return {insertion(file, end, ", " + joined)};
  }
  const std::string separator = std::string(line_end) + *indent;
  if (comma) {
    std::string lines;
    for (const std::string& entry : entries) lines += separator + entry + ",";
    // What stands on the comma's line behind it is a comment, or else the bracket.
    const std::uint32_t line = end_of_line(text, next);
    const bool bracket = next_token(text, next + 1) < line;
    return {insertion(file, bracket ? next + 1 : line, lines)};
  }
  std::string lines;
  for (const std::string& entry : entries) lines += (lines.empty() ? "" : ",") + separator + entry;
  const std::uint32_t line = end_of_line(text, end);
  const bool comment_behind = next > line && text.substr(end, line - end).find('#') != text.npos;
  if (!comment_behind) return {insertion(file, end, "," + lines)};
  return {insertion(file, end, ","), insertion(file, line, lines)};
}

}  // namespace

std::vector<TextEdit> add_texts(const Document& document, const Expr& dict,
                                const std::vector<std::string>& entries) {
  const auto bounds = bounds_of(dict);
  if (!bounds) return {};
  return add_behind(document, *bounds, dict.kind == ExprKind::kDict, entries);
}

std::vector<TextEdit> add_arguments(const Document& document, const Call& call,
                                    const std::vector<std::string>& arguments) {
  return add_behind(document, bounds_of_call(call), false, arguments);
}

namespace {

struct EntryRange {
  std::uint32_t begin;
  std::uint32_t end;
};

std::vector<EntryRange> entries_of(const Expr& x) {
  std::vector<EntryRange> out;
  if (!bounds_of(x)) return out;
  if (x.kind == ExprKind::kCall) {
    for (const Argument& a : as<Call>(x).arguments) out.push_back({a.begin, a.end});
  } else {
    for (const DictItem& item : as<syntax::Dict>(x).items) {
      out.push_back({item.key ? item.key->begin : item.value->begin, item.value->end});
    }
  }
  return out;
}

std::uint32_t behind_line_end(std::string_view text, std::uint32_t at) {
  at = end_of_line(text, at);
  if (text.substr(at).starts_with("\r\n")) return at + 2;
  return at < text.size() ? at + 1 : at;
}

bool is_blank(std::string_view text, std::uint32_t begin, std::uint32_t end) {
  return text.substr(begin, end - begin).find_first_not_of(" \t\r\n") == text.npos;
}

}  // namespace

std::vector<TextEdit> remove_entry(const Document& document, const Expr& dict, std::uint32_t key) {
  const std::vector<EntryRange> entries = entries_of(dict);
  const auto entry = std::find_if(entries.begin(), entries.end(),
                                  [key](const EntryRange& e) { return e.begin == key; });
  if (entry == entries.end()) return {};
  const std::string_view text = document.source().bytes();
  const FileId file = document.source().id();
  const auto remove = [file](std::uint32_t begin, std::uint32_t end) {
    return std::vector<TextEdit>{{{file, begin, end}, ""}};
  };
  const std::uint32_t comma = next_token(text, entry->end);
  const bool has_comma = comma < text.size() && text[comma] == ',';
  const std::uint32_t end = has_comma ? comma + 1 : entry->end;
  // A comment that stands behind it alone keeps the line.
  const bool first_of_line = own_line_indent(text, entry->begin).has_value();
  const std::size_t behind = text.find_first_not_of(" \t", end);
  if (first_of_line && behind != text.npos && text[behind] == '#')
    return remove(entry->begin, static_cast<std::uint32_t>(behind));
  // Its whole line, if nothing else stands there.
  const bool alone = first_of_line && is_blank(text, end, end_of_line(text, end)) &&
                     (has_comma || entry == entries.begin());
  if (alone) return remove(begin_of_line(text, entry->begin), behind_line_end(text, end));
  const auto next = entry + 1;
  const bool last_of_line =
      next != entries.end() && is_blank(text, end, end_of_line(text, end)) && !first_of_line;
  if (last_of_line && entry != entries.begin()) {
    const std::uint32_t comma_before = next_token(text, std::prev(entry)->end);
    if (is_blank(text, comma_before + 1, entry->begin)) return remove(comma_before + 1, end);
  }
  if (next != entries.end()) {
    return remove(entry->begin, is_blank(text, end, next->begin) ? next->begin : end);
  }
  if (entry == entries.begin()) return remove(entry->begin, end);
  // The last one: with the comma before it, unless a comment stands between.
  const std::uint32_t before = std::prev(entry)->end;
  const std::uint32_t separator = next_token(text, before);
  const bool plain = separator < entry->begin && is_blank(text, separator + 1, entry->begin) &&
                     is_blank(text, before, separator);
  return plain ? remove(before, entry->end) : remove(entry->begin, end);
}

std::vector<TextEdit> remove_statement(const Document& document, const Stmt& stmt) {
  const std::string_view text = document.source().bytes();
  const std::uint32_t begin = begin_of_line(text, stmt.begin);
  const std::uint32_t end = end_of_line(text, stmt.end);
  const bool alone = text.substr(begin, stmt.begin - begin).find_first_not_of(" \t") == text.npos &&
                     text.substr(stmt.end, end - stmt.end).find_first_not_of(" \t)") == text.npos;
  if (!alone) return {};
  return {{{document.source().id(), begin, behind_line_end(text, stmt.end)}, ""}};
}

std::vector<TextEdit> remove_key(const Document& document, Parser& parser, std::uint32_t key) {
  const std::size_t i = statement_at(document, key);
  if (i >= document.statements().size()) return {};
  const Stmt* stmt = document.statement(i, parser);
  if (!stmt) return {};
  if (stmt->begin == key) return remove_statement(document, *stmt);
  std::vector<TextEdit> edits;
  for_each_expr(*stmt, [&](const Expr& x) {
    if (edits.empty()) edits = remove_entry(document, x, key);
  });
  return edits;
}

TextEdit remove_comment(const Document& document, Span comment) {
  const std::string_view text = document.source().bytes();
  std::uint32_t begin = comment.begin;
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
  const bool alone = begin == 0 || is_line_end(text[begin - 1]);
  const std::uint32_t end = alone ? behind_line_end(text, comment.end) : comment.end;
  return {{comment.file, begin, end}, ""};
}

TextEdit add_statement(const Document& document, std::size_t after, std::string_view text) {
  const std::string_view bytes = document.source().bytes();
  const FileId file = document.source().id();
  const std::string line_end(document.source().line_end());
  const auto statements = document.statements();
  const bool at_end = after >= statements.size();
  const std::uint32_t from =
      at_end ? static_cast<std::uint32_t>(bytes.size()) : statements[after].end;
  const std::uint32_t line = end_of_line(bytes, from);
  if (line < bytes.size()) return insertion(file, line, line_end + std::string(text));
  // The end of the file, with or without a line end.
  if (bytes.empty() || is_line_end(bytes.back())) {
    return insertion(file, line, std::string(text) + line_end);
  }
  return insertion(file, line, line_end + std::string(text));
}

std::vector<TextEdit> remove_import(const Document& document, const ImportFrom& import,
                                    std::size_t name) {
  const FileId file = document.source().id();
  if (import.names.size() == 1) return remove_statement(document, import);
  const ImportedName& n = import.names[name];
  if (name + 1 < import.names.size()) return {{{file, n.begin, import.names[name + 1].begin}, ""}};
  return {{{file, import.names[name - 1].end, n.end}, ""}};
}

}  // namespace mmlint::fix
