

#include "base/text.h"
#include "base/algorithms.h"
#include "report/folding.h"
#include "report/formats.h"
#include "report/frame.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
namespace {

constexpr std::size_t kExamples = 2;  // configs named behind "also"
constexpr std::size_t kIndent = 4;    // of a message that goes on

Style style_of(Severity severity) {
  static constexpr std::array kStyles = {Style::kInfo, Style::kWarning, Style::kError};
  return kStyles.at(static_cast<std::size_t>(severity));
}

class FindingText {
 public:
  FindingText(const Shown& shown, const SourceStore& sources, const Settings& settings)
      : shown_(shown),
        finding_(*shown.finding),
        sources_(sources),
        settings_(settings),
        words_(words(settings.language)),
        paint_(settings.color),
        frame_(sources, settings) {}

  std::string render() {
    if (shown_.is_line) return headed(printable(finding_.message) + places());
    out_ = headed(printable(finding_.message));
    frame_.add(finding_.primary, '^', style_of(finding_.severity), primary_label());
    for (const Label& label : finding_.labels)
      frame_.add(label.span, '-', Style::kFrame, label.text);
    out_ += frame_.lines();
    append_items();
    return std::move(out_);
  }

 private:
  // "error[MM101]: text", over as many lines as it takes.
  std::string headed(std::string_view text) const {
    const std::string head =
        fmt::format("{}[{}]", words_.severity_of(finding_.severity), printable(finding_.code));
    const std::size_t used = display_width(head) + display_width(words_.colon);
    return paint_(style_of(finding_.severity), head) +
           paint_(Style::kStrong, words_.colon + wrapped(text, settings_.columns, used, kIndent)) +
           "\n";
  }

  // " (a.py:3:1, and 7 more places)"
  std::string places() const {
    const std::string first = shown_place(finding_.primary, sources_, settings_);
    return say(words_.in_brackets,
               shown_.like_it.empty() ? first : first + words_.and_more + like_it());
  }

  // "7 more files" if each has one, "7 more places" if all are in this file, else "7 more places in
  // 3 files".
  std::string like_it() const {
    std::set<FileId> files{finding_.primary.file};
    for (const Diagnostic* each : shown_.like_it) files.insert(each->primary.file);
    const std::size_t count = shown_.like_it.size();
    if (files.size() == count + 1) return counted(count, words_.more_files);
    const std::string places = counted(count, words_.more_places);
    return files.size() == 1 ? places
                             : say(words_.in_files, places, counted(files.size(), words_.files));
  }

  bool is_first() const { return shown_.first == shown_.finding; }
  // The first finding of the rule has this note as well.
  bool is_said(const std::string& note) const {
    const auto& notes = shown_.first->notes;
    return is_in(note, notes);
  }

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
    if (is_first() && !finding_.why.empty()) append_item(words_.why, finding_.why);
    for (const std::string& note : finding_.notes) {
      if (is_first() || !is_said(note)) append_item(words_.note, note);
    }
    if (!finding_.found_through.empty()) {
      append_item(words_.found_through, shown_path(finding_.found_through, settings_));
    }
    if (!finding_.affects.examples.empty()) append_item(words_.also, also());
    if (finding_.fix) append_fix(*finding_.fix);
    if (!shown_.like_it.empty()) append_item(words_.and_item, say(words_.verbose, like_it()));
    if (shown_.others > 0) {
      append_item(words_.and_item,
                  say(words_.verbose, counted(shown_.others, words_.more_of_rule)));
    }
  }

  std::string also() const {
    const Affects& affects = finding_.affects;
    const std::size_t shown = std::min(kExamples, affects.examples.size());
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
      text += (i > 0 ? words_.comma : "") +
              shown_path(sources_.get(affects.examples[i]).path(), settings_);
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
    if (fix.safety != Safety::kSafe && !why.empty() && is_first()) {
      grade += say(words_.because, printable(why));
    }
    append_item(say(words_.fix, grade), fix.title, Style::kGood);
  }

  const Shown& shown_;
  const Diagnostic& finding_;
  const SourceStore& sources_;
  const Settings& settings_;
  const Words& words_;
  Paint paint_;
  Frame frame_;
  std::string out_;
};

// Returns one finding of the text format, in the manner of rustc, ending with a line feed:
//
//     error[MM101]: message
//       --> path:12:27
//        |
//     12 | source line
//        |    ^^^^ label
//        = why: ...
// One that is not the first of its rule says only what is its own; one that `is_line` is one line.
std::string finding_text(const Shown& shown, const SourceStore& sources, const Settings& settings) {
  return FindingText(shown, sources, settings).render();
}

// "path:12:27: ", in front of which nothing stands. CI would take a line that begins with two
// colons for a command of its own.
std::string placed(const Diagnostic& finding, const SourceStore& sources,
                   const Settings& settings) {
  const std::string place = shown_place(finding.primary, sources, settings);
  return fmt::format("{}{}: ", place.starts_with("::") ? "./" : "", place);
}

}  // namespace

std::string render_findings(const RunReport& report, const SourceStore& sources,
                            const Settings& settings) {
  std::string out;
  bool after_line = false;  // lines stand together
  for (const Shown& shown : fold(report, sources, settings)) {
    if (!out.empty() && !(after_line && shown.is_line)) out += "\n";
    out += finding_text(shown, sources, settings);
    after_line = shown.is_line;
  }
  return out.empty() ? out : out + "\n";
}

std::string render_text(const RunReport& report, const SourceStore& sources,
                        const Settings& settings) {
  return (settings.statistics ? render_statistics(report, settings.language)
                              : render_findings(report, sources, settings)) +
         render_summary(report, sources, settings);
}

// One line per finding, so that editors can read it, and the summary behind them. "[*]" marks a
// safe fix, as in ruff. `fix` has a line for each change as well.
std::string render_concise(const RunReport& report, const SourceStore& sources,
                           const Settings& settings) {
  const Words& word = words(settings.language);
  if (settings.statistics) return render_statistics(report, settings.language);
  std::string out;
  for (const Diagnostic& done : report.fixed) {
    out += placed(done, sources, settings) +
           say(word.fixed_line, printable(done.code), printable(done.fix->title)) + "\n";
  }
  for (const Diagnostic& finding : report.diagnostics) {
    const bool is_fixable = finding.fix && finding.fix->safety == Safety::kSafe;
    out += placed(finding, sources, settings) +
           fmt::format("{} {} {}{}", to_string(finding.severity), printable(finding.code),
                       is_fixable ? "[*] " : "", printable(finding.message));
    if (!finding.found_through.empty()) {
      const std::string leaf = printable(shown_path(finding.found_through, settings));
      out += say(word.in_brackets, word.found_through + std::string(" ") + leaf);
    }
    out += "\n";
  }
  return out + render_summary(report, sources, settings);
}

}  // namespace mmlint::report
