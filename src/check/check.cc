#include "check/check.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "check/dedupe.h"
#include "check/finding_table.h"
#include "check/launch_graph.h"
#include "check/script/rules.h"
#include "check/shell/rules.h"
#include "value/unknown_values.h"

namespace mmlint::check {

using catalog::At;
using catalog::Catalog;
using config::Resolved;

namespace {

class Run {
 public:
  Run(const Request& request, Suppressed& suppressed)
      : request_(request), table_(request), suppressed_(suppressed) {
    for (const Catalog::Active& active : request.rules) {
      codes_.insert(active.rule->code);
      const bool whole = !needs_start(active.rule->match) || !request.launch_scripts.empty();
      if (whole) of_files_.insert(active.rule->code);
      if (active.rule->documents != "config") continue;
      rules_.push_back(
          {active.rule, active.severity, std::make_unique<Matcher>(*active.rule, request.target)});
    }
    passed_.insert(request.passed.begin(), request.passed.end());
    distributed_ = distributed_configs(request);
  }

  std::vector<Finding> findings() {
    request_.workspace.resolve(request_.passed);  // all at once: scripts ask for single ones
    const auto graph = std::make_shared<const LaunchGraph>(request_);
    judge_scripts(request_, graph, table_);
    judge_launch_scripts(request_, graph, table_);
    judge(request_.passed, false);
    std::vector<std::string> others;
    for (const std::string& path : request_.index.reach(table_.files())) {
      if (passed_.count(path) == 0) others.push_back(path);
    }
    judge(others, true);
    return table_.finished(suppressed_);
  }

  // Only in files whose every heir was judged: another config may need what these do not.
  std::vector<Finding> unused_suppressions() {
    for (const std::string& path : request_.passed) {
      const auto problems = suppressed_.unused(path, codes_);
      if (problems.empty()) continue;
      const auto heirs = request_.index.reach({path});
      const bool all = std::all_of(heirs.begin(), heirs.end(), [this](const std::string& heir) {
        return passed_.count(heir) != 0;
      });
      if (!all) continue;
      for (const Problem& problem : problems) {
        emit_problem(problem, *request_.workspace.resolve(path), false);
      }
    }
    for (const auto& paths : {request_.scripts, request_.launch_scripts}) {
      for (const std::string& path : paths) {
        for (const Problem& problem : suppressed_.unused(path, of_files_)) emit_problem(problem);
      }
    }
    return table_.finished(suppressed_);
  }

 private:
  // What the rules find in a config.
  struct Judged {
    ConfigView view;
    std::vector<std::pair<const ActiveRule*, Hit>> hits;
    const DistributedConfig* distributed = nullptr;  // null if none starts it, or it says so itself
  };

  void judge(std::span<const std::string> paths, bool only_known) {
    const auto configs = request_.workspace.resolve(paths);
    std::vector<Judged> judged(configs.size());
    parallel_for(
        request_.workspace.settings().jobs, configs.size(), [&](std::size_t i, std::size_t) {
          const Resolved* config = configs[i];
          const bool has_keys = config && config->ok() && config->root->kind == Value::Kind::kDict;
          if (has_keys) judged[i] = find(*config);
        });
    for (std::size_t i = 0; i < configs.size(); ++i) {
      if (configs[i]) emit(*configs[i], judged[i], only_known);
    }
  }

  Judged find(const Resolved& config) const {
    ConfigView view = view_of(config, request_.index.is_inherited(config.path));
    const auto launch = distributed_.find(config.path);
    const bool launched = !view.launched && launch != distributed_.end();
    if (request_.launched || launched) view.launched = view.may_run_distributed;
    view.unknown_makes_no_group = request_.launched;
    Judged out{view, {}, launched ? &launch->second : nullptr};
    for (const ActiveRule& active : rules_) {
      const std::string& same = active.rule->cause_in_script;
      if (launched && !same.empty() && table_.are_in(same, launch->second.scripts)) continue;
      for (Hit& hit : active.matcher->find(view, request_.workspace.files()))
        out.hits.emplace_back(&active, std::move(hit));
    }
    return out;
  }

