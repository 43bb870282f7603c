#include "report/report.h"

#include "report/formats.h"

namespace mmlint::report {

std::span<const Format> formats() {
  static constexpr std::array kFormats = {
      Format{.name = "text", .render = render_text, .is_lines = true},
      Format{.name = "concise", .render = render_concise, .is_lines = true},
      Format{.name = "json", .render = render_json, .has_edits = true, .always_written = true},
      Format{.name = "jsonl", .render = render_jsonl, .has_edits = true, .always_written = true},
      Format{.name = "sarif",
             .render = render_sarif,
             .has_edits = true,
             .has_rule_help = true,
             .always_written = true},
      Format{.name = "github", .render = render_github, .is_lines = true},
      Format{.name = "gitlab", .render = render_gitlab},
      Format{.name = "junit", .render = render_junit, .always_written = true},
      Format{.name = "markdown", .render = render_markdown, .always_written = true},
  };
  return kFormats;
}

const Format* find_format(std::string_view name) {
  const auto found = std::ranges::find(formats(), name, &Format::name);
  return found == formats().end() ? nullptr : &*found;
}

}  // namespace mmlint::report
