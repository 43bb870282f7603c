#include "check/causes.h"

#include <algorithm>

#include <fmt/format.h>

#include "catalog/on_target.h"

namespace mmlint::check {

using catalog::Captures;
using catalog::Text;

Causes::Causes(const Request& request)
    : request_(request), passed_(request.passed.begin(), request.passed.end()) {}

const std::string& Causes::path_of(Span span) const {
  return request_.workspace.sources().get(span.file).path();
}

const std::string& Causes::text(const Text& text) const {
  return request_.language == Language::kChinese ? text.zh : text.en;
}

std::string Causes::printed(Span span) const {
  return fmt::format("{}:{}", path_of(span), request_.workspace.sources().begin_of(span).line);
}

Finding* Causes::at(const ActiveRule& active, Span span, bool only_known) {
  const auto key = std::make_pair(active.rule->code, span);
  const auto known = findings_.find(key);
  if (known != findings_.end()) return &known->second;
  if (only_known) return nullptr;
  Finding& finding = findings_[key];
  finding.rule = active.rule;
  finding.target = &request_.target;
  finding.diagnostic.code = active.rule->code;
  finding.diagnostic.name = active.rule->name;
  finding.diagnostic.severity = active.severity;
  finding.diagnostic.primary = span;
  return &finding;
}

void Causes::describe(Finding& finding, const Hit& hit) const {
  Diagnostic& d = finding.diagnostic;
  const catalog::Rule& rule = *finding.rule;
  Captures& captures = finding.captures;
  captures = {{"key", hit.key},
              {"value", hit.found.value ? resolve::print(*hit.found.value, 60) : ""},
              {"count", ""}};
  d.key = hit.key;
  d.message = catalog::fill(text(rule.message), captures, request_.target);
  d.why = catalog::fill(text(rule.why), captures, request_.target);
  d.label = catalog::fill(text(rule.label), captures, request_.target);
  for (const catalog::Variant* variant :
       catalog::variants_of(rule, request_.target, literal_of(hit))) {
    std::string why = catalog::fill(text(variant->why), captures, request_.target);
    if (variant->message) {
      d.message = catalog::fill(text(*variant->message), captures, request_.target);
      d.label = catalog::fill(text(variant->label), captures, request_.target);
      d.why = std::move(why);
    } else {
      d.notes.push_back(std::move(why));
    }
  }
}

void Causes::describe(Finding& finding, const resolve::Problem& problem) const {
  Diagnostic& d = finding.diagnostic;
  Captures& captures = finding.captures;
  captures.insert(problem.captures.begin(), problem.captures.end());
  for (std::size_t i = 0; i < problem.places.size() && i < 2; ++i) {
    captures[i == 0 ? "first" : "second"] = printed(problem.places[i].span);
  }
  d.message = catalog::fill(text(finding.rule->message), captures, request_.target);
  d.why = catalog::fill(text(finding.rule->why), captures, request_.target);
  d.label = catalog::fill(text(finding.rule->label), captures, request_.target);
  for (const resolve::Place& p : problem.places) d.labels.push_back({p.span, p.text});
  const auto nearest = problem.captures.find("nearest");
  if (nearest != problem.captures.end() && !nearest->second.empty()) {
    d.notes.push_back(fmt::format("did you mean '{}'?", nearest->second));
  }
}

std::set<std::string> Causes::files() const {
  std::set<std::string> out;
  for (const auto& [cause, finding] : findings_) out.insert(path_of(cause.second));
  return out;
}

void Causes::count(Finding& finding) const {
  Diagnostic& d = finding.diagnostic;
  const std::string& file = path_of(d.primary);
  const bool file_passed = passed_.count(file) != 0;
  std::sort(finding.reaches.begin(), finding.reaches.end(), [](const Reach& a, const Reach& b) {
    return a.view.config->path < b.view.config->path;
  });
  for (const Reach& reach : finding.reaches) {
    const std::string& path = reach.view.config->path;
    const bool was_passed = passed_.count(path) != 0;
    if (!request_.index.has(path) && !was_passed) continue;
    ++d.affects.count;
    if (was_passed) ++d.affects.checked;
    if (path != file) d.affects.examples.push_back(path);
    if (was_passed && d.found_through.empty() && !file_passed) d.found_through = path;
  }
  if (d.affects.count > 1) {
    const char* reach =
        request_.language == Language::kChinese ? "{}影响 {} 个配置" : "{}reaches {} configs";
    d.label =
        fmt::format(fmt::runtime(reach), d.label.empty() ? "" : d.label + ", ", d.affects.count);
  }
}

std::vector<Finding> Causes::finished(Suppressed& suppressed) {
  std::vector<Finding> out;
  for (auto& [cause, finding] : findings_) {
    if (suppressed.is_suppressed(cause.second, cause.first)) continue;
    count(finding);
    out.push_back(std::move(finding));
  }
  findings_.clear();
  return out;
}

void sort_findings(std::vector<Finding>& findings, const SourceStore& sources) {
  std::sort(findings.begin(), findings.end(), [&](const Finding& a, const Finding& b) {
    const std::string& x = sources.get(a.diagnostic.primary.file).path();
    const std::string& y = sources.get(b.diagnostic.primary.file).path();
    return x != y ? x < y : before(a.diagnostic, b.diagnostic);
  });
}

}  // namespace mmlint::check
