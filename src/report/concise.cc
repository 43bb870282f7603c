#include <fmt/format.h>

#include "report/formats.h"
#include "report/shown.h"

namespace mmlint::report {

// One line per finding and nothing else, so that editors and `wc -l` can read it. "[*]" marks a
// safe fix, as in ruff.
std::string render_concise(const RunReport& report, const SourceStore& sources,
                           const Settings& settings) {
  if (settings.statistics) return render_statistics(report, settings.language);
  std::string out;
  for (const Diagnostic& finding : report.diagnostics) {
    const bool is_fixable = finding.fix && finding.fix->safety == Safety::kSafe;
    const std::string place = shown_place(finding.primary, sources, settings);
    // CI would take a line that begins with two colons for a command of its own.
    out +=
        fmt::format("{}{}: {} {}{}\n", place.starts_with("::") ? "./" : "", place,
                    printable(finding.code), is_fixable ? "[*] " : "", printable(finding.message));
  }
  return out;
}

}  // namespace mmlint::report
