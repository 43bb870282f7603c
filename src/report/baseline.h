#pragma once

#include "report/report.h"

// A baseline: findings that a project has and does not want to hear of, so that only new ones are
// reported. It names no lines and counts nothing, so that other edits of a file do not matter.
namespace mmlint::report {

// One finding of a baseline, or all that are alike: the same rule on the same target, at the same
// text of the same key of a file.
struct Known {
  std::string path;  // relative to the folder of the baseline
  std::string rule;
  std::string target;
  std::string key;
  // Of the source: what is underlined, its beginning if it is long; without blanks, with one kind
  // of quote, so that it is the same however the code is laid out.
  std::string text;
  friend auto operator<=>(const Known&, const Known&) = default;
};

using Baseline = std::set<Known>;

// Returns the findings of a report as a baseline whose file lies in a folder (absolute).
Baseline baseline_of(const RunReport& report, const SourceStore& sources,
                     const std::string& folder);
// Returns the file of a baseline: JSON, one finding per line, sorted, so that versions of it can be
// compared and merged line by line.
std::string render_baseline(const Baseline& baseline);
// Reads such a file; the error names `path` and what is wrong.
Result<Baseline> parse_baseline(std::string_view text, const std::string& path);

// What a run has judged: what it does not find there any more is stale.
struct JudgedFiles {
  std::set<std::string> paths;                          // absolute
  std::set<std::string> rules;                          // codes
  std::function<bool(const std::string& path)> exists;  // whether a file is there, absolute
};

// Returns the entries of a baseline about which a run knows nothing: of files that are there and
// were not judged, by rules or for targets that were not asked for.
Baseline not_judged(const Baseline& baseline, const std::string& folder, const JudgedFiles& judged,
                    const RunReport& report);

// How a baseline fits to a run.
struct BaselineUse {
  std::size_t known = 0;  // findings that were taken out of the report
  std::size_t stale = 0;  // entries of judged files that are not found any more
  std::size_t gone = 0;   // entries of files that do not exist any more
};

// Takes the findings that a baseline knows out of a report, and the failures that only they
// predict. A file that was moved is known by what is found in it: the entries of a file that does
// not exist any more hold for a file without entries that has its name and one of its findings, or
// else just its findings, unless more such files are new than are gone.
BaselineUse apply_baseline(const Baseline& baseline, const std::string& folder,
                           const JudgedFiles& judged, const SourceStore& sources,
                           RunReport& report);

}  // namespace mmlint::report
