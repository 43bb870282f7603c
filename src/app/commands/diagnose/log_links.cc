#include "app/commands/diagnose/log_links.h"

#include <filesystem>

#include "app/files/spare.h"
#include "check/findings/failures.h"
#include "config/history.h"
#include "fix/fixer.h"

namespace mmlint::app {
using catalog::InConfig;
using catalog::Verdict;
using logs::Diagnosis;

namespace {

// What was found in the files beside a log, with what `fix` would do, and how a run of them fails.
struct JudgedFiles {
  std::vector<check::Finding> findings;
  std::vector<Failure> failures;
};

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return is_in(text, list);
}

// Returns the place at which a span begins, its path relative to the folder; without the text of a
// line that is secret.
logs::Place place_of(const Span& span, const SourceStore& sources,
                     const std::string& current_folder) {
  const Source& source = sources.get(span.file);
  const std::uint32_t line = sources.begin_of(span).line;
  return {relative_path(source.path(), current_folder), line,
          source.is_secret() ? "" : std::string(source.lines().line_text(line))};
}

// The command that mends a finding.
std::string fix_command(const Diagnostic& finding, const std::string& path) {
  if (!finding.fix || finding.fix->safety == Safety::kDisplay) return {};
  return fmt::format("mmlint fix {}{}", finding.fix->safety == Safety::kUnsafe ? "--unsafe " : "",
                     path);
}

// Later stages of the same run, of the files that were judged.
std::vector<std::string> later(const std::vector<Failure>& failures,
                               const std::vector<std::string>& codes) {
  std::vector<std::string> out;
  bool behind = false;
  for (const Failure& failure : failures) {
    const bool here =
        std::ranges::any_of(failure.codes, [&](const auto& code) { return contains(codes, code); });
    if (behind && !here && !failure.errors.empty()) {
      out.push_back(fmt::format("{}: {}", fmt::join(failure.codes, ", "), failure.errors.front()));
    }
    behind |= here;
  }
  return out;
}

// Returns true if two paths are of one file: where the log was written, the project may have lain
// in another folder.
bool same_file(std::string_view a, std::string_view b) {
  if (a.size() < b.size()) std::swap(a, b);
  while (b.starts_with("./")) b.remove_prefix(2);
  return a.ends_with(b) && (a.size() == b.size() || a[a.size() - b.size() - 1] == '/');
}

// How a finding fits a diagnosis; the lower, the better.
enum class Fit { kAtCall, kAtOtherCall, kByRule, kNot };

class Narrowing {
 public:
  Narrowing(Diagnosis& diagnosis, const JudgedFiles& judged, const SourceStore& sources,
            const std::string& current_folder)
      : diagnosis_(diagnosis),
        judged_(judged),
        sources_(sources),
        current_folder_(current_folder) {}

  // See narrow().
  bool narrow() {
    const Diagnostic* best = nullptr;
    for (const check::Finding& each : judged_.findings) {
      if (fit(each.diagnostic) == Fit::kNot) continue;
      if (best == nullptr || is_better(each.diagnostic, *best)) best = &each.diagnostic;
    }
    if (best == nullptr) return false;
    std::set<std::string> codes;
    for (const check::Finding& each : judged_.findings) {
      const Diagnostic& finding = each.diagnostic;
      if (fit(finding) == fit(*best) && finding.severity == best->severity)
        codes.insert(finding.code);
    }
    diagnosis_.rules.assign(codes.begin(), codes.end());
    diagnosis_.verdict = Verdict::kFault;
    show(*best);
    return true;
  }

 private:
  // Which line of the traceback it stands at, the innermost being 0; nullopt for none.
  std::optional<std::size_t> call(const Diagnostic& finding) const {
    const std::string& path = sources_.get(finding.primary.file).path();
    const std::uint32_t first = sources_.begin_of(finding.primary).line;
    const std::uint32_t last = sources_.end_of(finding.primary).line;
    for (std::size_t i = 0; i < diagnosis_.calls.size(); ++i) {
      const logs::Place& call = diagnosis_.calls[i];
      if (call.line >= first && call.line <= last && related(path, call.path)) return i;
    }
    return std::nullopt;
  }

