#include "report/report.h"

#include <array>
#include <vector>

#include "base/internal_error.h"
#include "report/formats.h"

namespace mmlint::report {
namespace {

// A format in one row: its name on the command line, and the function that writes it.
struct Entry {
  std::string_view name;
  Format format;
  std::string (*render)(const RunReport&, const SourceStore&, const Settings&);
};

constexpr std::array kFormats = {
    Entry{"text", Format::kText, render_text},
    Entry{"concise", Format::kConcise, render_concise},
    Entry{"json", Format::kJson, render_json},
    Entry{"jsonl", Format::kJsonl, render_jsonl},
    Entry{"github", Format::kGithub, render_github},
};

}  // namespace

std::span<const std::string> format_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const Entry& entry : kFormats) out.emplace_back(entry.name);
    return out;
  }();
  return names;
}

std::optional<Format> parse_format(std::string_view name) {
  for (const Entry& entry : kFormats) {
    if (entry.name == name) return entry.format;
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
