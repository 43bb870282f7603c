#include "report/json.h"

#include <nlohmann/json.hpp>

#include "report/counts.h"
#include "report/formats.h"
#include "report/next_step.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

Json summary(const RunReport& report, const Settings& settings) {
  const Counts counts = count_findings(report);
  Json skipped = Json::array();
  for (const SkipCount& skip : count_skipped(report)) {
    skipped.push_back(Json{{"reason", skip.reason}, {"count", skip.count}});
  }
  Json rules = Json::array();
  for (const RuleCount& rule : count_rules(report)) {
    rules.push_back(Json{{"code", rule.code},
                         {"name", rule.name},
                         {"count", rule.count},
                         {"fixable", rule.safe},
                         {"fixable_unsafe", rule.unsafe}});
  }
  Json object{{"target_chosen", report.target_chosen},
              {"mmengine", report.mmengine},
              {"configs", report.configs},
              {"scripts", report.scripts},
              {"shells", report.shells},
              {"errors", counts.errors},
              {"warnings", counts.warnings},
              {"infos", counts.infos},
              {"fixable", counts.safe},
              {"fixable_unsafe", counts.unsafe},
              {"rules", std::move(rules)},
              {"skipped", std::move(skipped)},
              {"notes", report.notes},
              {"not_decided", report.open}};
  if (settings.timing) {
    Json phases = Json::array();
    for (const Timing& phase : report.timings) {
      phases.push_back(Json{{"phase", phase.phase}, {"milliseconds", phase.milliseconds}});
    }
    object["timing"] = std::move(phases);
  }
  return object;
}

Json findings(const std::vector<Diagnostic>& diagnostics, const SourceStore& sources,
              const Settings& settings) {
  Json array = Json::array();
  for (const Diagnostic& finding : diagnostics) {
    array.push_back(json_finding(finding, sources, settings));
  }
  return array;
}

// The order in which a run would come to its ends.
void put_failures(Json& root, const RunReport& report) {
  Json failures = Json::array();
  for (const Failure& failure : report.failures) {
    failures.push_back(
        Json{{"stage", failure.stage}, {"codes", failure.codes}, {"errors", failure.errors}});
    if (!failure.targets.empty()) failures.back()["targets"] = failure.targets;
  }
  root["failures"] = std::move(failures);
}

// What only a run of `fix` has.
void put_fix_run(Json& root, const RunReport& report, const SourceStore& sources,
                 const Settings& settings) {
  root["fixed"] = findings(report.fixed, sources, settings);
  Json refused = Json::array();
  for (const RefusedFix& fix : report.refused) {
    const Source& source = sources.get(fix.primary.file);
    const Position at = source.lines().position(fix.primary.begin);
    refused.push_back(Json{{"code", fix.code},
                           {"path", shown_path(source.path(), settings)},
                           {"line", at.line},
                           {"column", at.column},
                           {"reason", fix.reason}});
  }
  root["refused"] = std::move(refused);
  Json changes = Json::array();
  for (const FileChange& change : report.changes) {
    changes.push_back(
        Json{{"path", shown_path(change.path, settings)}, {"created", change.created}});
  }
  root["changes"] = std::move(changes);
  root["written"] = !settings.dry_run;
}

using Json = nlohmann::ordered_json;

void put_place(Json& object, const Span& span, const SourceStore& sources,
               const Settings& settings) {
  const Source& source = sources.get(span.file);
  const Position begin = source.lines().position(span.begin);
  const Position end = source.lines().position(span.end);
  object["path"] = shown_path(source.path(), settings);
  object["line"] = begin.line;
  object["column"] = begin.column;
  object["end_line"] = end.line;
  object["end_column"] = end.column;
}

Json optional_text(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json(nullptr);
}

Json json_fix(const Fix& fix, const SourceStore& sources, const Settings& settings) {
  std::vector<TextEdit> sorted = fix.edits;  // file ids follow no order that a reader knows
  std::ranges::stable_sort(sorted, [&](const TextEdit& a, const TextEdit& b) {
    return sources.get(a.span.file).path() < sources.get(b.span.file).path();
  });
  Json edits = Json::array();
  for (const TextEdit& edit : sorted) {
    Json one;
    put_place(one, edit.span, sources, settings);
    one["replacement"] = edit.replacement;
    edits.push_back(std::move(one));
  }
  Json files = Json::array();
  for (const NewFile& file : fix.files) {
    files.push_back(Json{{"path", shown_path(file.path, settings)}, {"text", file.bytes}});
  }
  Json changes = Json::array();
  for (const Intent& intent : fix.intents) {
    changes.push_back(Json{{"config", shown_path(intent.config, settings)},
                           {"key", intent.key},
                           {"before", optional_text(intent.before)},
                           {"after", optional_text(intent.after)}});
  }
  Json object{{"safety", to_string(fix.safety)},
              {"title", fix.title},
              {"edits", std::move(edits)},
              {"changes", std::move(changes)}};
  if (!files.empty()) object["creates"] = std::move(files);
  return object;
}

}  // namespace

std::string render_json(const RunReport& report, const SourceStore& sources,
                        const Settings& settings) {
  Json root;
  root["version"] = kVersion;
  root["target"] = report.targets.size() == 1 ? Json(report.targets.front()) : Json(report.targets);
  root["summary"] = summary(report, settings);
  root["diagnostics"] = findings(report.diagnostics, sources, settings);
  if (!report.is_fix) put_failures(root, report);
  if (report.is_fix) put_fix_run(root, report, sources, settings);
  return json_text(root, 2) + "\n";
}

Json json_finding(const Diagnostic& finding, const SourceStore& sources, const Settings& settings) {
  Json object;
  object["code"] = finding.code;
  object["name"] = finding.name;
  object["severity"] = to_string(finding.severity);
  if (!finding.targets.empty()) object["targets"] = finding.targets;
  object["message"] = finding.message;
  put_place(object, finding.primary, sources, settings);
  object["key"] = finding.key.empty() ? Json(nullptr) : Json(finding.key);
  Json examples = Json::array();
  for (const FileId file : finding.affects.examples)
    examples.push_back(shown_path(sources.get(file).path(), settings));
  object["affects"] = Json{{"count", finding.affects.count},
                           {"checked", finding.affects.checked},
                           {"examples", std::move(examples)}};
  object["fix"] = finding.fix ? json_fix(*finding.fix, sources, settings) : Json(nullptr);
  object["notes"] = notes_of(finding, sources, settings);
  return object;
}

std::string json_text(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string render_jsonl(const RunReport& report, const SourceStore& sources,
                         const Settings& settings) {
  std::string out;
  for (const Diagnostic& finding : report.diagnostics) {
    out += json_text(json_finding(finding, sources, settings), -1) + "\n";
  }
  return out;
}

}  // namespace mmlint::report
