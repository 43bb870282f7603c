#include "report/folding.h"

namespace mmlint::report {
namespace {

constexpr std::size_t kMostOfRule = 3;  // findings of a rule that are printed
constexpr std::size_t kMostText = 200;  // bytes of source that tell one cause from another

using Findings = std::vector<const Diagnostic*>;

// The findings of one rule that are equally serious.
struct Group {
  Findings findings;
  std::size_t reach = 0;
};

std::vector<Group> groups_of(const RunReport& report) {
  std::map<std::pair<Severity, std::string_view>, std::size_t> index;
  std::vector<Group> groups;
  for (const Diagnostic& finding : report.diagnostics) {
    const auto [at, is_new] = index.try_emplace({finding.severity, finding.code}, groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].findings.push_back(&finding);
    groups[at->second].reach += reach_of(finding);
  }
  std::ranges::stable_sort(groups, [](const Group& a, const Group& b) {
    const Severity one = a.findings.front()->severity;
    const Severity two = b.findings.front()->severity;
    return one != two ? one > two : a.reach > b.reach;
  });
  for (Group& group : groups) {
    std::ranges::stable_sort(group.findings, [](const Diagnostic* a, const Diagnostic* b) {
      return reach_of(*a) > reach_of(*b);
    });
  }
  return groups;
}

// What stands in the source where findings have the same cause.
std::string_view cause_of(const Diagnostic& finding, const SourceStore& sources) {
  return sources.get(finding.primary.file).text(finding.primary).substr(0, kMostText);
}

// Each text once, with the findings that have it, the first of them first.
std::vector<Findings> by_cause(const Findings& findings, const SourceStore& sources) {
  std::map<std::string_view, std::size_t> index;
  std::vector<Findings> out;
  for (const Diagnostic* finding : findings) {
    const auto [at, is_new] = index.try_emplace(cause_of(*finding, sources), out.size());
    if (is_new) out.emplace_back();
    out[at->second].push_back(finding);
  }
  return out;
}

// Some findings of a rule stand for all.
std::vector<Shown> folded(const Findings& findings, const SourceStore& sources) {
  const std::vector<Findings> causes = by_cause(findings, sources);
  std::vector<Shown> out;
  for (const Findings& same : causes) {
    if (out.size() == kMostOfRule) {
      out.back().others += same.size();
      continue;
    }
    out.push_back({.finding = same.front(), .first = findings.front()});
    out.back().like_it.assign(same.begin() + 1, same.end());
  }
  return out;
}

std::vector<Shown> each_one(const Findings& findings) {
  std::vector<Shown> out;
  for (const Diagnostic* finding : findings)
    out.push_back({.finding = finding, .first = findings.front()});
  return out;
}

}  // namespace

std::vector<Shown> fold(const RunReport& report, const SourceStore& sources,
                        const Settings& settings) {
  std::vector<Shown> out;
  for (const Group& group : groups_of(report)) {
    const bool is_line = group.findings.front()->severity < settings.explained;
    if (is_line && !settings.verbose) {
      const Diagnostic* first = group.findings.front();
      out.push_back({.finding = first, .first = first, .is_line = true});
      out.back().like_it.assign(group.findings.begin() + 1, group.findings.end());
      continue;
    }
    const bool is_few = group.findings.size() <= kMostOfRule;
    std::vector<Shown> shown =
        settings.verbose || is_few ? each_one(group.findings) : folded(group.findings, sources);
    std::move(shown.begin(), shown.end(), std::back_inserter(out));
  }
  return out;
}

std::size_t reach_of(const Diagnostic& finding) {
  return std::max<std::size_t>(finding.affects.count, 1);
}

std::vector<const Diagnostic*> by_reach(const std::vector<Diagnostic>& findings) {
  std::vector<const Diagnostic*> out;
  out.reserve(findings.size());
  for (const Diagnostic& finding : findings) out.push_back(&finding);
  std::ranges::stable_sort(out, [](const Diagnostic* a, const Diagnostic* b) {
    return std::pair(a->severity, reach_of(*a)) > std::pair(b->severity, reach_of(*b));
  });
  return out;
}

}  // namespace mmlint::report
