

#include "base/text.h"
#include "report/formats.h"
#include "report/next_step.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
namespace {

// Text for XML 1.0, of printable lines: what that has no character for is an escape already, but
// for the last two code points of the first plane.
std::string xml(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view c = text.substr(0, character_length(text));
    if (c == "&")
      out += "&amp;";
    else if (c == "<")
      out += "&lt;";
    else if (c == ">")
      out += "&gt;";
    else if (c == "\"")
      out += "&quot;";
    else if (c == "\uFFFE" || c == "\uFFFF")
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code_point(c)));
    else
      out += c;
    text.remove_prefix(c.size());
  }
  return out;
}

// The test cases of one rule, or of the run itself.
struct Suite {
  std::string name;
  std::string cases;
  int tests = 0, failures = 0, errors = 0;

  // A case without an outcome has passed.
  void add(std::string_view group, std::string_view title, const std::string& outcome) {
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml(printable(group)),
                         xml(printable(title)));
    cases += outcome.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", outcome);
    ++tests;
  }

  std::string render() const {
    return fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}  </testsuite>\n",
        xml(printable(name)), tests, failures, errors, cases);
  }
};

// What was judged is one case, so that a clean run has one too, and each error of the run is one.
Suite suite_of_run(const RunReport& report, const SourceStore& sources, const Settings& settings) {
  Suite suite{.name = "mmlint", .cases = {}};
  const std::string documents = judged_documents(report, sources, settings);
  if (!documents.empty())
    suite.add("mmlint", "judged",
              fmt::format("      <system-out>{}</system-out>\n", xml(printable(documents))));
  for (const auto* errors : {&report.errors, &report.internal_errors}) {
    for (const Error& error : *errors) {
      const std::string text = to_string(error);
      suite.add(
          "mmlint", text,
          fmt::format("      <error type=\"{}\" message=\"{}\"/>\n",
                      errors == &report.errors ? "error" : "internal error", xml(printable(text))));
      ++suite.errors;
    }
  }
  return suite;
}

std::string details(const Diagnostic& finding, const SourceStore& sources,
                    const Settings& settings) {
  std::string out = fmt::format("{}: {}\n", shown_place(finding.primary, sources, settings),
                                printable_lines(finding.message));
  for (const std::string& note : notes_of(finding, sources, settings))
    out += printable_lines(note) + '\n';
  const Words& w = words(settings.language);
  if (finding.fix)
    out += say(w.fix, w.safety_of(finding.fix->safety)) + w.colon + printable(finding.fix->title) +
           '\n';
  return out;
}

}  // namespace

// A suite for each rule, in it a case for each finding: Jenkins then shows the rules as classes.
// Names of cases hold no line, so that they stay when lines move.
std::string render_junit(const RunReport& report, const SourceStore& sources,
                         const Settings& settings) {
  std::vector<Suite> suites{suite_of_run(report, sources, settings)};
  std::map<std::string, std::size_t> by_code;
  std::map<std::string, int> seen;
  for (const Diagnostic& finding : report.diagnostics) {
    const auto [at, is_new] = by_code.emplace(finding.code, suites.size());
    if (is_new) suites.push_back({.name = finding.code + " " + finding.name, .cases = {}});
    Suite& suite = suites[at->second];
    std::string name = repository_path(sources.get(finding.primary.file).path(), settings);
    if (!finding.key.empty()) name += " " + finding.key;
    const int number = ++seen[finding.code + " " + name];
    if (number > 1) name += fmt::format(" ({})", number);
    const bool fails = finding.severity >= settings.fail_on;
    const std::string text = xml(details(finding, sources, settings));
    suite.add("mmlint." + finding.code, name,
              fails
                  ? fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                                to_string(finding.severity), xml(printable(finding.message)), text)
                  : fmt::format("      <system-out>{}</system-out>\n", text));
    suite.failures += fails;
  }
  Suite all;
  std::string body;
  for (const Suite& suite : suites) {
    all.tests += suite.tests;
    all.failures += suite.failures;
    all.errors += suite.errors;
    body += suite.render();
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"mmlint\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}</testsuites>\n",
      all.tests, all.failures, all.errors, body);
}

}  // namespace mmlint::report
