#include "report/report.h"

#include <array>

#include "base/internal_error.h"
#include "report/formats.h"

namespace mmlint::report {
namespace {

struct Entry {
  Format format;
  std::string (*render)(const RunReport&, const SourceStore&, const Settings&);
};

// In step with format_names().
constexpr std::array kFormats = {
    Entry{Format::kText, render_text},     Entry{Format::kConcise, render_concise},
    Entry{Format::kJson, render_json},     Entry{Format::kJsonl, render_jsonl},
    Entry{Format::kGithub, render_github},
};

}  // namespace

std::span<const std::string> format_names() {
  static const std::array<std::string, kFormats.size()> names = {"text", "concise", "json", "jsonl",
                                                                 "github"};
  return names;
}

std::optional<Format> parse_format(std::string_view name) {
  const auto names = format_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return kFormats[i].format;
  }
  return std::nullopt;
}

std::string render(Format format, const RunReport& report, const SourceStore& sources,
                   const Settings& settings) {
  for (const Entry& entry : kFormats) {
    if (entry.format == format) return entry.render(report, sources, settings);
  }
  MM_CHECK(!"a format without a renderer");
  return {};
}

}  // namespace mmlint::report
