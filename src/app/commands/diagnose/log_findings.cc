#include "app/commands/diagnose/log_findings.h"

#include "check/findings/failures.h"
#include "fix/fixer.h"

namespace mmlint::app {
namespace {

using catalog::Verdict;
using logs::Diagnosis;

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return is_in(text, list);
}

// The command that mends a finding.
std::string fix_command(const Diagnostic& finding, const std::string& path) {
  if (!finding.fix || finding.fix->safety == Safety::kDisplay) return {};
  return fmt::format("mmlint fix {}{}", finding.fix->safety == Safety::kUnsafe ? "--unsafe " : "",
                     path);
}

// Later stages of the same run, of the files that were judged.
std::vector<std::string> later(const std::vector<Failure>& failures,
                               const std::vector<std::string>& codes) {
  std::vector<std::string> out;
  bool behind = false;
  for (const Failure& failure : failures) {
    const bool here =
        std::ranges::any_of(failure.codes, [&](const auto& code) { return contains(codes, code); });
    if (behind && !here && !failure.errors.empty()) {
      out.push_back(fmt::format("{}: {}", fmt::join(failure.codes, ", "), failure.errors.front()));
    }
    behind |= here;
  }
  return out;
}

// Returns true if two paths are of one file: where the log was written, the project may have lain
// in another folder.
bool same_file(std::string_view a, std::string_view b) {
  if (a.size() < b.size()) std::swap(a, b);
  while (b.starts_with("./")) b.remove_prefix(2);
  return a.ends_with(b) && (a.size() == b.size() || a[a.size() - b.size() - 1] == '/');
}

// How a finding fits a diagnosis; the lower, the better.
enum class Fit { kAtCall, kAtOtherCall, kByRule, kNot };

class Narrowing {
 public:
  Narrowing(Diagnosis& diagnosis, const JudgedFiles& judged, const SourceStore& sources,
            const std::string& current_folder)
      : diagnosis_(diagnosis),
        judged_(judged),
        sources_(sources),
        current_folder_(current_folder) {}

  // See narrow().
  bool narrow() {
    const Diagnostic* best = nullptr;
    for (const check::Finding& each : judged_.findings) {
      if (fit(each.diagnostic) == Fit::kNot) continue;
      if (best == nullptr || is_better(each.diagnostic, *best)) best = &each.diagnostic;
    }
    if (best == nullptr) return false;
    std::set<std::string> codes;
    for (const check::Finding& each : judged_.findings) {
      const Diagnostic& finding = each.diagnostic;
      if (fit(finding) == fit(*best) && finding.severity == best->severity)
        codes.insert(finding.code);
    }
    diagnosis_.rules.assign(codes.begin(), codes.end());
    diagnosis_.verdict = Verdict::kFault;
    show(*best);
    return true;
  }

 private:
  // Which line of the traceback it stands at, the innermost being 0; nullopt for none.
  std::optional<std::size_t> call(const Diagnostic& finding) const {
    const std::string& path = sources_.get(finding.primary.file).path();
    const std::uint32_t first = sources_.begin_of(finding.primary).line;
    const std::uint32_t last = sources_.end_of(finding.primary).line;
    for (std::size_t i = 0; i < diagnosis_.calls.size(); ++i) {
      const logs::Place& call = diagnosis_.calls[i];
      if (call.line >= first && call.line <= last && related(path, call.path)) return i;
    }
    return std::nullopt;
  }

  // The log may name the file by a path of another machine: the names and folders at the end count.
  static bool related(std::string_view path, std::string_view logged) {
    if (same_file(path, logged)) return true;
    const std::string own = parent_folder(std::string(path));
    const std::string other = parent_folder(std::string(logged));
    return file_name(path) == file_name(logged) && file_name(own) == file_name(other);
  }

  Fit fit(const Diagnostic& finding) const {
    const bool named = contains(diagnosis_.rules, finding.code);
    if (finding.severity != Severity::kInfo) {
      const bool open = diagnosis_.verdict == Verdict::kUnknown ||
                        (diagnosis_.verdict == Verdict::kKnown && diagnosis_.rules.empty());
      if (call(finding) && (named || open)) return named ? Fit::kAtCall : Fit::kAtOtherCall;
    }
    // Rules of what is no fault by itself are possible ones; what they find for sure decides.
    const bool decides =
        diagnosis_.verdict == Verdict::kFault || finding.severity != Severity::kInfo;
    return named && decides ? Fit::kByRule : Fit::kNot;
  }

  bool is_better(const Diagnostic& a, const Diagnostic& b) const {
    if (fit(a) != fit(b)) return fit(a) < fit(b);
    const auto inner = [&](const Diagnostic& each) { return call(each).value_or(~0U); };
    if (inner(a) != inner(b)) return inner(a) < inner(b);
    return a.severity > b.severity;
  }

  void show(const Diagnostic& finding) {
    diagnosis_.place = place_of(finding.primary, sources_, current_folder_);
    diagnosis_.fix = fix_command(finding, diagnosis_.place->path);
    if (auto next = later(judged_.failures, diagnosis_.rules); !next.empty())
      diagnosis_.next = std::move(next);
    if (diagnosis_.meaning.empty()) diagnosis_.meaning = finding.message;
  }

  Diagnosis& diagnosis_;
  const JudgedFiles& judged_;
  const SourceStore& sources_;
  const std::string& current_folder_;
};

}  // namespace

JudgedFiles judge_files(const check::Request& request) {
  JudgedFiles out;
  std::vector<std::string> open;
  out.findings = check::run_check(request, &open);
  const fix::Options fixing{true, fix::Where::kAuto, [](const std::string&) { return true; }};
  fix::describe_fixes(out.findings, request, fixing, false);
  out.failures = check::failures(out.findings, request);
  return out;
}

bool narrow(Diagnosis& diagnosis, const JudgedFiles& judged, const SourceStore& sources,
            const std::string& current_folder) {
  return Narrowing(diagnosis, judged, sources, current_folder).narrow();
}

logs::Place place_of(const Span& span, const SourceStore& sources,
                     const std::string& current_folder) {
  const Source& source = sources.get(span.file);
  const std::uint32_t line = sources.begin_of(span).line;
  return {relative_path(source.path(), current_folder), line,
          source.is_secret() ? "" : std::string(source.lines().line_text(line))};
}

}  // namespace mmlint::app
