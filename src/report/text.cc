#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "report/formats.h"
#include "report/frame.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
namespace {

constexpr std::size_t kExamples = 2;  // configs named behind "also"

Style style_of(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return Style::kError;
    case Severity::kWarning:
      return Style::kWarning;
    case Severity::kInfo:
      break;
  }
  return Style::kInfo;
}

// Writes one finding in the manner of rustc:
//
//     error[MM101]: message
//       --> path:12:27
//        |
//     12 | source line
//        |    ^^^^ label
//        = why: ...
class FindingText {
 public:
  FindingText(const Diagnostic& finding, const SourceStore& sources, const Settings& settings)
      : finding_(finding),
        settings_(settings),
        words_(words(settings.language)),
        paint_(settings.color),
        frame_(sources, settings) {}

  std::string render() {
    const Style style = style_of(finding_.severity);
    const char* severity = words_.severity_of(finding_.severity);
    const std::string head = fmt::format("{}[{}]", severity, printable(finding_.code));
    out_ += paint_(style, head) +
            paint_(Style::kStrong, words_.colon + printable(finding_.message)) + "\n";
    frame_.add(finding_.primary, '^', style, primary_label());
    for (const Label& label : finding_.labels)
      frame_.add(label.span, '-', Style::kFrame, label.text);
    out_ += frame_.lines();
    append_items();
    return std::move(out_);
  }

 private:
  std::string primary_label() const {
    if (!finding_.label.empty() || finding_.affects.count < 2) return finding_.label;
    return say(words_.set_here, finding_.affects.count);
  }

  void append_item(std::string_view name, std::string_view text, Style style = Style::kStrong) {
    out_ += frame_.item(name, text, style);
  }

  void append_items() {
    if (!finding_.targets.empty())
      append_item(words_.on, fmt::format("{}", fmt::join(finding_.targets, words_.comma)));
    if (!finding_.why.empty()) append_item(words_.why, finding_.why);
    for (const std::string& note : finding_.notes) append_item(words_.note, note);
    if (!finding_.found_through.empty()) {
      append_item(words_.found_through, shown_path(finding_.found_through, settings_));
    }
    if (!finding_.affects.examples.empty()) append_item(words_.also, also());
    if (finding_.fix) append_fix(*finding_.fix);
  }

  std::string also() const {
    const Affects& affects = finding_.affects;
    const std::size_t shown = std::min(kExamples, affects.examples.size());
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
      text += (i > 0 ? words_.comma : "") + shown_path(affects.examples[i], settings_);
    }
    // The file of the finding may be one of the configs that count, but is never an example: a list
    // that lacks one config at most is complete.
    const bool is_complete = affects.examples.size() + 1 >= affects.count;
    const std::size_t all = is_complete ? affects.examples.size() : affects.count;
    if (all > shown) text += say(words_.more, all - shown);
    return text;
  }

  void append_fix(const Fix& fix) {
    std::string grade =
        fix.safety == Safety::kDisplay ? words_.display_only : words_.safety_of(fix.safety);
    std::string_view why = fix.why_not_safe;
    if (why.ends_with(words_.stop)) why.remove_suffix(std::string_view(words_.stop).size());
    if (fix.safety != Safety::kSafe && !why.empty()) {
      grade += say(words_.because, printable(why));
    }
    append_item(say(words_.fix, grade), fix.title, Style::kGood);
  }

  const Diagnostic& finding_;
  const Settings& settings_;
  const Words& words_;
  Paint paint_;
  Frame frame_;
  std::string out_;
};

}  // namespace

std::string render_findings(const RunReport& report, const SourceStore& sources,
                            const Settings& settings) {
  std::string out;
  for (const Diagnostic& finding : report.diagnostics) {
    out += FindingText(finding, sources, settings).render() + "\n";
  }
  return out;
}

std::string render_text(const RunReport& report, const SourceStore& sources,
                        const Settings& settings) {
  return (settings.statistics ? render_statistics(report, settings.language)
                              : render_findings(report, sources, settings)) +
         render_summary(report, sources, settings);
}

}  // namespace mmlint::report
