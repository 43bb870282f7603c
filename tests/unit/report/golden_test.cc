#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "unit/report/sample_report.h"

namespace mmlint::report {
namespace {

// A release changes the version of the tool, and nothing else.
std::string without_version(std::string text) {
  const std::string_view version = "\"version\": \"" MMLINT_VERSION "\"";
  const std::size_t at = text.find(version);
  return at == std::string::npos ? text : text.replace(at, version.size(), "\"version\": \"...\"");
}

// Compares with fixtures/report/<name>.txt; with MMLINT_UPDATE=1 in the environment writes it.
void check_golden(const std::string& name, const std::string& output) {
  const std::string path = std::string(MMLINT_SOURCE "/fixtures/report/") + name + ".txt";
  const char* update = std::getenv("MMLINT_UPDATE");
  if (update != nullptr && std::string(update) == "1") {
    std::ofstream(path, std::ios::binary) << output;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file.good(), path << " is missing; MMLINT_UPDATE=1 writes it");
  const std::string expected((std::istreambuf_iterator<char>(file)), {});
  CHECK_MESSAGE(output == expected, name << " differs:\n" << output);
}

TEST_CASE("every sample in every format") {
  for (const std::string& name : sample_names()) {
    const auto sample = make_sample(name);
    for (const Format& format : formats()) {
      check_golden(
          fmt::format("{}.{}", name, format.name),
          without_version(format.render(sample->report, sample->sources, sample->settings)));
    }
  }
}

TEST_CASE("colour, timing, Chinese and statistics") {
  const auto sample = make_sample("check");
  sample->settings.color = true;
  sample->settings.timing = true;
  check_golden("color.text",
               find_format("text")->render(sample->report, sample->sources, sample->settings));
  sample->settings.color = false;
  sample->settings.language = Language::kChinese;
  check_golden("chinese.text",
               find_format("text")->render(sample->report, sample->sources, sample->settings));
  sample->settings.arguments = "configs";
  check_golden("chinese.markdown",
               find_format("markdown")->render(sample->report, sample->sources, sample->settings));
  sample->settings.arguments = "";
  sample->settings.language = Language::kEnglish;
  sample->settings.statistics = true;
  check_golden("statistics.text",
               find_format("text")->render(sample->report, sample->sources, sample->settings));
}

}  // namespace
}  // namespace mmlint::report
