#pragma once

#include <string>

#include "report/report.h"

namespace mmlint::report {

// Each returns the whole report in one format, for render() (report.h), and stands in the file of
// its name.
std::string render_text(const RunReport&, const SourceStore&, const Settings&);
std::string render_concise(const RunReport&, const SourceStore&, const Settings&);
std::string render_json(const RunReport&, const SourceStore&, const Settings&);
std::string render_jsonl(const RunReport&, const SourceStore&, const Settings&);
std::string render_github(const RunReport&, const SourceStore&, const Settings&);

// Returns a table of how often each rule was found and how many of its findings can be fixed, the
// most frequent first.
std::string render_statistics(const RunReport& report, Language language);

}  // namespace mmlint::report
