#include "check/check.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "catalog/on_target.h"
#include "check/config/checks.h"
#include "check/config/heirs.h"
#include "check/config/place.h"
#include "check/dedupe.h"
#include "check/finding_table.h"
#include "check/inherited.h"
#include "check/launch_graph.h"
#include "check/open_questions.h"
#include "check/script/refused.h"
#include "check/script/rules.h"
#include "check/shell/rules.h"
#include "check/starts.h"
#include "check/trained.h"
#include "check/unused_codes.h"
#include "value/key_places.h"
#include "value/unknown_values.h"

namespace mmlint::check {

using catalog::At;
using catalog::Catalog;
using config::Resolved;

namespace {

class Run {
 public:
  Run(const Request& request, Suppressed& suppressed)
      : request_(request),
        graph_(std::make_shared<const LaunchGraph>(request)),
        groups_(request.target),
        table_(request),
        suppressed_(suppressed) {
    for (const Catalog::Active& active : request.rules) {
      codes_.insert(active.rule->code);
      const bool whole = !needs_start(active.rule->match) || !request.all_launch_scripts().empty();
      if (whole) of_files_.insert(active.rule->code);
      if (active.rule->documents != "config") continue;
      ActiveRule& rule = rules_.emplace_back(
          ActiveRule{active.rule, active.severity,
                     std::make_unique<Matcher>(active.rule->match, request.target)});
      if (active.severity != active.rule->severity) continue;  // the target has its own
      rule.by_launcher = active.rule->levels.empty() && rule.matcher->needs_launcher();
      for (const catalog::SeverityLevel& level : active.rule->levels)
        rule.levels.push_back(std::make_unique<Matcher>(level.match, request.target));
    }
    std::set<std::string> keys;
    for (const ActiveRule& active : rules_) {
      keys.insert(active.matcher->keys().begin(), active.matcher->keys().end());
      for (const auto& level : active.levels)
        keys.insert(level->keys().begin(), level->keys().end());
    }
    patterns_ = std::make_unique<NamePatterns>(keys);
    passed_.insert(request.passed.begin(), request.passed.end());
  }

  std::vector<Finding> findings() {
    request_.workspace.resolve(request_.passed);  // all at once: scripts ask for single ones
    find_starts();
    judge_scripts(request_, graph_, table_, &open_);
    judge_launch_scripts(request_, graph_, table_);
    judge_refused(request_, *graph_, rules_, table_);
    judge(request_.passed, Adds::kAll);
    const std::vector<std::string> heirs = heirs_of_passed(request_);
    judge(heirs, Adds::kInPassed);
    std::set<std::string> judged = passed_;
    judged.insert(heirs.begin(), heirs.end());
    std::vector<std::string> others;
    for (const std::string& path : request_.index.reach(table_.files())) {
      if (judged.count(path) == 0) others.push_back(path);
    }
    judge(others, Adds::kNothing);
    return table_.finished(suppressed_);
  }

  const OpenQuestions& open() const { return open_; }

  std::vector<Finding> unused_suppressions() {
    for (const std::string& path : request_.passed) {
      for (const Problem& problem : unused_codes(suppressed_, request_, path, codes_))
        emit_problem(problem, *request_.workspace.resolve(path), Adds::kAll);
    }
    for (const auto& paths : {request_.scripts, request_.launch_scripts}) {
      for (const std::string& path : paths) {
        for (const Problem& problem : unused_codes(suppressed_, request_, path, of_files_))
          emit_problem(problem);
      }
    }
    return table_.finished(suppressed_);
  }

 private:
  // Which findings a config may add; those that are known already get it in any case.
  enum class Adds : std::uint8_t { kAll, kInPassed, kNothing };

  bool may_add(Adds adds, Span at) const {
    if (adds != Adds::kInPassed) return adds == Adds::kAll;
    return passed_.count(request_.workspace.sources().get(at.file).path()) != 0;
  }

  // An heir that does not load says so of its own file, unless that has nothing to do with a base.
  bool may_add(Adds adds, const Problem& problem, const Resolved& heir) const {
    static constexpr ProblemKind kOwn[] = {ProblemKind::kSyntaxError, ProblemKind::kNotUtf8,
                                           ProblemKind::kLimitReached};
    const bool own = std::find(std::begin(kOwn), std::end(kOwn), problem.kind) != std::end(kOwn);
    return may_add(adds, problem.span) || (adds == Adds::kInPassed && !heir.ok() && !own);
  }

