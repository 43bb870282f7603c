#include "report/fingerprint.h"

#include "base/sha256.h"
#include "base/text.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

constexpr std::size_t kDigits = 32;

// What is underlined, or its line if that is nothing: the place of a syntax error may be empty.
std::string marked_text(const Span& span, const SourceStore& sources) {
  const Source& source = sources.get(span.file);
  if (source.is_secret()) return "";
  if (span.begin < span.end) return with_line_feeds(source.text(span));
  return std::string(source.lines().line_text(source.lines().position(span.begin).line));
}

}  // namespace

std::vector<std::string> fingerprints(const RunReport& report, const SourceStore& sources,
                                      const Settings& settings) {
  std::vector<std::string> out;
  std::map<std::string, int> seen;
  for (const Diagnostic& finding : report.diagnostics) {
    // No part can hold the NUL that parts are separated by, but the last.
    const std::string path = repository_path(sources.get(finding.primary.file).path(), settings);
    const std::string parts =
        fmt::format("{1}{0}{2}{0}{3}{0}{4}{0}{5}", '\0', finding.code,
                    fmt::join(finding.targets.empty() ? report.targets : finding.targets, ","),
                    path, finding.key, marked_text(finding.primary, sources));
    const int before = seen[parts]++;
    out.push_back(sha256(fmt::format("{}{}{}", before, '\0', parts)).substr(0, kDigits));
  }
  return out;
}

}  // namespace mmlint::report