  void emit(const Resolved& config, const Judged& judged, bool only_known) {
    if (has_hazards(config)) {
      std::set<const Resolved*> seen;
      emit_hazards(config, config, only_known, seen);
    }
    if (!config.ok()) {
      std::set<const Resolved*> seen;
      return emit_problems(config, config, only_known, seen);
    }
    if (wants("unresolved-value")) {
      for (const Problem& unknown : unknown_values(*config.root)) {
        emit_problem(unknown, config, only_known);
      }
    }
    for (const Problem& problem : config.root_problems) emit_problem(problem, config, only_known);
    for (const auto& [active, hit] : judged.hits) {
      const Span at = where(active->rule->at, config, hit);
      if (is_elsewhere(at, config) && suppressed_.is_out_of(config, active->rule->code)) continue;
      Finding* finding = table_.entry(*active, at, only_known);
      if (!finding) continue;
      if (finding->diagnostic.key.empty()) table_.describe(*finding, hit);
      auto& reaches = std::get<std::vector<Reach>>(finding->evidence);
      if (reaches.empty() && judged.distributed && needs_launch(active->rule->match))
        table_.add_launch(*finding, judged.distributed->launch);
      if (reaches.empty() || reaches.back().view.config != &config)
        reaches.push_back({judged.view, {}});
      reaches.back().hits.push_back(hit);
    }
  }

  // A problem of a script or of a launch script, which reaches no config.
  void emit_problem(const Problem& problem) {
    for (const ActiveRule& active : rules_) {
      if (active.matcher->problem() != rule_name(problem.kind)) continue;
      Finding* finding = table_.entry(active, problem.span, false);
      if (finding->diagnostic.message.empty()) table_.describe(*finding, problem);
    }
  }

  bool wants(std::string_view problem) const {
    return std::any_of(rules_.begin(), rules_.end(), [problem](const ActiveRule& active) {
      return active.matcher->problem() == problem;
    });
  }

  // A config does not load because of itself or of a base; each problem is emitted at its own file.
  void emit_problems(const Resolved& config, const Resolved& heir, bool only_known,
                     std::set<const Resolved*>& seen) {
    if (!seen.insert(&config).second) return;
    for (const Problem& problem : config.problems) emit_problem(problem, heir, only_known);
    for (const Resolved* base : config.refused) {
      emit_problems(*base, heir, only_known, seen);
    }
  }

  // What a config does that hardly anybody means, and what its bases do.
  void emit_hazards(const Resolved& config, const Resolved& heir, bool only_known,
                    std::set<const Resolved*>& seen) {
    if (!seen.insert(&config).second) return;
    for (const Problem& hazard : config.hazards) {
      if (reaches(hazard, heir)) emit_problem(hazard, heir, only_known);
    }
    for (const Resolved* base : config.bases) {
      if (has_hazards(*base)) emit_hazards(*base, heir, only_known, seen);
    }
  }

  // An heir may replace or remove the key that a hazard of its base is about.
  static bool reaches(const Problem& hazard, const Resolved& heir) {
    const auto key = hazard.captures.find("key");
    if (key == hazard.captures.end() || !heir.ok()) return true;
    const FoundValue found = value_at(*heir.root, key->second);
    return found.value || found.unknown;
  }

  // Most configs have none, and neither has anything they inherit.
  bool has_hazards(const Resolved& config) {
    const auto [known, is_new] = has_hazards_.try_emplace(&config, false);
    if (!is_new) return known->second;
    bool any = !config.hazards.empty();
    for (const Resolved* base : config.bases) any = has_hazards(*base) || any;
    return has_hazards_[&config] = any;
  }