  // What the rules find in a config.
  struct Judged {
    ConfigView view;
    std::vector<std::pair<const ActiveRule*, Hit>> hits;
    std::vector<std::pair<const ActiveRule*, WrittenHit>> written;  // by scripts
    std::unique_ptr<Pool> pool = std::make_unique<Pool>();          // owns what they have written
    Started started;
    std::vector<std::string> unknown;  // the keys that decide and are not known
  };

  // How the project starts configs is asked only if a rule is about configs.
  void find_starts() {
    if (rules_.empty()) return;
    const Catalog::Active* in_script = nullptr;
    for (const ActiveRule& active : rules_) {
      for (const Catalog::Active& other : request_.rules)
        if (active.rule->cause_in_script == other.rule->code) in_script = &other;
    }
    starts_ = std::make_unique<Starts>(request_, graph_, in_script);
  }

  void judge(std::span<const std::string> paths, Adds adds) {
    const auto configs = request_.workspace.resolve(paths);
    constexpr std::size_t kAtOnce = 256;  // what they show takes kilobytes each
    std::vector<Judged> partial;
    for (std::size_t first = 0; first < configs.size(); first += kAtOnce) {
      const std::span some =
          std::span(configs).subspan(first).first(std::min(kAtOnce, configs.size() - first));
      std::vector<Judged> judged(some.size());
      parallel_for(request_.workspace.settings().jobs, some.size(),
                   [&](std::size_t i, std::size_t) {
                     const Resolved* config = some[i];
                     if (config && !config->ok()) config = config->partial.get();
                     const bool has_keys = config && config->root->kind == Value::Kind::kDict;
                     if (has_keys) judged[i] = find(*config, config != some[i]);
                   });
      for (std::size_t i = 0; i < some.size(); ++i) {
        if (some[i]) emit(*some[i], judged[i], adds);
        if (judged[i].view.partial) partial.push_back(std::move(judged[i]));
      }
    }
    for (const Judged& each : partial) emit_partial(each, adds);
  }

  Judged find(const Resolved& config, bool partial) const {
    ConfigView view = view_of(config, request_.index.is_inherited(config.path));
    view.partial = partial;
    Judged out;
    if (starts_) out.started = starts_->of(config.path, view.launched);
    out.started.enter(view, request_.launched);
    view.unknown_makes_no_group = request_.launched;
    out.view = view;
    Pool tried;
    const KeyPlaces places(*patterns_, *config.root);
    view.modules = &modules_;
    view.places = &places;
    for (const ActiveRule& active : rules_) {
      const bool elsewhere = out.started.is_safe || !out.started.told.empty();
      const bool in_script = !active.rule->cause_in_script.empty() && elsewhere;
      std::string unknown;
      auto [hits, written] = as_trained(
          *active.matcher, view, active.matcher->find(view, request_.workspace.files(), &unknown),
          *out.started.builders, groups_, request_.target, request_.workspace.files(), tried,
          *out.pool, &unknown);
      if (!unknown.empty()) out.unknown.push_back(std::move(unknown));
      if (in_script && hits.empty()) out.started.told.clear();
      if (in_script) continue;
      for (Hit& hit : hits) out.hits.emplace_back(&active, std::move(hit));
      if (active.severity == Severity::kInfo) continue;  // it harms nowhere
      for (WrittenHit& hit : written) out.written.emplace_back(&active, std::move(hit));
    }
    return out;
  }

  // What is known of a config that does not load. Nothing is edited for it alone: no proof would
  // be possible.
  void emit_partial(const Judged& judged, Adds adds) {
    const Resolved& config = *judged.view.config;
    for (const auto& [active, hit] : judged.hits) {
      const Span at = place_of(active->rule->at, config, hit);
      if (!hit.found.value ||
          (is_elsewhere(at, config) && suppressed_.is_out_of(config, *active->rule)))
        continue;
      Finding* finding = table_.entry(*active, at, may_add(adds, at));
      if (!finding || !finding->diagnostic.message.empty()) continue;
      table_.describe(*finding, hit);
      if (active->by_launcher) table_.set_by_launcher(*finding, judged.view);
      finding->fix = nullptr;
      std::get<std::vector<Reach>>(finding->evidence).push_back({judged.view, {hit}});
    }
  }

