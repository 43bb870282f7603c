#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "report/next_step.h"

namespace mmlint::report {
namespace {

RunReport found(Severity severity, std::optional<Safety> safety) {
  RunReport out;
  Diagnostic finding;
  finding.code = "MM123";
  finding.severity = severity;
  if (safety) finding.fix = Fix{"", *safety, "", {}, {}};
  out.diagnostics.push_back(std::move(finding));
  return out;
}

TEST_CASE("what to run next") {
  Settings settings;
  settings.arguments = "configs --target npu";
  CHECK(next_step({}, settings).empty());
  CHECK(next_step(found(Severity::kError, Safety::kSafe), settings) ==
        "Next, see what the safe fix changes: mmlint fix configs --target npu --diff\n");
  CHECK(next_step(found(Severity::kError, Safety::kUnsafe), settings) ==
        "Next, see the fix that needs your judgement: "
        "mmlint fix configs --target npu --unsafe --diff\n");
  CHECK(next_step(found(Severity::kError, Safety::kDisplay), settings) ==
        "Next, read what to do about it: mmlint rules MM123\n");
  CHECK(next_step(found(Severity::kInfo, {}), settings) ==
        "Next, if you want to know why: mmlint check configs --target npu --verbose\n");
  settings.verbose = true;
  CHECK(next_step(found(Severity::kInfo, {}), settings) ==
        "Next, read what to do about it: mmlint rules MM123\n");
  settings.arguments.clear();
  CHECK(next_step(found(Severity::kError, Safety::kSafe), settings).empty());
}

TEST_CASE("behind a diff stands the command that writes it") {
  RunReport report = found(Severity::kError, Safety::kUnsafe);
  report.is_fix = true;
  report.changes.push_back({"/p/a.py", "a", "b"});
  Settings settings{.dry_run = true};
  settings.arguments = "configs";
  CHECK(next_step(report, settings) == "Next, write it: mmlint fix configs\n");
  settings.fixes_unsafe = true;
  CHECK(next_step(report, settings) == "Next, write it: mmlint fix configs --unsafe\n");
}

}  // namespace
}  // namespace mmlint::report
