#include "fix/text/entry_edits.h"

#include "base/algorithms.h"
#include "fix/text/python_text.h"
#include "fix/text/statement_edits.h"

namespace mmlint::fix {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

// Where the entries of a dict or call stand between its brackets.
struct Bounds {
  std::uint32_t open;  // just behind the opening bracket
  // The first and the last entry; equal to open if there is none.
  std::uint32_t first = open;
  std::uint32_t last_begin = open;
  std::uint32_t last_end = open;
  bool empty = false;
};

Bounds bounds_of_call(const Call& call) {
  const std::uint32_t open = call.open + 1;
  if (call.arguments.empty()) return Bounds{.open = open, .empty = true};
  return Bounds{.open = open,
                .first = call.arguments.front().begin,
                .last_begin = call.arguments.back().begin,
                .last_end = call.arguments.back().end};
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
  if (items.empty()) return Bounds{.open = open, .empty = true};
  const auto begin = [](const DictItem& item) {
    return item.key ? item.key->begin : item.value->begin;
  };
  return Bounds{.open = open,
                .first = begin(items.front()),
                .last_begin = begin(items.back()),
                .last_end = items.back().value->end};
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
  return add_written_entries(document, dict, entries);
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
  const auto indent = indent_before(text, bounds.last_begin);
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

std::vector<TextEdit> add_written_entries(const Document& document, const Expr& dict,
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

std::vector<EntryRange> arguments_of(const Call& call) {
  std::vector<EntryRange> out;
  for (const Argument& a : call.arguments) out.push_back({a.begin, a.end});
  return out;
}

std::vector<EntryRange> entries_of(const Expr& x) {
  std::vector<EntryRange> out;
  if (!bounds_of(x)) return out;
  if (x.kind == ExprKind::kCall) return arguments_of(as<Call>(x));
  for (const DictItem& item : as<syntax::Dict>(x).items)
    out.push_back({item.key ? item.key->begin : item.value->begin, item.value->end});
  return out;
}

// Removes one of the entries of a dict, which are given in their order.
TextEdit remove_one(const Document& document, const std::vector<EntryRange>& entries,
                    std::vector<EntryRange>::const_iterator entry) {
  const std::string_view text = document.source().bytes();
  const FileId file = document.source().id();
  const auto remove = [file](std::uint32_t begin, std::uint32_t end) {
    return TextEdit{{file, begin, end}, ""};
  };
  const std::uint32_t comma = next_token(text, entry->end);
  const bool has_comma = comma < text.size() && text[comma] == ',';
  const std::uint32_t end = has_comma ? comma + 1 : entry->end;
  // A comment that stands behind it alone keeps the line.
  const bool first_of_line = indent_before(text, entry->begin).has_value();
  const std::size_t behind = text.find_first_not_of(" \t", end);
  if (first_of_line && behind != text.npos && text[behind] == '#')
    return remove(entry->begin, static_cast<std::uint32_t>(behind));
  // Its whole line, if nothing else stands there.
  const bool line_of_its_own = first_of_line && is_blank(text, end, end_of_line(text, end));
  const TextEdit whole_line =
      remove(begin_of_line(text, entry->begin), begin_of_next_line(text, end));
  if (line_of_its_own && (has_comma || entry == entries.begin())) return whole_line;
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
  if (plain) return remove(before, entry->end);
  return line_of_its_own ? whole_line : remove(entry->begin, end);
}

// Neighbours that go become one entry.
std::vector<EntryRange> joined(const std::vector<EntryRange>& entries,
                               const std::vector<std::uint32_t>& keys) {
  std::vector<EntryRange> out;
  bool in_run = false;
  for (const EntryRange& entry : entries) {
    const bool goes = is_in(entry.begin, keys);
    if (goes && in_run)
      out.back().end = entry.end;
    else
      out.push_back(entry);
    in_run = goes;
  }
  return out;
}

std::vector<TextEdit> remove_all(const Document& document, const std::vector<EntryRange>& entries,
                                 const std::vector<std::uint32_t>& keys) {
  std::vector<TextEdit> edits;
  for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
    if (is_in(entry->begin, keys)) edits.push_back(remove_one(document, entries, entry));
  }
  return edits;
}

std::vector<TextEdit> remove_from(const Document& document, const std::vector<EntryRange>& entries,
                                  const std::vector<std::uint32_t>& keys) {
  std::vector<TextEdit> edits = remove_all(document, entries, keys);
  // Each takes the comma on one of its sides; neighbours may take the same one.
  const bool overlap = std::ranges::adjacent_find(edits, touches) != edits.end();
  return overlap ? remove_all(document, joined(entries, keys), keys) : edits;
}

}  // namespace

std::vector<TextEdit> remove_arguments(const Document& document, const Call& call,
                                       const std::vector<std::uint32_t>& begins) {
  return remove_from(document, arguments_of(call), begins);
}

std::vector<TextEdit> remove_entries(const Document& document, const Expr& dict,
                                     const std::vector<std::uint32_t>& keys) {
  return remove_from(document, entries_of(dict), keys);
}

}  // namespace mmlint::fix