  // The log may name the file by a path of another machine: the names and folders at the end count.
  static bool related(std::string_view path, std::string_view logged) {
    if (same_file(path, logged)) return true;
    const std::string own = parent_folder(std::string(path));
    const std::string other = parent_folder(std::string(logged));
    return file_name(path) == file_name(logged) && file_name(own) == file_name(other);
  }

  Fit fit(const Diagnostic& finding) const {
    const bool named = contains(diagnosis_.rules, finding.code);
    if (finding.severity != Severity::kInfo) {
      const bool open = diagnosis_.verdict == Verdict::kUnknown ||
                        (diagnosis_.verdict == Verdict::kKnown && diagnosis_.rules.empty());
      if (call(finding) && (named || open)) return named ? Fit::kAtCall : Fit::kAtOtherCall;
    }
    // Rules of what is no fault by itself are possible ones; what they find for sure decides.
    const bool decides =
        diagnosis_.verdict == Verdict::kFault || finding.severity != Severity::kInfo;
    return named && decides ? Fit::kByRule : Fit::kNot;
  }

  bool is_better(const Diagnostic& a, const Diagnostic& b) const {
    if (fit(a) != fit(b)) return fit(a) < fit(b);
    const auto inner = [&](const Diagnostic& each) { return call(each).value_or(~0U); };
    if (inner(a) != inner(b)) return inner(a) < inner(b);
    return a.severity > b.severity;
  }

  void show(const Diagnostic& finding) {
    diagnosis_.place = place_of(finding.primary, sources_, current_folder_);
    diagnosis_.fix = fix_command(finding, diagnosis_.place->path);
    if (auto next = later(judged_.failures, diagnosis_.rules); !next.empty())
      diagnosis_.next = std::move(next);
    if (diagnosis_.meaning.empty()) diagnosis_.meaning = finding.message;
  }

  Diagnosis& diagnosis_;
  const JudgedFiles& judged_;
  const SourceStore& sources_;
  const std::string& current_folder_;
};

JudgedFiles judge_files(const check::Request& request) {
  JudgedFiles out;
  std::vector<std::string> open;
  out.findings = check::run_check(request, &open);
  const fix::Options fixing{true, fix::Where::kAuto, [](const std::string&) { return true; }};
  fix::describe_fixes(out.findings, request, fixing, false);
  out.failures = check::failures(out.findings, request);
  return out;
}

// Sets what the findings say of a diagnosis: the rules, the line, the command that mends it and
// what would fail next. Those count that stand at a line of the traceback, of the rules that the
// diagnosis names or, if it names none, of any; else those of its rules. Returns false if there is
// none, and leaves the diagnosis as it was.
bool narrow(Diagnosis& diagnosis, const JudgedFiles& judged, const SourceStore& sources,
            const std::string& current_folder) {
  return Narrowing(diagnosis, judged, sources, current_folder).narrow();
}

// A config whose text MMEngine has printed into a log, as a project of its own in memory.
class PrintedConfig {
 public:
  static constexpr const char* kFolder = "/log";

  // Borrows the judging, which must outlive this object.
  PrintedConfig(std::string text, const Judging& judging)
      : judging_(judging), paths_{std::string(kFolder) + "/config.py"}, roots_{kFolder} {
    files_.add(paths_.front(), std::move(text));
    workspace_ = std::make_unique<project::Workspace>(files_, sources_, project::Settings());
    workspace_->load(paths_);
    index_ = std::make_unique<project::Index>(*workspace_, paths_);
  }

  check::Request request() const {
    return {.workspace = *workspace_,
            .index = *index_,
            .passed = paths_,
            .target = *judging_.target,
            .rules = judging_.rules,
            .language = judging_.language,
            .roots = roots_};
  }
  const SourceStore& sources() const { return sources_; }
  config::Written written() const { return workspace_->written(); }
  const config::Resolved* resolved() const {  // null if it cannot be read
    return workspace_->resolve(paths_.front());
  }

 private:
  const Judging& judging_;
  MemoryFileSystem files_;
  SourceStore sources_;
  std::vector<std::string> paths_, roots_;
  std::unique_ptr<project::Workspace> workspace_;
  std::unique_ptr<project::Index> index_;
};

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
  project.read_scripts(files, report);
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