  // The level of a rule for a config; null if the rule's own severity holds.
  const catalog::SeverityLevel* level_of(const ActiveRule& active, const ConfigView& view) const {
    for (std::size_t i = 0; i < active.levels.size(); ++i) {
      if (!active.levels[i]->find(view, request_.workspace.files()).empty())
        return &active.rule->levels[i];
    }
    return nullptr;
  }

  bool was_passed(const std::string& script) const {
    const auto has = [&script](std::span<const std::string> scripts) {
      return std::find(scripts.begin(), scripts.end(), script) != scripts.end();
    };
    return has(request_.scripts) || has(request_.scripts_of_run);
  }

  // What is open counts for the configs that were passed.
  void note_open(const Resolved& config, const Judged& judged) {
    if (passed_.count(config.path) == 0) return;
    for (const std::string& key : judged.unknown) open_.unknown(key, config.path);
    for (const ToldAt& told : judged.started.told) {
      if (!was_passed(told.path)) open_.told(told.path, told.code);
    }
  }

  void emit(const Resolved& config, const Judged& judged, Adds adds) {
    for (const Problem* hazard : inherited_.hazards(config)) {
      if (reaches(*hazard, config)) emit_problem(*hazard, config, adds);
    }
    if (!config.ok()) {
      if (passed_.count(config.path) != 0) open_.not_loaded(config.path);
      // Each problem is emitted at its own file.
      for (const Problem* problem : inherited_.problems(config))
        emit_problem(*problem, config, adds);
      return;
    }
    if (wants("unresolved-value")) {
      for (const Problem& unknown : unknown_values(*config.root))
        emit_problem(unknown, config, adds);
    }
    for (const Problem& problem : config.root_problems) emit_problem(problem, config, adds);
    note_open(config, judged);
    emit_written(config, judged, adds);
    const ActiveRule* last = nullptr;
    const catalog::SeverityLevel* level = nullptr;
    for (const auto& [active, hit] : judged.hits) {
      if (active != last) level = level_of(*active, judged.view);
      last = active;
      const At& where = active->rule->at;
      const Resolved& lacks = hit.found.value || where.key.empty()
                                  ? config
                                  : first_without(where, *active->matcher, config, first_);
      const Span at = place_of(where, lacks, hit);
      if (is_elsewhere(at, config) && suppressed_.is_out_of(config, *active->rule)) continue;
      // What every config lacks is one finding, however many of them.
      const bool is_nowhere = !active->rule->levels.empty() && !hit.found.value &&
                              !is_defined(active->rule->at, config);
      Finding* finding = table_.entry(*active, at, may_add(adds, at), is_nowhere ? "nowhere" : "");
      if (!finding) continue;
      auto& reaches = std::get<std::vector<Reach>>(finding->evidence);
      const Severity severity = level ? level->severity
                                : active->by_launcher
                                    ? severity_with_launcher(active->severity, judged.view)
                                    : active->severity;
      if (reaches.empty() || severity > finding->diagnostic.severity) {
        finding->diagnostic.notes.clear();
        finding->diagnostic.labels.clear();
        table_.describe(*finding, hit);
        if (level) table_.set_level(*finding, *level);
        if (active->by_launcher) table_.set_by_launcher(*finding, judged.view);
        if (!active->rule->cause_in_script.empty()) describe_start(*finding, judged);
      }
      if (hit.by_script) finding->fix = nullptr;  // no edit of the config repairs it
      if (reaches.empty() || reaches.back().view.config != &config)
        reaches.push_back({judged.view, {}});
      reaches.back().hits.push_back(hit);
    }
  }

  // What scripts have written wrongly stands in them, unless a rule about scripts says it there.
  void emit_written(const Resolved& config, const Judged& judged, Adds adds) {
    for (const auto& [active, written] : judged.written) {
      const Span at = place_of(active->rule->at, config, written.hit);
      if (adds != Adds::kAll || table_.has_finding_of_script(written.statement)) continue;
      if (!was_passed(written.script)) open_.told(written.script, active->rule->code);
      if (was_passed(written.script)) add_written(*active, written, judged.view, at, table_);
    }
  }

