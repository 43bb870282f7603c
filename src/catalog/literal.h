#pragma once

#include "base/std.h"

namespace mmlint::catalog {

// A plain value from a rule or target file, such as one that a match compares with or a fix writes.
struct Literal {
  using List = std::vector<Literal>;
  using Dict = std::vector<std::pair<std::string, Literal>>;  // in the order of the file
  std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, List, Dict> value = nullptr;

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(value); }
  const std::string* string() const { return std::get_if<std::string>(&value); }
  const List* list() const { return std::get_if<List>(&value); }
  const Dict* dict() const { return std::get_if<Dict>(&value); }
  friend bool operator==(const Literal&, const Literal&) = default;
};

// Returns the member of a dict at a dotted path ("backends.default"), or null if there is none.
const Literal* find(const Literal& dict, std::string_view path);
// Returns true for a list that has the text as an item; false for all else, and for null.
bool lists(const Literal* list, std::string_view text);

// A part of a text of the catalog: words, or the name between two braces.
struct TemplatePiece {
  std::string_view text;
  bool placeholder = false;
};

// Cuts a text at its placeholders and appends the pieces, which are views into it; "{{" and "}}"
// stand for braces. Returns what is wrong with the text, or nullopt if it is well formed.
std::optional<std::string> cut_at_placeholders(std::string_view text,
                                               std::vector<TemplatePiece>& pieces);

// Returns "backends.default" for the placeholder "target.backends.default", nullopt for others.
std::optional<std::string_view> fact_path(std::string_view placeholder);

// Returns the same for a literal's string "{target.backends.default}", nullopt for other strings.
std::optional<std::string_view> fact_path_of_literal(std::string_view text);

// Returns a fact as texts print it: lists as "a, b", null as Python's None; nullopt for dicts and
// for lists in lists, which have no such form.
std::optional<std::string> printed(const Literal& fact);

}  // namespace mmlint::catalog
