#include <doctest/doctest.h>

#include "app/files/spare.h"
#include "base/result.h"
#include "unit/project.h"

namespace mmlint {
namespace {

using Strings = std::vector<std::string>;

// Fails as mmlint itself would, on files with one name.
class FailingFiles : public MemoryFileSystem {
 public:
  Result<std::string> read(const std::string& path) const override {
    if (path.ends_with("bad.py")) throw InternalError("planted");
    return MemoryFileSystem::read(path);
  }
};

// Three configs; `bad.py` cannot be read without a failure.
struct Run {
  explicit Run(int jobs) {
    files.add("/p/configs/a.py", "x = 1\n");
    files.add("/p/configs/bad.py", "x = 2\n");
    files.add("/p/configs/heir.py", "_base_ = './bad.py'\n");
    files.add("/p/configs/z.py", "_base_ = './a.py'\ny = 2\n");
    project::Settings settings;
    settings.jobs = jobs;
    workspace = std::make_unique<project::Workspace>(files, sources, settings);
    const app::Spared spared = app::spare_the_others(
        paths, report, [this](const auto& some) { configs = workspace->resolve(some); });
    judged.assign(spared.paths.begin(), spared.paths.end());
  }
  FailingFiles files;
  SourceStore sources;
  std::unique_ptr<project::Workspace> workspace;
  RunReport report;
  const Strings paths{"/p/configs/a.py", "/p/configs/bad.py", "/p/configs/heir.py",
                      "/p/configs/z.py"};
  Strings judged;
  std::vector<const config::Resolved*> configs;
};

TEST_CASE("a failure on one document is reported, and the others go on") {
  for (const int jobs : {1, 4}) {
    const Run run(jobs);
    CHECK(run.judged == Strings{"/p/configs/a.py", "/p/configs/z.py"});
    REQUIRE(run.configs.size() == 2);
    CHECK(run.configs[0]->ok());
    CHECK(run.configs[1]->ok());
    REQUIRE(run.report.internal_errors.size() == 2);
    CHECK(run.report.internal_errors[0].path == "/p/configs/bad.py");
    CHECK(run.report.internal_errors[0].message == "planted");
    CHECK(run.report.internal_errors[1].path == "/p/configs/heir.py");
  }
}

TEST_CASE("without a failure the work is done once, on everything") {
  RunReport report;
  int calls = 0;
  const Strings paths{"a", "b"};
  const app::Spared spared = app::spare_the_others(paths, report, [&](const auto& some) {
    ++calls;
    CHECK(some.size() == 2);
  });
  CHECK(spared.paths.data() == paths.data());
  CHECK(spared.paths.size() == 2);
  CHECK(calls == 1);
  CHECK(report.internal_errors.empty());
}

TEST_CASE("a failure that is no single document's goes on to the end of the program") {
  RunReport report;
  const Strings paths{"a", "b"};
  CHECK_THROWS_AS(app::spare_the_others(paths, report,
                                        [](const auto& some) {
                                          if (some.size() == 2) throw InternalError("together");
                                        }),
                  InternalError);
  CHECK(report.internal_errors.empty());
}

}  // namespace
}  // namespace mmlint