  // Who starts the config, and what it imports that nobody can see. Nothing is edited where nobody
  // starts it.
  void describe_start(Finding& finding, const Judged& judged) {
    if (judged.started.launched) table_.add_launch(finding, judged.started.launched->launch);
    const bool nobody = finding.diagnostic.severity == Severity::kInfo;
    finding.fix = nobody ? nullptr : catalog::fix_of(*finding.rule, request_.target);
    if (nobody && judged.view.launcher == Launcher::kNobody) open_.nobody_starts();
    const FileSystem& files = request_.workspace.files();
    table_.note_not_found(finding, imports_not_found(*judged.view.config, files));
  }

  // A problem of a script or of a launch script, which reaches no config.
  void emit_problem(const Problem& problem) {
    for (const ActiveRule& active : rules_) {
      if (active.matcher->problem() != rule_name(problem.kind)) continue;
      Finding* finding = table_.entry(active, problem.span, true);
      if (finding && finding->diagnostic.message.empty()) table_.describe(*finding, problem);
    }
  }

  bool wants(std::string_view problem) const {
    return std::any_of(rules_.begin(), rules_.end(), [problem](const ActiveRule& active) {
      return active.matcher->problem() == problem;
    });
  }

  void emit_problem(const Problem& problem, const Resolved& heir, Adds adds) {
    for (const ActiveRule& active : rules_) {
      if (active.matcher->problem() != rule_name(problem.kind)) continue;
      const bool loads = heir.ok() && is_elsewhere(problem.span, heir);
      if (loads && suppressed_.is_out_of(heir, *active.rule)) return;
      const std::string& cause = problem.cause;
      if (!cause.empty() && suppressed_.is_suppressed(problem.span, *active.rule)) return;
      const bool adding = may_add(adds, problem, heir);
      Finding* finding = table_.entry(active, problem.span, adding, cause);
      if (!finding) return;
      if (finding->diagnostic.message.empty()) table_.describe(*finding, problem);
      auto& reaches = std::get<std::vector<Reach>>(finding->evidence);
      if (reaches.empty() || reaches.back().view.config != &heir)
        reaches.push_back({{.config = &heir}, {}});
    }
  }

  bool is_elsewhere(Span at, const Resolved& config) const {
    return request_.workspace.sources().get(at.file).path() != config.path;
  }

  const Request& request_;
  const std::shared_ptr<const LaunchGraph> graph_;
  std::vector<ActiveRule> rules_;
  std::unique_ptr<const NamePatterns> patterns_;  // of the rules
  std::set<std::string> codes_;                   // of all rules
  std::set<std::string> of_files_;  // of those that need no launch script that was not passed
  std::set<std::string> passed_;
  std::unique_ptr<Starts> starts_;  // null if no rule asks
  mutable ChangeGroups groups_;     // for several threads
  FindingTable table_;
  Suppressed& suppressed_;  // of all targets
  Inherited inherited_;
  OpenQuestions open_;
  mutable GroupModules modules_;
  FirstWithout first_{request_.index, request_.workspace.files(), modules_};
};

}  // namespace

std::vector<Finding> check(const Request& request, std::vector<std::string>* open) {
  const std::vector<Request> requests = request.each();
  Suppressed suppressed(request.workspace);
  std::deque<Run> runs;
  std::vector<Finding> found;
  for (const Request& one : requests) {
    for (Finding& finding : runs.emplace_back(one, suppressed).findings())
      found.push_back(std::move(finding));
  }
  for (Run& run : runs) {
    for (std::string& text :
         open ? run.open().texts(request.language) : std::vector<std::string>()) {
      if (std::find(open->begin(), open->end(), text) == open->end())
        open->push_back(std::move(text));
    }
    for (Finding& finding : run.unused_suppressions()) found.push_back(std::move(finding));
  }
  if (open && found.empty() && suppressed.any()) open->push_back(text_of_ignored(request.language));
  if (!request.others.empty()) found = deduplicated(std::move(found), request);
  sort_findings(found, request.workspace.sources());
  return found;
}

}  // namespace mmlint::check
