#include "report/report.h"

#include <array>
#include <vector>

#include "base/result.h"
#include "report/formats.h"

namespace mmlint::report {
namespace {

// A format in one row: its name on the command line, the function that writes it, and what
// has_edits() and always_written() say of it.
struct Entry {
  std::string_view name;
  Format format;
  std::string (*render)(const RunReport&, const SourceStore&, const Settings&);
  bool has_edits = false;
  bool always_written = false;
};

constexpr std::array kFormats = {
    Entry{"text", Format::kText, render_text},
    Entry{"concise", Format::kConcise, render_concise},
    Entry{"json", Format::kJson, render_json, true, true},
    Entry{"jsonl", Format::kJsonl, render_jsonl, true, true},
    Entry{"sarif", Format::kSarif, render_sarif, true, true},
    Entry{"github", Format::kGithub, render_github},
    Entry{"gitlab", Format::kGitlab, render_gitlab},
    Entry{"junit", Format::kJunit, render_junit, false, true},
    Entry{"markdown", Format::kMarkdown, render_markdown, false, true},
};

const Entry& entry_of(Format format) {
  for (const Entry& entry : kFormats) {
    if (entry.format == format) return entry;
  }
  MM_CHECK(!"a format without a renderer");
  return kFormats.front();
}

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
  return entry_of(format).render(report, sources, settings);
}

bool has_edits(Format format) {
  return entry_of(format).has_edits;
}

bool has_rule_help(Format format) {
  return format == Format::kSarif;
}

bool always_written(Format format) {
  return entry_of(format).always_written;
}

}  // namespace mmlint::report
