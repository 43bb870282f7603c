#include "report/counts.h"

#include "report/formats.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
namespace {

// Knows which findings can be repaired by another run, and how.
class Fixable {
 public:
  explicit Fixable(const RunReport& report) {
    for (const RefusedFix& refused : report.refused) {
      refused_.emplace(refused.code, refused.primary);
    }
  }

  bool by(Safety safety, const Diagnostic& finding) const {
    return finding.fix && finding.fix->safety == safety &&
           !refused_.contains({finding.code, finding.primary});
  }

 private:
  std::set<std::pair<std::string, Span>> refused_;
};

}  // namespace

Counts count_findings(const RunReport& report) {
  const Fixable fixable(report);
  Counts counts;
  for (const Diagnostic& finding : report.diagnostics) {
    counts.errors += finding.severity == Severity::kError;
    counts.warnings += finding.severity == Severity::kWarning;
    counts.infos += finding.severity == Severity::kInfo;
    counts.safe += fixable.by(Safety::kSafe, finding);
    counts.unsafe += fixable.by(Safety::kUnsafe, finding);
  }
  return counts;
}

std::vector<RuleCount> count_rules(const RunReport& report) {
  const Fixable fixable(report);
  std::map<std::string, RuleCount> by_code;
  for (const Diagnostic& finding : report.diagnostics) {
    RuleCount& rule = by_code[finding.code];
    rule.code = finding.code;
    rule.name = finding.name;
    ++rule.count;
    rule.safe += fixable.by(Safety::kSafe, finding);
    rule.unsafe += fixable.by(Safety::kUnsafe, finding);
  }
  std::vector<RuleCount> rules;
  for (auto& [code, rule] : by_code) rules.push_back(std::move(rule));
  std::ranges::stable_sort(
      rules, [](const RuleCount& a, const RuleCount& b) { return a.count > b.count; });
  return rules;
}

std::vector<SkipCount> count_skipped(const RunReport& report) {
  std::vector<SkipCount> counts;
  std::map<std::string, std::size_t> index;
  for (const Skipped& skipped : report.skipped) {
    const auto [at, is_new] = index.emplace(skipped.reason, counts.size());
    if (is_new) counts.push_back(SkipCount{skipped.reason, 0, skipped.path});
    ++counts[at->second].count;
  }
  return counts;
}

std::string render_statistics(const RunReport& report, Language language) {
  const Words& w = words(language);
  const auto rules = count_rules(report);
  std::size_t code_width = 0;
  std::size_t name_width = 0;
  for (const RuleCount& rule : rules) {
    code_width = std::max(code_width, rule.code.size());
    name_width = std::max(name_width, rule.name.size());
  }
  const std::size_t count_width = rules.empty() ? 0 : std::to_string(rules.front().count).size();
  std::string out;
  for (const RuleCount& rule : rules) {
    std::string fixes;
    if (rule.safe > 0) fixes = say(w.fixable, rule.safe);
    if (rule.unsafe > 0) {
      if (!fixes.empty()) fixes += w.comma;
      fixes += say(w.fixable_unsafe, rule.unsafe);
    }
    std::string line = fmt::format("{:>{}}  {:<{}}  {:<{}}  {}", rule.count, count_width, rule.code,
                                   code_width, rule.name, name_width, fixes);
    line.erase(line.find_last_not_of(' ') + 1);
    out += printable(line) + "\n";
  }
  return out;
}

}  // namespace mmlint::report
