#include "check/findings/finding_table.h"

#include "base/text.h"
#include "catalog/on_target.h"
#include "check/findings/dedupe.h"
#include "script/symbols.h"

namespace mmlint::check {
using catalog::Captures;

namespace {

constexpr std::size_t kShownWidth = 60;   // bytes of a value or of a piece of a script in a message
constexpr const char* kNotShown = "...";  // what stands in a file of which nothing may be printed

}  // namespace

FindingTable::FindingTable(const Request& request) : request_(request), passed_(request.passed) {}

const std::string& FindingTable::path_of(Span span) const {
  return request_.workspace.sources().get(span.file).path();
}

std::string FindingTable::filled(const LocalizedText& text, const Captures& captures) const {
  return catalog::fill(text.in(request_.language), captures, request_.target);
}

std::string FindingTable::printed(Span span) const {
  return fmt::format("{}:{}", path_of(span), request_.workspace.sources().begin_of(span).line);
}

Finding* FindingTable::entry(const ActiveRule& active, Span span, bool adding,
                             const std::string& cause) {
  const bool placeless = active.rule->once_per_run || !cause.empty();
  const Cause key(active.rule->code, cause, placeless ? Span{} : span);
  const auto known = findings_.find(key);
  if (known != findings_.end()) return &known->second;
  if (!adding) return nullptr;
  if (active.rule->match.name != rule_name(ProblemKind::kLimitReached)) {
    const std::size_t count = ++counts_[span.file];
    if (count == kMostFindings + 1) full_.push_back(span.file);
    if (count > kMostFindings) return nullptr;
  }
  Finding& finding = findings_[key];
  finding.rule = active.rule;
  finding.target = &request_.target;
  finding.on = {{&request_.target, active.severity}};
  if (!request_.others.empty()) finding.captures["target.name"] = kTargetNames;
  finding.fix = catalog::fix_of(*active.rule, request_.target);
  finding.diagnostic.code = active.rule->code;
  finding.diagnostic.name = active.rule->name;
  finding.diagnostic.severity = active.severity;
  finding.diagnostic.primary = span;
  return &finding;
}

void FindingTable::describe(Finding& finding, const Hit& hit) const {
  const Value* value = hit.found.value;
  for (const auto& [name, text] : hit.captures) finding.captures[name] = text;
  describe(finding, hit.key, value ? print(*value, kShownWidth) : "", literal_of(hit));
  for (const Place& p : hit.places)
    finding.diagnostic.labels.push_back({p.span, p.text.in(request_.language)});
  if (!hit.nearest.empty()) note_nearest(finding.diagnostic, hit.nearest);
}

std::string FindingTable::written(const ScriptHit& hit) const {
  if (!hit.callee.known()) return script::shown(script::Symbol(hit.name.str()));
  const Source& source = request_.workspace.sources().get(hit.fact.file);
  const auto fits = [](std::string_view text) {
    return text.size() <= kShownWidth && text.find_first_of("\r\n") == text.npos;
  };
  if (fits(source.text(hit.fact))) return std::string(source.text(hit.fact));
  const std::string callee = fmt::format("{}(...)", source.text(hit.callee));
  if (fits(callee)) return callee;
  // Of a long chain of calls the end tells most.
  const std::string_view chain = source.text(hit.callee);
  const std::size_t dot = chain.rfind('.');
  return dot == chain.npos ? script::shown(script::Symbol(hit.name.str()))
                           : fmt::format("(...){}(...)", chain.substr(dot));
}

void FindingTable::describe(Finding& finding, const ScriptHit& hit) const {
  Hit as_value;
  as_value.found.value = hit.value;
  // Of a symbol the text in the script is shown: torch.cuda.FloatTensor.
  const std::string text =
      hit.value ? print(*hit.value, kShownWidth)
                : std::string(request_.workspace.sources().get(hit.at.file).text(hit.at));
  const bool fits = hit.value || (text.size() <= kShownWidth && text.find('\n') == text.npos);
  finding.form = hit.name;
  describe(finding, written(hit), fits ? text : "", literal_of(as_value));
  finding.diagnostic.key.clear();  // is a key path of configs
}

void FindingTable::describe(Finding& finding, const std::string& key, std::string value,
                            const catalog::Literal& literal) const {
  Diagnostic& d = finding.diagnostic;
  Captures& captures = finding.captures;
  captures["key"] = key;
  captures["value"] = std::move(value);
  captures["count"] = "";
  d.key = key;
  fill_texts(finding, literal, finding.form);
}

void FindingTable::describe(Finding& finding, const LaunchHit& hit) const {
  Diagnostic& d = finding.diagnostic;
  finding.captures.insert(hit.captures.begin(), hit.captures.end());
  finding.captures["key"] = hit.name;
  finding.captures["value"] = hit.value;
  finding.captures["count"] = "";
  finding.form = hit.form;
  const catalog::Literal literal{hit.value};
  fill_texts(finding, literal, hit.form);
  for (const Place& p : hit.places) d.labels.push_back({p.span, p.text.in(request_.language)});
  note_nearest(d, hit.nearest);
}

void FindingTable::fill_texts(Finding& finding, const catalog::Literal& literal,
                              std::string_view form) const {
  Diagnostic& d = finding.diagnostic;
  const catalog::Rule& rule = *finding.rule;
  const Captures& captures = finding.captures;
  finding.fix = catalog::fix_of(rule, request_.target, form);
  d.message = filled(rule.message, captures);
  d.why = filled(rule.why, captures);
  d.label = filled(rule.label, captures);
  for (const catalog::Variant* variant :
       catalog::variants_of(rule, request_.target, literal, form)) {
    if (variant->severity) d.severity = finding.on.front().severity = *variant->severity;
    std::string why = filled(variant->why, captures);
    if (variant->message) {
      d.message = filled(*variant->message, captures);
      d.label = filled(variant->label, captures);
      d.why = std::move(why);
    } else {
      d.notes.push_back(std::move(why));
    }
  }
}

void FindingTable::describe(Finding& finding, const Problem& problem) const {
  Diagnostic& d = finding.diagnostic;
  Captures& captures = finding.captures;
  const bool is_secret = request_.workspace.sources().get(d.primary.file).is_secret();
  for (const auto& [name, text] : problem.captures)
    captures.emplace(name, is_secret && name != "language" ? kNotShown : text);
  for (std::size_t i = 0; i < problem.places.size() && i < 2; ++i) {
    captures[i == 0 ? "first" : "second"] = printed(problem.places[i].span);
  }
  finding.form = problem.form;
  fill_texts(finding, {}, finding.form);
  const auto nearest = problem.captures.find("nearest");
  const bool has_nearest = nearest != problem.captures.end() && !nearest->second.empty();
  const auto folder = problem.captures.find("folder");
  if (folder != problem.captures.end() && !folder->second.empty() && !has_nearest)
    d.notes.push_back(hint_for_folder(folder->second));
  for (const Place& p : problem.places) d.labels.push_back({p.span, p.text.in(request_.language)});
  if (has_nearest) note_nearest(d, nearest->second);
}

// What to do about a folder that is missing: of all that lies below it, nothing can be read.
std::string FindingTable::hint_for_folder(const std::string& folder) const {
  static const LocalizedText kSubmodule = {
      "there is no folder {}; it belongs to a git submodule: git submodule update --init {}",
      "没有文件夹 {}；它属于一个 git 子模块：git submodule update --init {}"};
  static const LocalizedText kElsewhere = {
      "there is no folder {}; if it comes with another repository, check that out there, or name "
      "its configs as package::path and say --package PACKAGE=FOLDER or --python-path FOLDER",
      "没有文件夹 {}；如果它属于另一个仓库，请在该处检出，或者把其中的配置写作 "
      "package::path，并用 --package PACKAGE=目录 或 --python-path 目录 说明位置"};
  for (const std::string& root : request_.roots) {
    const auto text = request_.workspace.files().read(join_path(root, ".gitmodules"));
    if (!text) continue;
    for (const std::string_view line : split(*text, '\n')) {
      const std::size_t sign = line.find('=');
      if (sign == line.npos || trim(line.substr(0, sign)) != "path") continue;
      const std::string module(trim(line.substr(sign + 1)));
      if (is_below(folder, join_path(root, module)) || is_below(join_path(root, module), folder))
        return fmt::format(fmt::runtime(kSubmodule.in(request_.language)), folder, module);
    }
  }
  return fmt::format(fmt::runtime(kElsewhere.in(request_.language)), folder);
}

void FindingTable::note_nearest(Diagnostic& d, const std::string& nearest) const {
  if (nearest.empty()) return;
  static const LocalizedText kMeant = {"did you mean '{}'?", "是否想写 '{}'？"};
  d.notes.push_back(fmt::format(fmt::runtime(kMeant.in(request_.language)), nearest));
}

void FindingTable::relate(Finding& finding, Span other) const {
  if (const auto& related = finding.rule->related)
    finding.diagnostic.labels.push_back({other, filled(related->label, finding.captures)});
}

void FindingTable::relate(Finding& finding, Span at, const Hit& other) const {
  const auto& related = finding.rule->related;
  if (!related || !at.known() || at == finding.diagnostic.primary) return;
  Captures captures = finding.captures;
  captures["key"] = other.key;
  captures["value"] = other.found.value ? print(*other.found.value, kShownWidth) : "";
  finding.diagnostic.labels.push_back({at, filled(related->label, captures)});
}

void FindingTable::add_config_use(Finding& finding, Span use) const {
  static const LocalizedText kUsed = {"used for {} here", "在这里用作 {}"};
  finding.diagnostic.labels.push_back(
      {use, fmt::format(fmt::runtime(kUsed.in(request_.language)), finding.diagnostic.key)});
}

void FindingTable::set_level(Finding& finding, const catalog::SeverityLevel& level) const {
  finding.diagnostic.severity = finding.on.front().severity = level.severity;
  if (level.message) finding.diagnostic.message = filled(*level.message, finding.captures);
}

void FindingTable::set_by_launcher(Finding& finding, const ConfigView& view) const {
  static const LocalizedText kOpen = {
      "only with a launcher: a script accepts --launcher, but no launch script passes it",
      "仅在使用 launcher 时才会发生：有脚本接受 --launcher，但没有启动脚本传递它"};
  Severity& severity = finding.diagnostic.severity;
  const Severity now = severity_with_launcher(severity, view);
  if (now == severity) return;
  severity = finding.on.front().severity = now;
  finding.diagnostic.notes.push_back(kOpen.in(request_.language));
}

void FindingTable::note_not_found(Finding& finding, const std::vector<std::string>& modules) const {
  static const LocalizedText kNotFound = {
      "custom_imports names {}, which was not found below the root: it is taken to make no "
      "process group",
      "custom_imports 中的 {} 在根目录下没有找到：假定它不创建进程组"};
  for (const std::string& module : modules) {
    finding.diagnostic.notes.push_back(
        fmt::format(fmt::runtime(kNotFound.in(request_.language)), module));
  }
}

void FindingTable::add_launch(Finding& finding, Span launcher) const {
  static const LocalizedText kStarted = {"started with a launcher here", "在这里以分布式方式启动"};
  finding.diagnostic.labels.push_back({launcher, kStarted.in(request_.language)});
}

void FindingTable::add_start(Finding& finding, Span starter) const {
  static const LocalizedText kStarted = {"this launch leads here", "这样启动会运行到这里"};
  finding.diagnostic.labels.push_back({starter, kStarted.in(request_.language)});
}

void FindingTable::add_use(Finding& finding, Span callee) const {
  static const LocalizedText kUsed = {"used here", "在这里使用"};
  finding.diagnostic.labels.push_back({callee, kUsed.in(request_.language)});
}

void FindingTable::note(Finding& finding, const LocalizedText& text) const {
  finding.diagnostic.notes.push_back(text.in(request_.language));
}

const Finding* FindingTable::finding_of_script(Span span) const {
  const SourceStore& sources = request_.workspace.sources();
  const auto found = std::ranges::find_if(findings_, [&](const auto& each) {
    const Span at = each.second.diagnostic.primary;
    return each.second.script_hit() && at.file == span.file &&
           (span.contains(at) || sources.begin_of(at).line == sources.begin_of(span).line);
  });
  return found == findings_.end() ? nullptr : &found->second;
}

std::set<std::string> FindingTable::files() const {
  std::set<std::string> out;
  for (const auto& [cause, finding] : findings_) out.insert(path_of(finding.diagnostic.primary));
  return out;
}

void FindingTable::count(Finding& finding) const {
  Diagnostic& d = finding.diagnostic;
  const std::string& file = path_of(d.primary);
  const bool file_passed = was_passed(file);
  if (auto* reaches = std::get_if<std::vector<Reach>>(&finding.evidence)) {
    const auto before = [](const Reach& a, const Reach& b) {
      return a.view.config->path < b.view.config->path;
    };
    if (!std::ranges::is_sorted(*reaches, before)) std::ranges::sort(*reaches, before);
  }
  for (const Reach& reach : finding.reaches()) {
    const config::Resolved& config = *reach.view.config;
    const std::string& path = config.path;
    const bool counts = reach.view.passed;
    if (!counts && !request_.index.has(path)) continue;
    ++d.affects.count;
    if (counts) ++d.affects.checked;
    if (path != file && config.document)
      d.affects.examples.push_back(config.document->source().id());
    if (counts && d.found_through.empty() && !file_passed) d.found_through = path;
  }
  if (d.affects.count > 1) {
    static const LocalizedText kReaches = {"reaches {} configs", "影响 {} 个配置"};
    static const LocalizedText kComma = {", ", "，"};
    if (!d.label.empty()) d.label += kComma.in(request_.language);
    d.label += fmt::format(fmt::runtime(kReaches.in(request_.language)), d.affects.count);
  }
}

bool FindingTable::has_set_severity(const Finding& finding) const {
  return std::ranges::any_of(request_.rules, [&](const auto& active) {
    return active.rule == finding.rule && active.severity != active.rule->severity;
  });
}

bool FindingTable::is_of_tests(const Finding& finding) const {
  const auto* reaches = std::get_if<std::vector<Reach>>(&finding.evidence);
  if (!reaches || reaches->empty()) return false;
  const auto in_tests = [this](const Reach& reach) {
    const std::string_view path = reach.view.config->path;
    return std::ranges::any_of(request_.roots, [&](const std::string& root) {
      if (!is_below(path, root) || path.size() <= root.size()) return false;
      const std::string_view inside = path.substr(root == "/" ? 1 : root.size() + 1);
      return is_below(inside, "tests") || is_below(inside, "test");
    });
  };
  return std::ranges::all_of(*reaches, in_tests);
}

bool FindingTable::is_of_unused(Finding& finding) const {
  static const LocalizedText kHeirs = {
      "each known start names a config that inherits this one, and is not affected",
      "每个已知的启动都使用继承它的配置，而那些配置不受影响"};
  static const LocalizedText kUnused = {"no config inherits this base, and no known start names it",
                                        "没有配置继承这个基础配置，也没有已知的启动使用它"};
  const auto* reaches = std::get_if<std::vector<Reach>>(&finding.evidence);
  if (!reaches || reaches->empty() || finding.diagnostic.severity == Severity::kInfo) return false;
  const auto all = [&](bool ConfigView::*is) {
    return std::ranges::all_of(*reaches, [&](const Reach& reach) { return reach.view.*is; });
  };
  const LocalizedText* why = all(&ConfigView::only_heirs)       ? &kHeirs
                             : all(&ConfigView::is_unused_base) ? &kUnused
                                                                : nullptr;
  if (why) finding.diagnostic.notes.push_back(why->in(request_.language));
  return why != nullptr;
}

std::vector<Finding> FindingTable::finished(Suppressed& suppressed) {
  for (const FileId file : std::exchange(full_, {})) {
    emit_limit(file,
               {fmt::format("only {} of its findings are listed", kMostFindings),
                fmt::format("只列出了其中的 {} 条结果", kMostFindings)},
               request_, *this);
    suppressed.set_partial(file);
  }
  std::vector<Finding> out;
  for (auto& [cause, finding] : findings_) {
    if (suppressed.is_suppressed(finding.diagnostic.primary, *finding.rule)) continue;
    count(finding);
    if (!has_set_severity(finding) && (is_of_tests(finding) || is_of_unused(finding))) {
      Severity& severity = finding.diagnostic.severity;
      severity = finding.on.front().severity = Severity::kInfo;
    }
    out.push_back(std::move(finding));
  }
  findings_.clear();
  return out;
}

void sort_findings(std::vector<Finding>& findings, const SourceStore& sources) {
  std::ranges::sort(findings, [&](const Finding& a, const Finding& b) {
    const std::string& x = sources.get(a.diagnostic.primary.file).path();
    const std::string& y = sources.get(b.diagnostic.primary.file).path();
    return x != y ? x < y : before(a.diagnostic, b.diagnostic);
  });
}

void emit_limit(FileId file, const LocalizedText& limit, const Request& request,
                FindingTable& table, Severity severity) {
  const Span at{file, 0, 0};
  const Problem problem{
      ProblemKind::kLimitReached, at, {{"limit", limit.in(request.language)}}, {}};
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->match.name != rule_name(problem.kind)) continue;
    const ActiveRule rule{active.rule, active.severity, nullptr};
    Finding& finding = *table.entry(rule, at, true);
    table.describe(finding, problem);
    finding.diagnostic.severity = finding.on.front().severity = severity;
  }
}

}  // namespace mmlint::check