  void emit_problem(const Problem& problem, const Resolved& heir, bool only_known) {
    for (const ActiveRule& active : rules_) {
      if (active.matcher->problem() != rule_name(problem.kind)) continue;
      const bool loads = heir.ok() && is_elsewhere(problem.span, heir);
      if (loads && suppressed_.is_out_of(heir, active.rule->code)) return;
      Finding* finding = table_.entry(active, problem.span, only_known);
      if (!finding) return;
      if (finding->diagnostic.message.empty()) table_.describe(*finding, problem);
      std::get<std::vector<Reach>>(finding->evidence).push_back({{&heir, false, false, false}, {}});
    }
  }

  Span where(const At& at, const Resolved& config, const Hit& hit) const {
    if (!hit.found.value) return where_absent(at, config, hit.key);
    const Origin* origin = hit.found.entry ? definer(hit.found.entry->origin) : nullptr;
    if (at.kind == At::Kind::kKey && origin && place(*origin).known()) return place(*origin);
    // A lazy reference was made by its import; what is wrong is where it is used.
    const bool reference = hit.found.value->kind == Value::Kind::kReference;
    if (reference && origin && origin->value.known()) return origin->value;
    if (hit.found.value->span.known()) return hit.found.value->span;
    return definition(config, hit.key.substr(0, hit.key.find('.')));
  }

  // At the top-level key, unless a config further down replaced the part where the key is missing.
  Span where_absent(const At& at, const Resolved& config, const std::string& key) const {
    const Span top = definition(config, at.key);
    if (!key.starts_with(at.key + ".")) return top;
    const Origin* deepest = nearest_definer(config, key);
    const Entry* entry = config.root->dict.find(at.key);
    if (!deepest || !entry || definer(entry->origin)->value.contains(deepest->value)) return top;
    return place(*deepest);
  }

  bool is_elsewhere(Span at, const Resolved& config) const {
    return request_.workspace.sources().get(at.file).path() != config.path;
  }

  const Request& request_;
  std::vector<ActiveRule> rules_;
  std::set<std::string> codes_;     // of all rules
  std::set<std::string> of_files_;  // of those that need no launch script that was not passed
  std::set<std::string> passed_;
  std::map<std::string, DistributedConfig> distributed_;  // by launch scripts
  FindingTable table_;
  Suppressed& suppressed_;  // of all targets
  std::unordered_map<const Resolved*, bool> has_hazards_;
};

}  // namespace

namespace {

// A copy with other references, which cannot be set anew.
Request copy_of(const Request& request, project::Workspace& workspace,
                const catalog::Target& target) {
  return {.workspace = workspace,
          .index = request.index,
          .passed = request.passed,
          .target = target,
          .rules = request.rules,
          .language = request.language,
          .launched = request.launched,
          .scripts = request.scripts,
          .others = request.others,
          .launch_scripts = request.launch_scripts,
          .roots = request.roots};
}

}  // namespace

Request Request::in(project::Workspace& other) const {
  return copy_of(*this, other, target);
}

std::vector<Request> Request::each() const {
  std::vector<Request> out{*this};
  for (const OnTarget& other : others) {
    out.push_back(copy_of(*this, workspace, *other.target));
    out.back().rules = other.rules;
  }
  return out;
}

std::vector<Finding> check(const Request& request) {
  const std::vector<Request> requests = request.each();
  Suppressed suppressed(request.workspace);
  std::deque<Run> runs;
  std::vector<Finding> found;
  for (const Request& one : requests) {
    for (Finding& finding : runs.emplace_back(one, suppressed).findings())
      found.push_back(std::move(finding));
  }
  for (Run& run : runs) {
    for (Finding& finding : run.unused_suppressions()) found.push_back(std::move(finding));
  }
  if (!request.others.empty()) found = deduplicated(std::move(found), request);
  sort_findings(found, request.workspace.sources());
  return found;
}

}  // namespace mmlint::check
