#include <doctest/doctest.h>

#include <string>

#include "catalog/literal.h"
#include "unit/catalog/toy_files.h"

using namespace mmlint;
using namespace mmlint::catalog;

namespace {

Catalog catalog_of(const Version& version) {
  Result<Catalog> loaded = Catalog::load({}, version);
  REQUIRE(loaded);
  return std::move(*loaded);
}

// A fact as texts print it.
std::string fact(const char* target, const char* path, const Version& version) {
  const Catalog catalog = catalog_of(version);
  return *printed(*catalog.target(target)->fact(path));
}

const std::string kHistory = R"("history": [
    {"before": "0.8.0", "facts": {"amp.works": true}, "source": "there"},
    {"before": "0.7.0", "facts": {"backends.default": "mpi"}, "severity": {"MM102": "info"}, "source": "there"}
  ],
  "sources": {)";

std::string toy_with_history() {
  return with(toy_target(), R"("sources": {)", kHistory);
}

std::string error_with(std::string_view from, std::string_view to) {
  const std::string error = target_error(with(toy_with_history(), from, to));
  return error.substr(std::min(error.size(), error.find(": ") + 2));
}

}  // namespace

TEST_CASE("versions") {
  CHECK(parse_version("0.7.3") == Version{0, 7, 3});
  CHECK(parse_version("v0.10.7") == Version{0, 10, 7});
  CHECK(parse_version("0.8") == Version{0, 8, 0});
  CHECK(parse_version("1") == Version{1, 0, 0});
  CHECK(parse_version("0.8.0rc4") == Version{0, 8, 0});
  CHECK(parse_version("0.8.0.post1") == Version{0, 8, 0});
  CHECK(parse_version("0.8.0.dev2+cpu") == Version{0, 8, 0});
  for (const char* wrong : {"", "v", "latest", "0.", "0..1", "0.7.3.4", "0.7x", "0.7.3 ", "-1",
                            "0.7.9999999", "0.8.0rc", "0.8.0+"}) {
    CAPTURE(wrong);
    CHECK(!parse_version(wrong));
  }
}

TEST_CASE("an earlier MMEngine takes back what came later") {
  const Catalog::File file{kTargetPath, toy_with_history()};
  const auto at = [&](const Version& version) {
    Result<Catalog> loaded = Catalog::load({&file, 1}, version);
    REQUIRE(loaded);
    const Target& toy = *loaded->target("toy");
    return *printed(*toy.fact("amp.works")) + " " + *printed(*toy.fact("backends.default")) + " " +
           std::to_string(toy.severities.size());
  };
  CHECK(at({0, 10, 7}) == "False gloo 1");
  CHECK(at({0, 8, 0}) == "False gloo 1");
  CHECK(at({0, 7, 4}) == "True gloo 1");
  CHECK(at({0, 7, 0}) == "True gloo 1");
  CHECK(at({0, 6, 0}) == "True mpi 2");
}

TEST_CASE("a history is read strictly") {
  CHECK(target_error(toy_with_history()) == "");
  CHECK(error_with("\"0.7.0\"", "\"0.8.0\"") ==
        "/history/1/before: must be older than the one above it");
  CHECK(error_with("\"0.7.0\"", "\"0.7\"") ==
        "/history/1/before: '0.7' is no version of MMEngine, such as 0.10.7");
  CHECK(error_with("\"0.8.0\"", "\"9.0.0\"") ==
        "/history/0/before: must be newer than 0.1.0 and not newer than 0.10.7");
  CHECK(error_with("{\"amp.works\": true}", "{\"amp.worx\": true}") ==
        "/history/0/facts/amp.worx: there is no fact 'amp.worx'");
  CHECK(error_with("{\"amp.works\": true}", "{\"amp.works\": \"yes\"}") ==
        "/history/0/facts/amp.works: must be of the type that fact 'amp.works' has now");
  CHECK(error_with("{\"amp.works\": true}", "{\"amp\": {\"works\": true}}") ==
        "/history/0/facts/amp: must be of the type that fact 'amp' has now");
  CHECK(error_with("{\"MM102\": \"info\"}", "{\"MM999\": \"info\"}")
            .starts_with("/history/1/severity: there is no rule 'MM999'"));
  CHECK(error_with("\"severity\": {\"MM102\"", "\"severities\": {\"MM102\"")
            .starts_with("/history/1: unknown key 'severities'"));
  CHECK(error_with("{\"amp.works\": true}, \"source\": \"there\"", "{\"amp.works\": true}") ==
        "/history/0: key 'source' is missing");
}

// The history table of MMEngine, row by row: the last release before a change, and the first with
// it.
TEST_CASE("facts by release") {
  struct Row {
    const char* target;
    const char* path;
    Version before, since;
    const char* old_fact;
    const char* new_fact;
  };
  const Row rows[] = {
      {"npu", "mmengine_device", {0, 2, 0}, {0, 3, 0}, "cpu", "npu"},
      {"npu", "cuda_set_device.fatal", {0, 2, 0}, {0, 3, 0}, "True", "False"},
      {"npu", "device_ids.harmful", {0, 2, 0}, {0, 3, 0}, "True", "False"},
      {"npu", "launchers.without_branch", {0, 2, 0}, {0, 3, 0}, "", "slurm, mpi"},
      {"npu", "hooks.npu_profiler", {0, 5, 0}, {0, 6, 0}, "False", "True"},
      {"npu", "cuda_set_device.divides", {0, 7, 2}, {0, 7, 3}, "True", "False"},
      {"npu", "launchers.set_device_by", {0, 10, 1}, {0, 10, 2}, "rank", "local_rank"},
      {"mlu", "amp.works", {0, 7, 2}, {0, 7, 3}, "False", "True"},
      {"mlu", "launchers.set_device_by", {0, 8, 2}, {0, 8, 3}, "rank", "local_rank"},
      {"mlu", "launchers.without_branch", {0, 9, 0}, {0, 9, 1}, "slurm, mpi", "mpi"},
      {"musa", "mmengine_device", {0, 10, 2}, {0, 10, 3}, "cpu", "musa"},
      {"musa", "backends.honoured", {0, 10, 2}, {0, 10, 3}, "True", "False"},
      {"musa", "amp.works", {0, 10, 2}, {0, 10, 3}, "False", "True"},
      {"musa", "hooks.empty_cache", {0, 10, 2}, {0, 10, 3}, "False", "True"},
      {"musa", "launchers.set_device_by", {0, 10, 2}, {0, 10, 3}, "local_rank", "rank"},
      {"gcu", "cuda_set_device.divides", {0, 7, 2}, {0, 7, 3}, "True", "False"},
      {"cuda",
       "launchers.set_device_by",
       {0, 7, 2},
       {0, 7, 3},
       "rank % device_count",
       "local_rank"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.target);
    CAPTURE(row.path);
    CHECK(fact(row.target, row.path, row.before) == row.old_fact);
    CHECK(fact(row.target, row.path, row.since) == row.new_fact);
    CHECK(fact(row.target, row.path, kNewestVersion) == row.new_fact);
  }
}
