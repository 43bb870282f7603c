#include "check/check.h"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "base/internal_error.h"
#include "check/suppressions.h"

namespace mmlint::check {

using catalog::At;
using catalog::Captures;
using catalog::Catalog;
using catalog::Text;
using resolve::Resolved;

namespace {

struct ActiveRule {
  const catalog::Rule* rule;
  Severity severity;
  std::unique_ptr<Matcher> matcher;
};

// Findings by what makes them one: the rule and the place.
using Causes = std::map<std::pair<std::string, Span>, Finding>;

class Run {
 public:
  explicit Run(const Request& request) : request_(request) {
    for (const Catalog::Active& active : request.rules) {
      rules_.push_back(
          {active.rule, active.severity, std::make_unique<Matcher>(*active.rule, request.target)});
    }
    passed_.insert(request.passed.begin(), request.passed.end());
  }

  std::vector<Finding> findings() {
    judge(request_.passed, false);
    std::set<std::string> files;
    for (const auto& [cause, finding] : causes_) files.insert(path_of(cause.second));
    std::vector<std::string> others;
    for (const std::string& path : request_.index.reach(files)) {
      if (passed_.count(path) == 0) others.push_back(path);
    }
    judge(others, true);
    std::vector<Finding> out;
    for (auto& [cause, finding] : causes_) {
      if (finish(finding)) out.push_back(std::move(finding));
    }
    std::sort(out.begin(), out.end(), [this](const Finding& a, const Finding& b) {
      const std::string& x = path_of(a.diagnostic.primary);
      const std::string& y = path_of(b.diagnostic.primary);
      return x != y ? x < y : before(a.diagnostic, b.diagnostic);
    });
    return out;
  }

 private:
  const std::string& path_of(Span span) const {
    return request_.workspace.sources().get(span.file).path();
  }

  const std::string& text(const Text& t) const {
    return request_.language == Language::kChinese ? t.zh : t.en;
  }

  void judge(std::span<const std::string> paths, bool only_known_causes) {
    const auto configs = request_.workspace.resolve(paths);
    for (const Resolved* config : configs) {
      if (config) judge_one(*config, only_known_causes);
    }
  }

  void judge_one(const Resolved& config, bool only_known_causes) {
    if (!config.ok()) {
      std::set<const Resolved*> seen;
      return report_problems(config, config, only_known_causes, seen);
    }
    for (const resolve::Problem& problem : config.root_problems) {
      report(problem, config, only_known_causes);
    }
    if (config.root->kind != resolve::Kind::kDict) return;
    const ConfigView view = view_of(config, request_.index.is_inherited(config.path));
    for (const ActiveRule& active : rules_) {
      for (const Hit& hit : active.matcher->find(view, request_.workspace.files())) {
        const Span at = where(active.rule->at, config, hit);
        if (is_elsewhere(at, config) &&
            is_out_of(config, request_.workspace.sources(), active.rule->code)) {
          continue;
        }
        Finding* finding = cause(active, at, only_known_causes);
        if (!finding) continue;
        if (finding->diagnostic.key.empty()) describe(*finding, hit);
        if (finding->reaches.empty() || finding->reaches.back().view.config != &config) {
          finding->reaches.push_back({view, {}});
        }
        finding->reaches.back().hits.push_back(hit);
      }
    }
  }

  // A config does not load because of itself or of a base; each problem is told at its own file.
  void report_problems(const Resolved& config, const Resolved& heir, bool only_known_causes,
                       std::set<const Resolved*>& seen) {
    if (!seen.insert(&config).second) return;
    for (const resolve::Problem& problem : config.problems) {
      report(problem, heir, only_known_causes);
    }
    for (const resolve::BaseLink& link : config.links) {
      const Resolved* base = request_.workspace.resolve(link.path);
      if (base && !base->ok()) report_problems(*base, heir, only_known_causes, seen);
    }
  }

  void report(const resolve::Problem& problem, const Resolved& heir, bool only_known_causes) {
    for (const ActiveRule& active : rules_) {
      if (active.matcher->problem() != resolve::rule_name(problem.kind)) continue;
      Finding* finding = cause(active, problem.span, only_known_causes);
      if (!finding) return;
      Diagnostic& d = finding->diagnostic;
      if (d.message.empty()) {
        Captures captures(problem.captures.begin(), problem.captures.end());
        for (std::size_t i = 0; i < problem.places.size() && i < 2; ++i) {
          captures[i == 0 ? "first" : "second"] = printed(problem.places[i].span);
        }
        d.message = catalog::fill(text(active.rule->message), captures, request_.target);
        d.why = catalog::fill(text(active.rule->why), captures, request_.target);
        d.label = catalog::fill(text(active.rule->label), captures, request_.target);
        for (const resolve::Place& p : problem.places) d.labels.push_back({p.span, p.text});
        const auto nearest = problem.captures.find("nearest");
        if (nearest != problem.captures.end() && !nearest->second.empty()) {
          d.notes.push_back(fmt::format("did you mean '{}'?", nearest->second));
        }
      }
      finding->reaches.push_back({{&heir, false, false, false}, {}});
    }
  }

