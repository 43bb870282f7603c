#include <algorithm>

#include <fmt/format.h>

#include "catalog/on_target.h"
#include "check/dedupe.h"
#include "check/launch_graph.h"

namespace mmlint::check {
bool needs_launch(const catalog::Match& match) {
  if (match.kind == catalog::Match::Kind::kConfig && match.name == "launched") return true;
  return std::any_of(match.children.begin(), match.children.end(), needs_launch);
}

bool needs_start(const catalog::Match& match) {
  const auto* option = match.does.as<catalog::does::Option>();
  const bool asks = match.kind == catalog::Match::Kind::kDoes &&
                    (match.does.is<catalog::does::Given>() ||
                     match.does.is<catalog::does::Loads>() || (option && option->lacks_given));
  return asks || std::any_of(match.children.begin(), match.children.end(), needs_start);
}

namespace {

bool holds_if_launched(const Matcher& matcher, const Request& request) {
  const auto launched = distributed_configs(request);
  for (const config::Resolved* config : request.workspace.resolve(request.passed)) {
    if (!config || !config->ok() || config->root->kind != Value::Kind::kDict) continue;
    ConfigView view = view_of(*config, request.index.is_inherited(config->path));
    if (view.launched || !view.may_run_distributed || launched.count(config->path) != 0) continue;
    view.launched = true;
    if (!matcher.find(view, request.workspace.files()).empty()) return true;
  }
  return false;
}

// The project trains with scripts of its own, and each of them makes the process group where it has
// a launcher, as far as that is known.
bool scripts_make_group(const Request& request) {
  std::vector<std::string> paths;
  for (const std::string& path : request.scripts) {
    const auto* document = request.workspace.document(path);
    if (document && document->source().bytes().find("Runner") != std::string_view::npos)
      paths.push_back(path);
  }
  bool any = false;
  for (const auto* script : request.workspace.scripts(paths)) {
    if (!script) continue;
    for (const auto& build : script->builds) {
      if (script->calls[build.call].point.group == script::OnPaths::kNone) return false;
      any = true;
    }
  }
  return any;
}

}  // namespace

std::vector<std::string> take_notes(std::vector<Finding>& findings, const Request& request) {
  static const LocalizedText kOne = {"{}: {} ({} config): {}", "{}：{}（{} 个配置）：{}"};
  static const LocalizedText kMany = {"{}: {} ({} configs): {}", kOne.zh};
  std::vector<std::string> out;
  std::erase_if(findings, [&](const Finding& finding) {
    if (!finding.rule->once_per_run) return false;
    const Diagnostic& d = finding.diagnostic;
    const LocalizedText& form = d.affects.count == 1 ? kOne : kMany;
    out.push_back(fmt::format(fmt::runtime(form.in(request.language)), d.code, d.message,
                              d.affects.count, d.why));
    return true;
  });
  return out;
}

std::vector<const catalog::Rule*> rules_if_launched(const Request& request) {
  std::vector<const catalog::Rule*> out;
  for (const catalog::Catalog::Active& active : request.rules) {
    if (!needs_launch(active.rule->match)) continue;
    if (!holds_if_launched(Matcher(*active.rule, request.target), request)) continue;
    const bool elsewhere = !active.rule->cause_in_script.empty() && scripts_make_group(request);
    if (!elsewhere) out.push_back(active.rule);
  }
  return out;
}

namespace {

// With kTargetNames for the target if there are several.
std::vector<std::string> sentences(const Request& request) {
  catalog::Captures captures{{"count", ""}};
  if (!request.others.empty()) captures["target.name"] = kTargetNames;
  std::vector<std::string> out;
  for (const catalog::Rule* each : rules_if_launched(request)) {
    const catalog::Rule& rule = *each;
    const auto text = [&](const LocalizedText& t) {
      return catalog::fill(t.in(request.language), captures, request.target);
    };
    static const LocalizedText kForm = {"{}, once a launcher starts these configs: {}",
                                        "{}（以分布式方式启动时）：{}"};
    static const LocalizedText kFix = {"; 'mmlint port CONFIG -o OUT' writes the fix: ",
                                       "；用 'mmlint port CONFIG -o OUT' 写出修复："};
    out.push_back(
        fmt::format(fmt::runtime(kForm.in(request.language)), rule.code, text(rule.message)));
    if (const auto* fix = catalog::fix_of(rule, request.target))
      out.back() += kFix.in(request.language) + text(fix->title);
  }
  return out;
}

}  // namespace

std::vector<std::string> notes_if_launched(const Request& request) {
  std::vector<std::pair<std::string, std::vector<std::string>>> notes;
  for (const Request& one : request.each()) {
    for (const std::string& sentence : sentences(one)) {
      auto known = std::find_if(notes.begin(), notes.end(),
                                [&](const auto& note) { return note.first == sentence; });
      if (known == notes.end()) known = notes.insert(notes.end(), {sentence, {}});
      known->second.push_back(one.target.name);
    }
  }
  std::vector<std::string> out;
  for (const auto& [sentence, names] : notes) out.push_back(with_names(sentence, names));
  return out;
}

}  // namespace mmlint::check
