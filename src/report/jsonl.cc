#include <nlohmann/json.hpp>

#include "report/formats.h"
#include "report/json_finding.h"

namespace mmlint::report {

std::string render_jsonl(const RunReport& report, const SourceStore& sources,
                         const Settings& settings) {
  std::string out;
  for (const Diagnostic& finding : report.diagnostics) {
    out += json_text(json_finding(finding, sources, settings), -1) + "\n";
  }
  return out;
}

}  // namespace mmlint::report
