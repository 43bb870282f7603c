#include <string>

#include <doctest/doctest.h>

#include "base/text.h"
#include "unit/report/sample_report.h"

namespace mmlint::report {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string summary(const Sample& sample) {
  return render_summary(sample.report, sample.sources, sample.settings);
}

Diagnostic plain(const Sample& sample, Severity severity, std::optional<Safety> safety) {
  Diagnostic out = make_sample("check")->report.diagnostics.front();
  out.primary = Span{FileId{0}, 0, static_cast<std::uint32_t>(sample.report.diagnostics.size())};
  out.severity = severity;
  out.fix.reset();
  if (safety) out.fix = Fix{"", *safety, "", {}, {}};
  return out;
}

TEST_CASE("names of formats") {
  for (const Format& format : formats()) CHECK(find_format(format.name) == &format);
  CHECK(!find_format("yaml"));
  CHECK(!find_format(""));
}

TEST_CASE("what the summary says of a check") {
  const auto sample = make_sample("clean");
  sample->sources.add("/home/mei/orchard/a.py", "abc");
  CHECK(summary(*sample) ==
        "All clean: 12 configs for gcu (default; choose another with --target).\n");
  sample->report.target_chosen = true;
  CHECK(summary(*sample) == "All clean: 12 configs for gcu.\n");
  auto& found = sample->report.diagnostics;
  found.push_back(plain(*sample, Severity::kError, std::nullopt));
  CHECK(summary(*sample) == "Found 1 error in 12 configs; target gcu.\n");
  found.push_back(plain(*sample, Severity::kError, Safety::kSafe));
  found.push_back(plain(*sample, Severity::kWarning, Safety::kDisplay));
  CHECK(summary(*sample) ==
        "Found 2 errors and 1 warning in 12 configs (1 fixable with 'mmlint fix'); target gcu.\n");
  found.push_back(plain(*sample, Severity::kInfo, Safety::kUnsafe));
  sample->report.configs = 1;
  sample->report.scripts = 2;
  sample->report.shells = 1;
  CHECK(summary(*sample) ==
        "Found 2 errors, 1 warning and 1 information finding in 1 config, 2 scripts and 1 shell "
        "script (1 fixable with 'mmlint fix', 1 more with --unsafe); target gcu.\n");
  found.erase(found.begin() + 1);
  sample->report.targets = {"gcu", "npu"};
  CHECK(contains(summary(*sample), "(1 fixable with 'mmlint fix --unsafe'); targets gcu, npu."));
}

TEST_CASE("nothing to judge is not all clean") {
  const auto sample = make_sample("clean");
  sample->report.configs = 0;
  CHECK(summary(*sample) == "Nothing to judge: no config and no script was found.\n");
}

TEST_CASE("what the summary says of a fix") {
  const auto sample = make_sample("fix");
  CHECK(
      contains(summary(*sample), "Fixed 1 finding in 2 files (1 new), which changes 1 config.\n"));
  CHECK(contains(summary(*sample),
                 "configs/unet/plum.py:2 MM401 not fixed: configs/unet/fig.py would change"));
  CHECK(contains(summary(*sample), "Left: 3 errors, 1 warning"));
  // The unsafe fix that was refused is not offered again.
  CHECK(!contains(summary(*sample), "--unsafe"));
  sample->settings.dry_run = true;
  CHECK(contains(summary(*sample),
                 "Would fix 1 finding in 2 files (1 new), which changes 1 config.\n"));
  sample->report.diagnostics.clear();
  sample->report.targets = {"gcu"};
  CHECK(contains(summary(*sample), "\nNothing left: 12 configs and 1 script for gcu.\n"));
}

TEST_CASE("the list of affected configs adds up") {
  const auto sample = make_sample("check");
  auto& affects = sample->report.diagnostics.front().affects;
  const auto also = [&] {
    const std::string text =
        find_format("text")->render(sample->report, sample->sources, sample->settings);
    const std::size_t begin = text.find("= also: ");
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  std::vector<FileId> files;
  for (const char* path : {"/x/a.py", "/x/b.py", "/x/c.py"})
    files.push_back(sample->sources.add(path, "").id());
  affects = Affects{312, 1, files};
  sample->settings.display_root = "/x";
  CHECK(also() == "= also: a.py, b.py, 310 more");
  // The file of the finding is one of the three.
  affects = Affects{3, 1, {files[0], files[1]}};
  CHECK(also() == "= also: a.py, b.py");
  affects = Affects{4, 1, files};
  CHECK(also() == "= also: a.py, b.py, 1 more");
}

TEST_CASE("github names files from the root of the repository and escapes what it must") {
  const auto sample = make_sample("hostile");
  sample->settings.git_root = "/home/mei";
  const std::string text =
      find_format("github")->render(sample->report, sample->sources, sample->settings);
  CHECK(contains(text,
                 "::error file=orchard/a%2Cb%3Ac%25\\x1b[2J\\n%3A%3Aerror%3A%3A\\xff.py,line=1"));
  CHECK(contains(text, "title=MM010 not-utf8::50%25 \\x1b[31mred\\r%0A::error file=x::\\xc3("));
  CHECK(split(text, '\n').size() == sample->report.diagnostics.size() + 1);
}

// As many findings as that, each of which reaches one config more than the one before.
void fill(Sample& sample, std::size_t count, Severity severity) {
  const Diagnostic first = make_sample("check")->report.diagnostics.front();
  sample.sources.add("/home/mei/orchard/a.py", "abc");
  for (std::size_t i = 0; i < count; ++i) {
    Diagnostic& finding = sample.report.diagnostics.emplace_back(first);
    finding.primary = {FileId{0}, 0, 1};
    finding.severity = severity;
    finding.affects = {static_cast<std::uint32_t>(i + 1), 1, {}};
    finding.message = std::to_string(i);
  }
}

TEST_CASE(
    "github lists errors first, what reaches most before the rest, and says what GitHub hides") {
  const auto sample = make_sample("clean");
  fill(*sample, 2, Severity::kInfo);
  fill(*sample, 10, Severity::kWarning);
  fill(*sample, 11, Severity::kError);
  const auto lines = [&] {
    return find_format("github")->render(sample->report, sample->sources, sample->settings);
  };
  const std::string text = lines();
  const auto all = split(text, '\n');
  REQUIRE(all.size() == 25);
  CHECK(all[0].starts_with("::error "));
  CHECK(all[0].ends_with("::10"));
  CHECK(all[10].ends_with("::0"));
  CHECK(all[11].starts_with("::warning "));
  CHECK(all[11].ends_with("::9"));
  CHECK(all[21].starts_with("::notice "));
  CHECK(all[23] ==
        "mmlint: GitHub shows ten annotations of a kind per step; 1 error more stand only in this "
        "log.");
  sample->report.diagnostics.pop_back();
  CHECK(!contains(lines(), "mmlint: "));
}

TEST_CASE("junit: what does not end the run is no failure, an error of the run is an error") {
  const auto sample = make_sample("clean");
  const auto text = [&] {
    return find_format("junit")->render(sample->report, sample->sources, sample->settings);
  };
  CHECK(contains(text(), "tests=\"1\" failures=\"0\" errors=\"0\""));
  fill(*sample, 1, Severity::kWarning);
  CHECK(contains(text(), "tests=\"2\" failures=\"1\" errors=\"0\""));
  sample->settings.fail_on = Severity::kError;
  CHECK(contains(text(), "tests=\"2\" failures=\"0\" errors=\"0\""));
  CHECK(contains(text(), "<system-out>a.py:1:1: 0"));
  sample->report.errors.push_back(Error{"cannot <read>", "b.py", 0});
  CHECK(contains(text(), "tests=\"3\" failures=\"0\" errors=\"1\""));
  CHECK(contains(text(), "message=\"b.py: cannot &lt;read&gt;\""));
}

TEST_CASE("sarif says whether the run succeeded, and links nothing that a file says") {
  const auto sample = make_sample("clean");
  const auto text = [&] {
    return find_format("sarif")->render(sample->report, sample->sources, sample->settings);
  };
  CHECK(contains(text(), "\"executionSuccessful\": true"));
  sample->report.internal_errors.push_back(
      Error{"[x](http://e) is broken", "/home/mei/orchard/\u679c b.py", 3});
  CHECK(contains(text(), "\"executionSuccessful\": false"));
  CHECK(contains(text(), "[x]\\\\(http://e) is broken"));
  CHECK(contains(text(), "\"uri\": \"%E6%9E%9C%20b.py\",\n"));
  sample->report.internal_errors[0].path = "/elsewhere/a.py";
  CHECK(contains(text(), "\"uri\": \"file:///elsewhere/a.py\"\n"));
}

TEST_CASE("markdown says what could not be done, and lists so many causes and no more") {
  const auto sample = make_sample("clean");
  fill(*sample, 103, Severity::kError);
  sample->settings.arguments = "a|b";
  sample->report.errors.push_back(Error{"<b>", "b.py", 0});
  const std::string text =
      find_format("markdown")->render(sample->report, sample->sources, sample->settings);
  CHECK(text.starts_with("### mmlint: Found 103 errors in 12 configs (103 fixable"));
  CHECK(contains(text, "- **error**: b\\.py\\: \\<b\\>\n"));
  CHECK(contains(text, "| `a.py:1` | 103 | 102 | safe |\n"));
  CHECK(contains(text, "| `a.py:1` | 4 | 3 | safe |\n\n3 more are not listed here."));
  CHECK(text.ends_with("Next, see what the 103 safe fixes change\\: `mmlint fix a|b --diff`\n"));
}

TEST_CASE("hostile bytes come out harmless in every format, and a long line short") {
  const auto sample = make_sample("hostile");
  for (const Format& format : formats()) {
    const std::string text = format.render(sample->report, sample->sources, sample->settings);
    CHECK(!first_invalid_utf8(text));
    CHECK(text.size() < 10'000);
    for (const char c : text) REQUIRE((static_cast<unsigned char>(c) >= 0x20 || c == '\n'));
  }
}

}  // namespace
}  // namespace mmlint::report
