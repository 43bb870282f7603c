#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "report/folding.h"
#include "unit/report/sample_report.h"

namespace mmlint::report {
namespace {

// A project of files with one line each, and findings at the beginning of some.
class Project {
 public:
  // The finding is at the whole text of a new file.
  Diagnostic& find(std::string code, std::string text, Severity severity = Severity::kError,
                   std::uint32_t reach = 1) {
    const std::string path = "/p/f" + std::to_string(sources.size()) + ".py";
    const auto size = static_cast<std::uint32_t>(text.size());
    const FileId file = sources.add(path, std::move(text)).id();
    Diagnostic found;
    found.code = std::move(code);
    found.severity = severity;
    found.primary = {file, 0, size};
    found.affects.count = reach;
    return report.diagnostics.emplace_back(std::move(found));
  }
  std::vector<Shown> folded() const { return fold(report, sources, settings); }
  // The codes that are printed, with how many are not in brackets.
  std::string line() const {
    std::string out;
    for (const Shown& shown : folded()) {
      out += (out.empty() ? "" : " ") + shown.finding->code + (shown.is_line ? "-" : "");
      if (!shown.like_it.empty()) out += "+" + std::to_string(shown.like_it.size());
      if (shown.others > 0) out += "*" + std::to_string(shown.others);
    }
    return out;
  }

  SourceStore sources;
  RunReport report;
  Settings settings{.explained = Severity::kWarning};
};

TEST_CASE("errors come first, then what reaches most") {
  Project project;
  project.find("MM1", "a", Severity::kWarning, 500);
  project.find("MM2", "b", Severity::kError, 2);
  project.find("MM3", "c", Severity::kInfo, 900);
  project.find("MM4", "d", Severity::kError, 40);
  CHECK(project.line() == "MM4 MM2 MM1 MM3-");
}

TEST_CASE("few findings of a rule are all printed, together") {
  Project project;
  project.find("MM1", "a");
  project.find("MM2", "b", Severity::kError, 2);
  project.find("MM1", "a", Severity::kError, 9);
  project.find("MM1", "a");
  CHECK(project.line() == "MM1 MM1 MM1 MM2");
  const auto shown = project.folded();
  CHECK(shown[0].finding->affects.count == 9);
  CHECK(shown[1].first == shown[0].finding);
  CHECK(shown[3].first == shown[3].finding);
}

TEST_CASE("many are folded by what stands in the source") {
  Project project;
  for (int i = 0; i < 4; ++i) project.find("MM1", "type='SyncBN'");
  for (int i = 0; i < 3; ++i) project.find("MM1", "type='MMSyncBN'");
  CHECK(project.line() == "MM1+3 MM1+2");
  for (int i = 0; i < 5; ++i) project.find("MM1", "other " + std::to_string(i));
  CHECK(project.line() == "MM1+3 MM1+2 MM1*4");
  project.settings.verbose = true;
  CHECK(project.folded().size() == 12);
}

TEST_CASE("information takes a line per rule, unless it is asked for") {
  Project project;
  project.find("MM1", "a", Severity::kInfo);
  project.find("MM1", "b", Severity::kInfo);
  CHECK(project.line() == "MM1-+1");
  project.settings.explained = Severity::kInfo;
  CHECK(project.line() == "MM1 MM1");
  project.settings = {.verbose = true, .explained = Severity::kWarning};
  CHECK(project.line() == "MM1 MM1");
}

TEST_CASE("one rule with two severities is two groups") {
  Project project;
  project.find("MM1", "a", Severity::kWarning, 9);
  project.find("MM1", "a", Severity::kError);
  CHECK(project.line() == "MM1 MM1");
  CHECK(project.folded().front().finding->severity == Severity::kError);
}

}  // namespace
}  // namespace mmlint::report
