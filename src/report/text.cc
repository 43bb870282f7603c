#include <string>

#include "report/finding_text.h"
#include "report/folding.h"
#include "report/formats.h"

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

}  // namespace mmlint::report
