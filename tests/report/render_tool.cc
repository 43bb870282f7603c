// What the Python suites call:
//   render_tool render SAMPLE FORMAT   the sample in that format
//   render_tool places SAMPLE          JSON: path, bytes of the file and of the span, per finding
//   render_tool diff ROOT              a diff of the file changes on stdin: a JSON array of objects
//                                      with path, before, after (hexadecimal) and created
#include <cstdint>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "unit/report/sample_report.h"

namespace {

using nlohmann::json;

std::string to_hex(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return out;
}

std::string from_hex(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    out += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
  }
  return out;
}

std::string render_places(const mmlint::report::Sample& sample) {
  json places = json::array();
  for (const mmlint::Diagnostic& finding : sample.report.diagnostics) {
    const mmlint::Source& source = sample.sources.get(finding.primary.file);
    places.push_back(
        json{{"file", to_hex(source.bytes())}, {"text", to_hex(source.text(finding.primary))}});
  }
  return places.dump();
}

std::string render_changes(const std::string& root) {
  const std::string input((std::istreambuf_iterator<char>(std::cin)), {});
  std::vector<mmlint::FileChange> changes;
  for (const json& item : json::parse(input)) {
    changes.push_back(mmlint::FileChange{mmlint::join_path(root, from_hex(item.at("path"))),
                                         from_hex(item.at("before")), from_hex(item.at("after")),
                                         item.at("created")});
  }
  return mmlint::report::render_diff(changes, root);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "diff") {
    std::cout << render_changes(words[1]);
    return 0;
  }
  const auto sample = words.size() > 1 ? mmlint::report::make_sample(words[1]) : nullptr;
  if (sample && words.size() == 2 && words[0] == "places") {
    std::cout << render_places(*sample);
    return 0;
  }
  if (sample && words.size() == 3 && words[0] == "render") {
    if (const auto* format = mmlint::report::find_format(words[2])) {
      std::cout << format->render(sample->report, sample->sources, sample->settings);
      return 0;
    }
  }
  std::cerr << "usage: render_tool render SAMPLE FORMAT | places SAMPLE | diff ROOT\n";
  return 2;
}
