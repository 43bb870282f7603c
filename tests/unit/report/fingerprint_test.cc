#include "report/fingerprint.h"

#include <set>

#include <doctest/doctest.h>

namespace mmlint::report {
namespace {

// A run that finds MM401 at each 'SyncBN' of one file.
struct Run {
  explicit Run(std::string text, std::string path = "/repository/configs/a.py") {
    settings.git_root = "/repository";
    report.targets = {"gcu"};
    const Source& source = sources.add(std::move(path), std::move(text));
    for (std::size_t at = source.bytes().find("'SyncBN'"); at != std::string_view::npos;
         at = source.bytes().find("'SyncBN'", at + 1)) {
      Diagnostic& finding = report.diagnostics.emplace_back();
      finding.code = "MM401";
      finding.key = "norm.type";
      finding.primary = {source.id(), static_cast<std::uint32_t>(at),
                         static_cast<std::uint32_t>(at + 8)};
    }
  }
  std::vector<std::string> names() const { return fingerprints(report, sources, settings); }
  // The name of the only finding, which `change` has changed.
  template <typename Change>
  std::string after(Change change) {
    change(*this);
    return names().at(0);
  }

  SourceStore sources;
  RunReport report;
  Settings settings;
};

const std::string kText = "a = 1\nnorm = dict(type='SyncBN')\n";

TEST_CASE("a fingerprint stays when lines move and when the line ends or the machine are others") {
  const std::string name = Run(kText).names().at(0);
  CHECK(name.size() == 32);
  CHECK(name.find_first_not_of("0123456789abcdef") == std::string::npos);
  // CI keeps it from release to release. By hashlib, of the parts with a NUL between them.
  CHECK(name == "eda0b005f9f33fae08af9e76fe0d655a");
  CHECK(Run("# one\n# two\n" + kText).names().at(0) == name);
  CHECK(Run("a = 1\r\nnorm = dict(  type='SyncBN')\r\n").names().at(0) == name);
  Run elsewhere(kText, "/other/clone/configs/a.py");
  elsewhere.settings.git_root = "/other/clone";
  CHECK(elsewhere.names().at(0) == name);
  CHECK(Run(kText).after([](Run& run) { run.settings.display_root = "/repository/configs"; }) ==
        name);
}

TEST_CASE("a fingerprint is another one for another rule, target, file, key or text") {
  const std::set<std::string> names = {
      Run(kText).names().at(0),
      Run(kText, "/repository/configs/b.py").names().at(0),
      Run(kText).after([](Run& run) { run.report.diagnostics[0].code = "MM402"; }),
      Run(kText).after([](Run& run) { run.report.diagnostics[0].key = "norm_cfg.type"; }),
      Run(kText).after([](Run& run) { run.report.diagnostics[0].primary.end -= 1; }),
      Run(kText).after([](Run& run) { run.report.targets = {"cpu"}; }),
      Run(kText).after([](Run& run) {
        run.report.diagnostics[0].targets = {"gcu", "cpu"};
      }),
  };
  CHECK(names.size() == 7);
  // Of several targets only those count on which it was found.
  CHECK(Run(kText).after([](Run& run) {
    run.report.targets = {"gcu", "cpu"};
    run.report.diagnostics[0].targets = {"gcu"};
  }) == Run(kText).names().at(0));
}

TEST_CASE("equal findings are numbered, and the first keeps its name when one is added below") {
  const auto two = Run(kText + kText).names();
  CHECK(two.at(0) == Run(kText).names().at(0));
  CHECK(two.at(0) != two.at(1));
  const auto three = Run(kText + kText + kText).names();
  CHECK(std::vector(three.begin(), three.begin() + 2) == two);
}

TEST_CASE("a place without text is known by its line") {
  const auto empty_at = [](std::uint32_t at) {
    return [at](Run& run) {
      run.report.diagnostics[0].primary.begin = run.report.diagnostics[0].primary.end = at;
    };
  };
  const std::string first = Run(kText).after(empty_at(5));
  CHECK(first != Run(kText).after(empty_at(10)));
  CHECK(first == Run("\n" + kText).after(empty_at(6)));
}

}  // namespace
}  // namespace mmlint::report
