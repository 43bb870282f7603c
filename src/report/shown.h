#pragma once

#include "report/report.h"

namespace mmlint::report {

// Returns untrusted text made safe for one line of a terminal or log: control characters,
// characters that reorder or break lines, and bytes that are not UTF-8 become escapes (\n, \x1b,
// \u202e). A tab becomes `tab`.
std::string printable(std::string_view text, std::string_view tab = "\\t");

// Returns the same, but line ends stay as line feeds: of a text that may have several lines.
std::string printable_lines(std::string_view text);

// Returns a path relative to settings.display_root; one that is not absolute ("<stdin>") is
// returned as it is. The bytes are raw, not printable().
std::string shown_path(const std::string& path, const Settings& settings);

// Returns a path relative to settings.git_root, as CI wants it, but as shown_path() if it does not
// lie below that. The bytes are raw.
std::string repository_path(const std::string& path, const Settings& settings);

// Returns "path:line:column" of where a span begins, printable.
std::string shown_place(const Span& span, const SourceStore& sources, const Settings& settings);

}  // namespace mmlint::report
