
#include <nlohmann/json.hpp>

#include "report/fingerprint.h"
#include "report/formats.h"
#include "report/json.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

// GitLab has "critical" and "blocker" as well; that a config does not train is no breach of
// security.
const char* gitlab_severity(Severity severity) {
  static constexpr std::array kNames = {"info", "minor", "major"};
  return kNames.at(static_cast<std::size_t>(severity));
}

}  // namespace

// What GitLab reads as artifacts:reports:codequality.
std::string render_gitlab(const RunReport& report, const SourceStore& sources,
                          const Settings& settings) {
  using Json = nlohmann::ordered_json;
  const std::vector<std::string> names = fingerprints(report, sources, settings);
  Json issues = Json::array();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Diagnostic& finding = report.diagnostics[i];
    const std::string& path = sources.get(finding.primary.file).path();
    issues.push_back(
        Json{{"description", printable(finding.name + ": " + finding.message)},
             {"check_name", finding.code},
             {"fingerprint", names[i]},
             {"severity", gitlab_severity(finding.severity)},
             {"location", Json{{"path", repository_path(path, settings)},
                               {"lines", Json{{"begin", sources.begin_of(finding.primary).line},
                                              {"end", sources.end_of(finding.primary).line}}}}}});
  }
  return json_text(issues, 2) + "\n";
}

}  // namespace mmlint::report
