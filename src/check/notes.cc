#include <algorithm>

#include <fmt/format.h>

#include "catalog/on_target.h"
#include "check/check.h"

namespace mmlint::check {
namespace {

bool needs_launch(const catalog::Match& match) {
  if (match.kind == catalog::Match::Kind::kConfig && match.name == "launched") return true;
  return std::any_of(match.children.begin(), match.children.end(), needs_launch);
}

bool holds_if_launched(const Matcher& matcher, const Request& request) {
  for (const resolve::Resolved* config : request.workspace.resolve(request.passed)) {
    if (!config || !config->ok() || config->root->kind != resolve::Kind::kDict) continue;
    ConfigView view = view_of(*config, request.index.is_inherited(config->path));
    if (view.launched || !view.may_run_distributed) continue;
    view.launched = true;
    if (!matcher.find(view, request.workspace.files()).empty()) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> take_notes(std::vector<Finding>& findings, const Request& request) {
  static const Text kOne = {"{}: {} ({} config): {}", "{}：{}（{} 个配置）：{}"};
  static const Text kMany = {"{}: {} ({} configs): {}", kOne.zh};
  std::vector<std::string> out;
  std::erase_if(findings, [&](const Finding& finding) {
    if (!finding.rule->once_per_run) return false;
    const Diagnostic& d = finding.diagnostic;
    const Text& form = d.affects.count == 1 ? kOne : kMany;
    out.push_back(fmt::format(fmt::runtime(form.in(request.language)), d.code, d.message,
                              d.affects.count, d.why));
    return true;
  });
  return out;
}

std::vector<const catalog::Rule*> rules_if_launched(const Request& request) {
  std::vector<const catalog::Rule*> out;
  for (const catalog::Catalog::Active& active : request.rules) {
    const bool launch = needs_launch(active.rule->match);
    if (launch && holds_if_launched(Matcher(*active.rule, request.target), request))
      out.push_back(active.rule);
  }
  return out;
}

std::vector<std::string> notes_if_launched(const Request& request) {
  std::vector<std::string> out;
  for (const catalog::Rule* each : rules_if_launched(request)) {
    const catalog::Rule& rule = *each;
    const auto text = [&](const Text& t) {
      return catalog::fill(t.in(request.language), {{"count", ""}}, request.target);
    };
    static const Text kForm = {"{}, once a launcher starts these configs: {}",
                               "{}（以分布式方式启动时）：{}"};
    static const Text kAnd = {"; ", "；"};
    out.push_back(
        fmt::format(fmt::runtime(kForm.in(request.language)), rule.code, text(rule.message)));
    if (const auto* fix = catalog::fix_of(rule, request.target))
      out.back() += kAnd.in(request.language) + text(fix->title);
  }
  return out;
}

}  // namespace mmlint::check
