#include "check/emission.h"

#include "catalog/on_target.h"
#include "check/judge_scripts.h"

namespace mmlint::check {

using config::Resolved;

bool Emission::may_add(Adds adds, Span at) const {
  if (adds != Adds::kInPassed) return adds == Adds::kAll;
  return table_.was_passed(request_.workspace.sources().get(at.file).path());
}

// An heir that does not load says so of its own file, unless that has nothing to do with a base.
bool Emission::may_add(Adds adds, const Problem& problem, const Resolved& heir) const {
  static constexpr ProblemKind kOwn[] = {ProblemKind::kSyntaxError, ProblemKind::kNotUtf8,
                                         ProblemKind::kLimitReached};
  const bool own = is_in(problem.kind, kOwn);
  return may_add(adds, problem.span) || (adds == Adds::kInPassed && !heir.ok() && !own);
}

// What is known of a config that does not load. Nothing is edited for it alone: no proof would
// be possible.
void Emission::emit_partial(const Judged& judged) {
  const Resolved& config = *judged.view.config;
  for (const auto& [active, hit] : judged.hits) {
    const Span at = place_of(active->rule->at, config, hit);
    if (!hit.found.value ||
        (is_elsewhere(at, config) && suppressed_.is_out_of(config, *active->rule)))
      continue;
    Finding* finding = table_.entry(*active, at, may_add(judged.adds, at));
    if (!finding || !finding->diagnostic.message.empty()) continue;
    table_.describe(*finding, hit);
    if (active->by_launcher) table_.set_by_launcher(*finding, judged.view);
    finding->fix = nullptr;
    std::get<std::vector<Reach>>(finding->evidence).push_back({judged.view, {hit}});
  }
}

bool Emission::was_passed(const std::string& script) const {
  const auto has = [&script](std::span<const std::string> scripts) {
    return is_in(script, scripts);
  };
  return has(request_.scripts) || has(request_.scripts_of_run) || has(request_.launch_scripts);
}

// What is open counts for the configs that were passed.
void Emission::note_open(const Judged& judged) {
  if (!judged.view.passed) return;
  const std::string& path = judged.config->path;
  for (const std::string& key : judged.unknown) open_.unknown(key, path);
  for (const std::string& module : judged.modules) open_.not_found(module, path);
  for (const ReportedAt& each : judged.reported) {
    if (!was_passed(each.path)) open_.told(each.path, each.code);
  }
}

void Emission::emit(std::span<const Judged> judged) {
  for (const Judged& each : judged) {
    if (each.config) emit(each);
  }
  for (const Judged& each : judged) {
    if (each.view.partial) emit_partial(each);
  }
}

void Emission::emit(const Judged& judged) {
  const Resolved& config = *judged.config;
  for (const Problem* hazard : inherited_.hazards(config)) {
    if (reaches(*hazard, config)) emit_problem(*hazard, config, judged.adds);
  }
  if (!config.ok()) {
    if (judged.view.passed) open_.not_loaded(config.path);
    // Each problem is emitted at its own file.
    for (const Problem* problem : inherited_.problems(config))
      emit_problem(*problem, config, judged.adds);
    return;
  }
  if (judge_.wants("unresolved-value")) {
    for (const Problem& unknown : unknown_values(*config.root))
      emit_problem(unknown, config, judged.adds);
  }
  for (const Problem& problem : config.root_problems) emit_problem(problem, config, judged.adds);
  if (judged.view.partial) {
    if (judged.view.passed && !judged.unknown.empty()) open_.any_name(config.path);
    return;
  }
  note_open(judged);
  emit_written(judged);
  emit_hits(judged);
}

void Emission::emit_hits(const Judged& judged) {
  const Resolved& config = *judged.config;
  const ActiveRule* last = nullptr;
  const catalog::SeverityLevel* level = nullptr;
  bool by_launcher = false;
  for (const auto& [active, hit] : judged.hits) {
    if (active != last) {
      level = judge_.level_of(*active, judged.view);
      by_launcher = active->by_launcher && !judge_.holds_alone(*active, judged.view);
    }
    last = active;
    const catalog::At& where = active->rule->at;
    const bool lacks = !hit.found.value && !where.key.empty();
    const bool merges = is_merged(where, hit);
    const Resolved& first =
        lacks || merges ? first_without(where, *active->matcher, config, first_) : config;
    const Span at = place_of(where, lacks ? first : config, hit,
                             merges ? first.document->source().id() : FileId::kNone);
    if (is_elsewhere(at, config) && suppressed_.is_out_of(config, *active->rule)) continue;
    // What every config lacks is one finding, however many of them.
    const bool is_nowhere = Judge::is_nowhere(*active, hit, config);
    Finding* finding =
        table_.entry(*active, at, may_add(judged.adds, at), is_nowhere ? "nowhere" : "");
    if (!finding) continue;
    auto& reaches = std::get<std::vector<Reach>>(finding->evidence);
    Severity severity = level         ? level->severity
                        : by_launcher ? severity_with_launcher(active->severity, judged.view)
                                      : active->severity;
    if (!hit.is_certain) severity = std::min(severity, Severity::kWarning);
    if (reaches.empty() || severity > finding->diagnostic.severity) {
      Severity& now = finding->diagnostic.severity;
      now = finding->on.front().severity = active->severity;  // not that of another config
      finding->diagnostic.notes.clear();
      finding->diagnostic.labels.clear();
      table_.describe(*finding, hit);
      if (level) table_.set_level(*finding, *level);
      if (by_launcher) table_.set_by_launcher(*finding, judged.view);
      if (!active->rule->cause_in_script.empty()) describe_start(*finding, judged);
      if (active->related && !hit.by_script) relate(*finding, *active->related, hit, judged);
      if (!hit.is_certain) now = finding->on.front().severity = std::min(now, severity);
    }
    if (hit.by_script) finding->fix = nullptr;  // no edit of the config repairs it
    if (reaches.empty() || reaches.back().view.config != &config)
      reaches.push_back({judged.view, {}});
    reaches.back().hits.push_back(hit);
  }
}

void Emission::relate(Finding& finding, const Matcher& related, const Hit& hit,
                      const Judged& judged) {
  const Origin* origin = hit.found.entry ? config::definer(hit.found.entry->origin) : nullptr;
  const Span used = origin ? origin->value() : Span{};
  const bool is_value = finding.rule->at.kind == catalog::At::Kind::kValue;
  if (is_value && used.known() && used != finding.diagnostic.primary)
    table_.add_config_use(finding, used);
  for (const Hit& other : related.find(judged.view, request_.workspace.files()))
    table_.relate(finding, place_of({}, *judged.config, other), other);
}

namespace {

// Enters a written hit of a rule, which is at a place of a script, into the table. It is a warning
// at most if the script does not always write it.
void add_written(const ActiveRule& active, const WrittenHit& written, const ConfigView& view,
                 Span at, FindingTable& table) {
  Finding* entry = table.entry(active, at, true);
  if (!entry) return;
  Finding& finding = *entry;
  auto& reaches = std::get<std::vector<Reach>>(finding.evidence);
  if (reaches.empty()) {
    table.describe(finding, written.hit);
    finding.matched = literal_of(written.hit);
    finding.fix = nullptr;  // the plans of such rules are for configs
    Severity& severity = finding.diagnostic.severity;
    if (!written.is_certain) severity = std::min(severity, Severity::kWarning);
    finding.on.front().severity = severity;
    if (active.by_launcher) table.set_by_launcher(finding, view);
  }
  if (reaches.empty() || reaches.back().view.config != view.config) reaches.push_back({view, {}});
}

}  // namespace

bool Emission::is_reported(const WrittenHit& written) {
  const auto [known, is_new] = reported_.try_emplace({written.script, written.statement});
  if (is_new)
    known->second = !table_.finding_of_script(written.statement) && was_passed(written.script);
  return known->second;
}

// Reports what scripts write wrongly in the scripts.
void Emission::emit_written(const Judged& judged) {
  for (const auto& [active, written] : judged.written) {
    if (judged.adds != Adds::kAll || !is_reported(written)) continue;
    const Span at = place_of(active->rule->at, *judged.config, written.hit);
    add_written(*active, written, judged.view, at, table_);
  }
}

void Emission::note_unpassed(std::span<const Judged> judged, const launch::ProgramStore& programs) {
  std::set<std::string> scripts;
  const auto visit = [&](auto&& use) {
    for (const Judged& each : judged) {
      if (each.adds != Adds::kAll) continue;
      for (const auto& [active, written] : each.written) {
        if (!was_passed(written.script)) use(*active, written);
      }
    }
  };
  visit([&](const auto&, const WrittenHit& written) {
    if (is_in(written.script, request_.all_scripts())) scripts.insert(written.script);
  });
  const std::vector<std::string> paths(scripts.begin(), scripts.end());
  Request request = request_;
  request.scripts = paths;
  FindingTable table(request);
  if (!paths.empty()) judge_scripts(request, programs, {}, table);
  visit([&](const ActiveRule& active, const WrittenHit& written) {
    const Finding* own = table.finding_of_script(written.statement);
    open_.told(written.script, own ? own->diagnostic.code : active.rule->code);
  });
}

// Who starts the config, and what it imports that nobody can see. Nothing is edited where nobody
// starts it.
void Emission::describe_start(Finding& finding, const Judged& judged) {
  if (judged.started.launched) table_.add_launch(finding, judged.started.launched->launch);
  const bool nobody = finding.diagnostic.severity == Severity::kInfo;
  finding.fix = nobody ? nullptr : catalog::fix_of(*finding.rule, request_.target);
  if (nobody && judged.view.launcher == launch::Launcher::kNobody) open_.nobody_starts();
  const FileSystem& files = request_.workspace.files();
  table_.note_not_found(finding, launch::imports_not_found(*judged.view.config, files));
}

// A problem of a script or of a launch script, which reaches no config.
void Emission::emit_problem(const Problem& problem) {
  for (const ActiveRule& active : judge_.rules()) {
    if (active.matcher->problem() != rule_name(problem.kind)) continue;
    Finding* finding = table_.entry(active, problem.span, true);
    if (finding && finding->diagnostic.message.empty()) table_.describe(*finding, problem);
  }
}

void Emission::emit_problem(const Problem& problem, const Resolved& heir, Adds adds) {
  for (const ActiveRule& active : judge_.rules()) {
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
      reaches.push_back({{.config = &heir, .passed = adds == Adds::kAll}, {}});
  }
}

bool Emission::is_elsewhere(Span at, const Resolved& config) const {
  if (config.document && config.document->source().id() == at.file) return false;
  return request_.workspace.sources().get(at.file).path() != config.path;
}

bool Emission::is_shared(const Judged& judged) {
  if (!judged.config) return false;
  const Resolved& config = *judged.config;
  const auto has_cause = [](const Problem* problem) { return !problem->cause.empty(); };
  const Inherited::Problems& hazards = inherited_.hazards(config);
  if (std::ranges::any_of(hazards, has_cause)) return true;
  if (!config.ok()) {
    const Inherited::Problems& problems = inherited_.problems(config);
    if (std::ranges::any_of(problems, has_cause)) return true;
  }
  return !judged.written.empty() || std::ranges::any_of(judged.hits, [&](const auto& each) {
    const auto& [active, hit] = each;
    return active->rule->once_per_run || (config.ok() && Judge::is_nowhere(*active, hit, config));
  });
}

void Emission::emit_unused_suppressions(std::span<const project::Node* const> passed) {
  project::Workspace& workspace = request_.workspace;
  for (const project::Node* node : passed) {
    for (const Problem& problem :
         unused_codes(suppressed_, request_, workspace.facts(*node), judge_.codes()))
      emit_problem(problem, *workspace.resolve(node->path()), Adds::kAll);
  }
}

void Emission::emit_unused_suppressions_of_scripts() {
  for (const auto& paths : {request_.scripts, request_.launch_scripts}) {
    for (const std::string& path : paths) {
      for (const Problem& problem : unused_codes(
               suppressed_, request_, request_.workspace.facts(path), judge_.codes_of_files()))
        emit_problem(problem);
    }
  }
}

}  // namespace mmlint::check