  std::string printed(Span span) const {
    return fmt::format("{}:{}", path_of(span), request_.workspace.sources().begin_of(span).line);
  }

  Finding* cause(const ActiveRule& active, Span at, bool only_known) {
    const auto key = std::make_pair(active.rule->code, at);
    const auto known = causes_.find(key);
    if (known != causes_.end()) return &known->second;
    if (only_known) return nullptr;
    Finding& finding = causes_[key];
    finding.rule = active.rule;
    finding.target = &request_.target;
    finding.diagnostic.code = active.rule->code;
    finding.diagnostic.name = active.rule->name;
    finding.diagnostic.severity = active.severity;
    finding.diagnostic.primary = at;
    return &finding;
  }

  Span where(const At& at, const Resolved& config, const Hit& hit) const {
    if (!hit.found.value) return where_absent(at, config, hit.key);
    const resolve::Origin* origin = hit.found.entry ? definer(hit.found.entry->origin) : nullptr;
    if (at.kind == At::Kind::kKey && origin && place(*origin).known()) return place(*origin);
    // A lazy reference was made by its import; what is wrong is where it is used.
    const bool reference = hit.found.value->kind == resolve::Kind::kReference;
    if (reference && origin && origin->value.known()) return origin->value;
    if (hit.found.value->span.known()) return hit.found.value->span;
    return definition(config, hit.key.substr(0, hit.key.find('.')));
  }

  // At the top-level key, unless a config further down replaced the part where the key is missing.
  Span where_absent(const At& at, const Resolved& config, const std::string& key) const {
    const Span top = definition(config, at.key);
    if (!key.starts_with(at.key + ".")) return top;
    const resolve::Origin* deepest = nearest_definer(config, key);
    const resolve::Entry* entry = config.root->dict.find(at.key);
    if (!deepest || !entry || definer(entry->origin)->value.contains(deepest->value)) return top;
    return place(*deepest);
  }

  bool is_elsewhere(Span at, const Resolved& config) const { return path_of(at) != config.path; }

  void describe(Finding& finding, const Hit& hit) const {
    Diagnostic& d = finding.diagnostic;
    const catalog::Rule& rule = *finding.rule;
    Captures captures{{"key", hit.key},
                      {"value", hit.found.value ? resolve::print(*hit.found.value, 60) : ""},
                      {"count", ""}};
    d.key = hit.key;
    d.message = catalog::fill(text(rule.message), captures, request_.target);
    d.why = catalog::fill(text(rule.why), captures, request_.target);
    d.label = catalog::fill(text(rule.label), captures, request_.target);
    catalog::Literal value;
    if (hit.found.value && (hit.found.value->kind == resolve::Kind::kString ||
                            hit.found.value->kind == resolve::Kind::kReference)) {
      value.value = std::string(hit.found.value->text);
    }
    for (const Text* more : catalog::variant_texts(rule, request_.target, value)) {
      d.notes.push_back(catalog::fill(text(*more), captures, request_.target));
    }
  }

  // Counts; false if the finding is suppressed.
  bool finish(Finding& finding) {
    Diagnostic& d = finding.diagnostic;
    const std::string& file = path_of(d.primary);
    const syntax::Document* document = request_.workspace.document(file);
    if (document && is_suppressed(request_.workspace, *document, d.primary, d.code)) return false;
    std::sort(finding.reaches.begin(), finding.reaches.end(), [](const Reach& a, const Reach& b) {
      return a.view.config->path < b.view.config->path;
    });
    for (const Reach& reach : finding.reaches) {
      const std::string& path = reach.view.config->path;
      const bool passed = passed_.count(path) != 0;
      if (!request_.index.has(path) && !passed) continue;
      ++d.affects.count;
      if (passed) ++d.affects.checked;
      if (path != file) d.affects.examples.push_back(path);
      if (passed && d.found_through.empty() && passed_.count(file) == 0) d.found_through = path;
    }
    if (d.affects.count > 1) {
      const char* reach =
          request_.language == Language::kChinese ? "{}影响 {} 个配置" : "{}reaches {} configs";
      d.label =
          fmt::format(fmt::runtime(reach), d.label.empty() ? "" : d.label + ", ", d.affects.count);
    }
    return true;
  }

  const Request& request_;
  std::vector<ActiveRule> rules_;
  std::set<std::string> passed_;
  Causes causes_;
};

}  // namespace

std::vector<Finding> check(const Request& request) {
  return Run(request).findings();
}

}  // namespace mmlint::check
