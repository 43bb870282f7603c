#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/report.h"

namespace mmlint::report {

// Returns a finding as tests/schemas/findings.schema.json describes it. Lines and columns are
// 1-based, columns count characters, an end is one past the last character.
nlohmann::ordered_json json_finding(const Diagnostic& finding, const SourceStore& sources,
                                    const Settings& settings);

// Returns a value as text. Bytes that are not UTF-8 become U+FFFD. An indent of -1 gives one line.
std::string json_text(const nlohmann::ordered_json& value, int indent);

}  // namespace mmlint::report
