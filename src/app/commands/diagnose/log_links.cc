#include "app/commands/diagnose/log_links.h"

#include <filesystem>

#include "app/commands/diagnose/log_findings.h"
#include "app/commands/diagnose/printed_config.h"
#include "app/files/spare.h"
#include "config/history.h"

namespace mmlint::app {
namespace {

using catalog::InConfig;
using catalog::Verdict;
using logs::Diagnosis;

// The key paths of a config at which a text stands as a value, or as a key.
void find_named(const Value& value, const std::string& path, const Diagnosis& d,
                std::vector<std::string>& out, int depth = 0) {
  if (out.size() >= 3 || depth > 60) return;
  if (d.in_config == InConfig::kValue && value.kind == Value::Kind::kString &&
      value.text() == d.named)
    out.push_back(path);
  for (std::size_t i = 0; i < value.items().size(); ++i)
    find_named(*value.items()[i], append_index(path, i), d, out, depth + 1);
  for (const Entry& entry : value.dict().entries()) {
    const std::string inner = append_key(path, *entry.key);
    if (d.in_config == InConfig::kKey && entry.key->is_string(d.named)) out.push_back(inner);
    find_named(*entry.value, inner, d, out, depth + 1);
  }
}

// Returns a place in a printed config as one in the log.
logs::Place in_log(logs::Place place, const Diagnosis& diagnosis, Language language) {
  place.path =
      diagnosis.file + (language == Language::kChinese ? "（其中的配置）" : " (its config)");
  place.line += static_cast<std::uint32_t>(diagnosis.config_line - 1);
  return place;
}

// Says where the config, a file or printed in the log, sets what the error names.
void find_in_config(Diagnosis& diagnosis, const config::Resolved& config,
                    const config::Written& written, const std::string& current_folder,
                    bool is_printed, Language language) {
  if (diagnosis.named.empty() || config.root == nullptr) return;
  std::vector<std::string> keys;
  find_named(*config.root, "", diagnosis, keys);
  for (const std::string& key : keys) {
    const auto history = config::history(written, config, key);
    if (!history || history->steps.empty()) continue;
    logs::Place place = place_of(history->steps.front().at, written.sources, current_folder);
    if (is_printed) place = in_log(std::move(place), diagnosis, language);
    diagnosis.notes.push_back(language == Language::kChinese
                                  ? fmt::format("'{}' 是配置中的 {}，在 {}:{} 设置",
                                                diagnosis.named, key, place.path, place.line)
                                  : fmt::format("'{}' is {} in the config, set at {}:{}",
                                                diagnosis.named, key, place.path, place.line));
    if (&key == &keys.front()) diagnosis.place = std::move(place);
  }
}

// The files that were named beside the logs, and the script that a traceback names if it is there.
std::vector<std::string> files_beside(const Options& options,
                                      const std::vector<Diagnosis>& diagnoses) {
  std::vector<std::string> out;
  for (const std::string& path : {options.log_config, options.log_script, options.log_launcher}) {
    if (!path.empty()) out.push_back(path);
  }
  std::error_code failed;
  for (const Diagnosis& each : diagnoses) {
    if (!options.log_script.empty() || !each.place || each.verdict != Verdict::kFault) continue;
    const std::string& path = each.place->path;
    if (extension(path) == ".py" && std::filesystem::is_regular_file(path, failed) &&
        !is_in(path, out))
      out.push_back(path);
  }
  return out;
}

// The rules for the release of MMEngine that the logs tell, where nobody named one and it matters.
std::unique_ptr<Judging> judging_of(const std::vector<Diagnosis>& diagnoses,
                                    const Options& options) {
  if (!options.mmengine.empty()) return nullptr;
  for (const Diagnosis& each : diagnoses) {
    if (!each.mmengine || each.mmengine->last >= catalog::kNewestVersion) continue;
    Options older = options;
    older.mmengine = catalog::printed(each.mmengine->last);
    auto judging = prepare_judging(older);
    return judging ? std::move(*judging) : nullptr;
  }
  return nullptr;
}

// Judges files on the disk. Returns for each diagnosis whether something in them is its cause.
std::vector<bool> link_files(std::vector<Diagnosis>& diagnoses,
                             const std::vector<std::string>& paths, const Options& options,
                             const Judging& judging, RunReport& report) {
  std::vector<bool> linked(diagnoses.size());
  Options files = options;
  files.paths = paths;
  SourceStore sources;
  Project project(files, report, sources);
  project.read_scripts(report);
  if (!report.errors.empty()) return linked;
  const check::Request request = judging.request(project);
  JudgedFiles judged;
  spare_the_others(project.configs(), report, [&](const auto& configs) {
    check::Request now = request;
    now.passed = configs;
    judged = judge_files(now);
  });
  const std::string& folder = project.current_folder();
  for (std::size_t i = 0; i < diagnoses.size(); ++i) {
    Diagnosis& each = diagnoses[i];
    linked[i] = narrow(each, judged, project.workspace().sources(), folder);
    if (options.target_chosen && !each.fix.empty()) each.fix += " --target " + options.target;
    if (!linked[i] && each.verdict == Verdict::kFault && !options.log_config.empty()) {
      const std::string files_read = fmt::format("{}", fmt::join(paths, ", "));
      each.notes.push_back(judging.language == Language::kChinese
                               ? fmt::format("在 {} 上，这些规则在 {} 中没有发现问题",
                                             judging.target->name, files_read)
                               : fmt::format("none of these rules finds anything in {} on {}",
                                             files_read, judging.target->name));
    }
    for (const std::string& path : project.configs()) {
      const config::Resolved* config = project.workspace().resolve(path);
      if (!linked[i] && config)
        find_in_config(each, *config, project.workspace().written(), folder, false,
                       judging.language);
    }
  }
  return linked;
}

// Judges the config that a log prints. It shows what the script has made of it, so what only rules
// about scripts find stays possible.
void link_printed(Diagnosis& diagnosis, const Judging& judging) {
  const std::vector<std::string> before = diagnosis.rules;
  PrintedConfig printed(diagnosis.config, judging);
  if (diagnosis.verdict == Verdict::kFault && narrow(diagnosis, judge_files(printed.request()),
                                                     printed.sources(), PrintedConfig::kFolder)) {
    for (const std::string& code : before) {
      const catalog::Rule* rule = judging.catalog.rule(code);
      if (rule && rule->documents != "config") diagnosis.rules.push_back(code);
    }
    diagnosis.place = in_log(*diagnosis.place, diagnosis, judging.language);
    diagnosis.fix.clear();  // there is no file that it could be applied to
    return;
  }
  const config::Resolved* config = printed.resolved();
  if (config == nullptr) return;
  find_in_config(diagnosis, *config, printed.written(), PrintedConfig::kFolder, true,
                 judging.language);
}

}  // namespace

void link_to_project(std::vector<Diagnosis>& diagnoses, const Options& options,
                     const Judging& newest, RunReport& report) {
  const std::unique_ptr<Judging> older = judging_of(diagnoses, options);
  const Judging& judging = older ? *older : newest;
  const std::vector<std::string> paths = files_beside(options, diagnoses);
  std::vector<bool> linked(diagnoses.size());
  if (!paths.empty()) linked = link_files(diagnoses, paths, options, judging, report);
  for (std::size_t i = 0; i < diagnoses.size(); ++i) {
    if (!linked[i] && options.log_config.empty() && !diagnoses[i].config.empty())
      link_printed(diagnoses[i], judging);
  }
}

}  // namespace mmlint::app
