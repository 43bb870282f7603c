#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "report/report.h"

namespace mmlint::report {

// What a log in SARIF calls the folder that its paths are relative to.
inline constexpr const char* kSourceRoot = "%SRCROOT%";

// Returns that folder, absolute: the repository's, else the one that paths are shown from; empty if
// neither is known.
std::string source_root(const Settings& settings);
// Returns an absolute path as a file URI.
std::string file_uri(std::string_view path);

// Returns the artifactLocation of a file: relative to the root, or absolute outside of it.
nlohmann::ordered_json sarif_artifact(const std::string& path, const Settings& settings);
// Returns a region: lines and columns from 1, columns in characters, the end one past the last.
nlohmann::ordered_json sarif_region(const Span& span, const SourceStore& sources);
// Returns a location object with both.
nlohmann::ordered_json sarif_location(const Span& span, const SourceStore& sources,
                                      const Settings& settings);

// Returns a message whose text shows what it says: printable, and "](" makes no link of it.
nlohmann::ordered_json sarif_message(std::string_view text);

}  // namespace mmlint::report
