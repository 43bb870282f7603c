#include <string>

#include <fmt/format.h>

#include "report/finding_text.h"
#include "report/folding.h"
#include "report/formats.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
std::string render_findings(const RunReport& report, const SourceStore& sources,
                            const Settings& settings) {
  std::string out;
  bool after_line = false;  // lines stand together
  for (const Shown& shown : fold(report, sources, settings)) {
    if (!out.empty() && !(after_line && shown.is_line)) out += "\n";
    out += finding_text(shown, sources, settings);
    after_line = shown.is_line;
  }
  return out.empty() ? out : out + "\n";
}

std::string render_text(const RunReport& report, const SourceStore& sources,
                        const Settings& settings) {
  return (settings.statistics ? render_statistics(report, settings.language)
                              : render_findings(report, sources, settings)) +
         render_summary(report, sources, settings);
}

namespace {

// "path:12:27: ", in front of which nothing stands. CI would take a line that begins with two
// colons for a command of its own.
std::string placed(const Diagnostic& finding, const SourceStore& sources,
                   const Settings& settings) {
  const std::string place = shown_place(finding.primary, sources, settings);
  return fmt::format("{}{}: ", place.starts_with("::") ? "./" : "", place);
}

}  // namespace

// One line per finding, so that editors can read it, and the summary behind them. "[*]" marks a
// safe fix, as in ruff. `fix` has a line for each change as well.
std::string render_concise(const RunReport& report, const SourceStore& sources,
                           const Settings& settings) {
  const Words& word = words(settings.language);
  if (settings.statistics) return render_statistics(report, settings.language);
  std::string out;
  for (const Diagnostic& done : report.fixed) {
    out += placed(done, sources, settings) +
           say(word.fixed_line, printable(done.code), printable(done.fix->title)) + "\n";
  }
  for (const Diagnostic& finding : report.diagnostics) {
    const bool is_fixable = finding.fix && finding.fix->safety == Safety::kSafe;
    out += placed(finding, sources, settings) +
           fmt::format("{} {} {}{}", to_string(finding.severity), printable(finding.code),
                       is_fixable ? "[*] " : "", printable(finding.message));
    if (!finding.found_through.empty()) {
      const std::string leaf = printable(shown_path(finding.found_through, settings));
      out += say(word.in_brackets, word.found_through + std::string(" ") + leaf);
    }
    out += "\n";
  }
  return out + render_summary(report, sources, settings);
}

}  // namespace mmlint::report
