#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/literal.h"

namespace mmlint::catalog {

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
