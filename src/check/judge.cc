#include "check/judge.h"

#include "base/parallel.h"
#include "check/config/imports.h"
#include "check/config/place.h"
#include "check/findings/notes.h"
#include "launch/program_store.h"

namespace mmlint::check {
using catalog::Catalog;
using config::Resolved;

void leave_to_scripts(Judged& judged, const ScriptCauses& causes) {
  const launch::Started& started = judged.started;
  std::vector<ReportedAt> reported;
  for (const launch::Started::BuiltBy& script : started.built_by) {
    if (causes.reported.contains(*script.path)) reported.push_back({*script.path, causes.code});
  }
  const bool is_safe =
      !started.built_by.empty() && std::ranges::all_of(started.built_by, [&](const auto& script) {
        return script.is_safe || causes.excused.contains(*script.path);
      });
  const bool is_elsewhere = started.launched && started.launched->by_package;
  judged.started.built_by = {};
  if (is_elsewhere || (reported.empty() && !is_safe)) return;
  const auto is_left = [](const auto& found) {
    return !found.first->rule->cause_in_script.empty();
  };
  const bool any = std::ranges::any_of(judged.hits, is_left);
  std::erase_if(judged.hits, is_left);
  std::erase_if(judged.written, is_left);
  if (any) judged.reported = std::move(reported);
}

Judge::Judge(const Request& request, const launch::ProgramStore& programs)
    : request_(request), programs_(programs), groups_(request.target) {
  // Without a config only problems are matched: those of scripts.
  const bool any_config = !request.passed.empty() || !request.index.nodes().empty();
  for (const Catalog::Active& active : request.rules) {
    codes_.insert(active.rule->code);
    const bool whole = !needs_start(active.rule->match) || !request.all_launch_scripts().empty();
    if (whole) of_files_.insert(active.rule->code);
    const bool is_asked = any_config || active.rule->match.kind == catalog::Match::Kind::kProblem;
    if (active.rule->documents != "config" || !is_asked) continue;
    auto matcher = std::make_unique<Matcher>(active.rule->match, request.target);
    if (matcher->holds_nowhere()) continue;
    ActiveRule& rule =
        rules_.emplace_back(ActiveRule{active.rule, active.severity, std::move(matcher)});
    if (active.rule->related)
      rule.related = std::make_unique<Matcher>(*active.rule->related->match, request.target);
    if (active.severity != active.rule->severity) continue;  // the target has its own
    rule.by_launcher = active.rule->levels.empty() && rule.matcher->needs_launcher();
    for (const catalog::SeverityLevel& level : active.rule->levels)
      rule.levels.push_back(std::make_unique<Matcher>(level.match, request.target));
  }
  std::set<std::string> keys;
  for (const ActiveRule& active : rules_) {
    active.matcher->add_patterns(keys);
    for (const auto& level : active.levels) level->add_patterns(keys);
  }
  patterns_ = std::make_unique<NamePatterns>(keys);
  for (ActiveRule& active : rules_) {
    active.matcher->number_keys(*patterns_);
    for (const auto& level : active.levels) level->number_keys(*patterns_);
    if (!active.matcher->problem().empty()) continue;
    Asking& asking = asking_.emplace_back(Asking{&active});
    const std::set<std::string>* keys_of_rule = active.matcher->deciding_keys();
    if (keys_of_rule) asking.decided_by.emplace();
    for (const std::string& key : keys_of_rule ? *keys_of_rule : std::set<std::string>()) {
      const auto known = std::ranges::find(top_keys_, key);
      asking.decided_by->push_back(static_cast<std::size_t>(known - top_keys_.begin()));
      if (known == top_keys_.end()) top_keys_.push_back(key);
    }
  }
}

void Judge::find_starts() {
  if (asking_.empty()) return;
  starts_ = std::make_unique<launch::Starts>(programs_, request_.target);
  imports_ = std::make_unique<launch::ImportSearch>(programs_);
}

CauseRule Judge::cause_rule() const {
  CauseRule out;
  if (!starts_) return out;
  for (const ActiveRule& active : rules_) {
    for (const Catalog::Active& other : request_.rules)
      if (active.rule->cause_in_script == other.rule->code) out.rule = &other;
  }
  if (out.rule) out.scripts = starts_->builders();
  return out;
}

std::vector<Judged> Judge::find(std::span<const Resolved* const> configs, Adds adds, int jobs,
                                launch::GroupModules& modules) const {
  std::vector<Judged> out(configs.size());
  std::mutex mutex;
  std::vector<std::unique_ptr<Common>> idle;
  const auto take = [&] {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return std::make_unique<Common>();
    auto common = std::move(idle.back());
    idle.pop_back();
    return common;
  };
  parallel_for_files(jobs, configs.size(), [&](std::size_t i) {
    const Resolved* config = configs[i];
    if (config && (!config->ok() || config->partial)) config = config->partial.get();
    const bool has_keys = config && config->root->kind == Value::Kind::kDict;
    if (has_keys) {
      auto common = take();
      out[i] = find(*config, *configs[i], modules, *common);
      const std::lock_guard lock(mutex);
      idle.push_back(std::move(common));
    }
    out[i].view.passed = adds == Adds::kAll;
    out[i].config = configs[i];
    out[i].adds = adds;
  });
  return out;
}

Judged Judge::find(const Resolved& config, const Resolved& whole, launch::GroupModules& modules,
                   Common& common) const {
  const bool partial = &config != &whole;
  ConfigView view = view_of(config, request_.index.is_inherited(config),
                            partial && (whole.ok() || config.links.size() < whole.links.size()));
  view.partial = partial;
  Judged out;
  if (starts_) out.started = starts_->of(config.path, view.launched);
  enter(out.started, request_.launched, view);
  view.unknown_makes_no_group = request_.launched;
  out.view = view;
  ScriptChanges changes(*config.root, request_.target, *out.pool);
  const KeyPlaces places(*patterns_, *config.root, &common.barren);
  view.modules = &modules;
  view.places = &places;
  view.well_built = &common.well_built;
  view.of_right_kind = &common.of_right_kind;
  view.builders = out.started.builders;
  const auto asks = [](const Asking& asking) {
    return asking.rule->matcher->asks("custom-import-missing") ||
           asking.rule->matcher->asks("custom-import-off-path");
  };
  std::vector<CustomImport> imports;
  if (std::ranges::any_of(asking_, asks)) imports = find_imports(view, *imports_);
  view.imports = &imports;
  for (const Hit& hit : imports_at(launch::ModulePlace::kUnknown, view))
    out.modules.emplace_back(hit.found.value->text());
  std::vector<const Value*> values;
  values.reserve(top_keys_.size());
  for (const std::string& key : top_keys_) values.push_back(config.root->dict().get(key));
  const std::uint32_t facts = facts_of(view);
  std::vector<bool>& ruled_out = common.ruled_out[facts];
  for (std::size_t i = ruled_out.size(); i < asking_.size(); ++i)
    ruled_out.push_back(asking_[i].rule->matcher->is_ruled_out(facts));
  Silence::Grounds grounds;
  for (const Asking& asking : asking_) {
    const ActiveRule& active = *asking.rule;
    const bool is_ruled_out = ruled_out[static_cast<std::size_t>(&asking - asking_.data())];
    if (is_ruled_out && !active.rule->reports_scripts) continue;
    std::string unknown;
    std::vector<Hit> loaded;
    const bool may_know = asking.decided_by && !partial && !is_ruled_out;
    if (may_know) {
      grounds = {reinterpret_cast<std::uintptr_t>(&active), facts};
      for (const std::size_t i : *asking.decided_by)
        grounds.push_back(reinterpret_cast<std::uintptr_t>(values[i]));
    }
    if (!is_ruled_out && (!may_know || !common.silence.has(grounds))) {
      loaded = active.matcher->find(view, request_.workspace.files(), &unknown);
      if (may_know && loaded.empty() && unknown.empty()) common.silence.add(grounds);
    }
    if (!active.rule->reports_scripts && loaded.empty() && unknown.empty()) continue;
    auto [hits, written] =
        as_trained(*active.matcher, view, std::move(loaded), *out.started.builders, groups_,
                   request_.workspace.files(), changes, &unknown);
    if (!unknown.empty()) out.unknown.push_back(std::move(unknown));
    for (Hit& hit : hits) out.hits.emplace_back(&active, std::move(hit));
    if (active.severity == Severity::kInfo || !active.rule->reports_scripts) continue;
    for (WrittenHit& hit : written) out.written.emplace_back(&active, std::move(hit));
  }
  return out;
}

bool Judge::is_nowhere(const ActiveRule& active, const Hit& hit, const Resolved& config) {
  return !active.rule->levels.empty() && !hit.found.value && !is_defined(active.rule->at, config);
}

const catalog::SeverityLevel* Judge::level_of(const ActiveRule& active,
                                              const ConfigView& view) const {
  for (std::size_t i = 0; i < active.levels.size(); ++i) {
    if (!active.levels[i]->find(view, request_.workspace.files()).empty())
      return &active.rule->levels[i];
  }
  return nullptr;
}

bool Judge::holds_alone(const ActiveRule& active, const ConfigView& view) const {
  ConfigView alone = view;
  alone.may_run_distributed = false;
  return !active.matcher->find(alone, request_.workspace.files()).empty();
}

bool Judge::wants(std::string_view problem) const {
  return std::ranges::any_of(
      rules_, [problem](const ActiveRule& active) { return active.matcher->problem() == problem; });
}

}  // namespace mmlint::check
