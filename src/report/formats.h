#pragma once

#include "report/report.h"

namespace mmlint::report {

// Format::render (report.h) of each format, in the file of its name; concise is in text.cc, jsonl
// in json.cc.
std::string render_text(const RunReport&, const SourceStore&, const Settings&);
std::string render_concise(const RunReport&, const SourceStore&, const Settings&);
std::string render_json(const RunReport&, const SourceStore&, const Settings&);
std::string render_jsonl(const RunReport&, const SourceStore&, const Settings&);
std::string render_github(const RunReport&, const SourceStore&, const Settings&);
std::string render_sarif(const RunReport&, const SourceStore&, const Settings&);
std::string render_gitlab(const RunReport&, const SourceStore&, const Settings&);
std::string render_junit(const RunReport&, const SourceStore&, const Settings&);
std::string render_markdown(const RunReport&, const SourceStore&, const Settings&);

// Returns the lines of the summary that are the verdict: what was fixed, what was found or is left,
// and what was not decided.
std::string render_verdict(const RunReport& report, const SourceStore& sources,
                           const Settings& settings);
// Returns what was judged, counted: "12 configs and 1 script"; empty if nothing was.
std::string judged_documents(const RunReport& report, const SourceStore& sources,
                             const Settings& settings);

// Returns a table of how often each rule was found and how many of its findings can be fixed, the
// most frequent first.
std::string render_statistics(const RunReport& report, Language language);

}  // namespace mmlint::report
