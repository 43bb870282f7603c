#pragma once

#include "base/key_history.h"
#include "base/run_report.h"
#include "base/source.h"
#include "report/catalog_text.h"

namespace mmlint::report {

struct Settings;

// A format of --format. Each is a row of the table in report.cc.
struct Format {
  std::string_view name;
  // Returns everything that a run found: empty, or ending with a line feed. Sources must hold every
  // file that a span of the report names. RunReport::errors is left to the caller, who writes it to
  // stderr. Invalid UTF-8 never comes out; control characters come out escaped.
  std::string (*render)(const RunReport&, const SourceStore&, const Settings&);
  bool is_lines = false;       // separate lines: several such reports may share one output
  bool has_edits = false;      // it lists the edits of fixes, for editors and the like
  bool has_rule_help = false;  // it carries the help of rules (Settings::rules)
  // It is written even where nothing could be read: for programs that want a document, and because
  // it says itself what could not be done.
  bool always_written = false;
};

// Returns all formats, in the order in which help lists them. The first is the default: text.
std::span<const Format> formats();
// Returns the format of that name; null if none has it.
const Format* find_format(std::string_view name);

// How reports are written.
struct Settings {
  bool color = false;  // text only
  Language language = Language::kEnglish;
  std::string display_root = {};  // absolute; paths are printed relative to it; empty: as they are
  std::string git_root = {};      // absolute or empty; formats of CI name files relative to it
  bool statistics = false;        // text and concise: a table of rules instead of the findings
  bool timing = false;            // text and json
  bool dry_run = false;           // `fix --diff`: nothing was written, so say "would"
  bool fixes_unsafe = false;      // `fix --unsafe`
  bool verbose = false;           // text: print each finding, not some for all
  Severity explained = Severity::kInfo;  // text: less serious findings take a line per rule
  std::size_t columns = 0;               // of the terminal; 0: no line is broken
  std::string arguments = {};  // of the run, for the command that follows; see next_step.h
  Severity fail_on = Severity::kWarning;  // junit: less serious findings are no failures
  std::span<const RuleHelp> rules = {};   // sarif: the help of the rules that were found
};

// Returns only the findings in the text format, for commands other than check and fix.
std::string render_findings(const RunReport& report, const SourceStore& sources,
                            const Settings& settings);

// Returns only the closing lines of the text format, without colour: `fix --diff`, whose standard
// output is a patch, says them on standard error.
std::string render_summary(const RunReport& report, const SourceStore& sources,
                           const Settings& settings);

// Returns what `why` prints: the key and its value, then every place with its source line.
std::string render_history(const KeyHistory& history, const SourceStore& sources,
                           const Settings& settings);

// Returns a unified diff that `git apply` turns into exactly the bytes of `after`, names relative
// to root (absolute; every path lies below it). Changes without a difference are left out. The
// bytes are those of the files: not sanitised, and UTF-8 only if they are.
std::string render_diff(std::span<const FileChange> changes, const std::string& root);

}  // namespace mmlint::report
