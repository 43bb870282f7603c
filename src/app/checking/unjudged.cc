#include "app/checking/unjudged.h"

namespace mmlint::app {
namespace {

using config::Resolved;

bool has_rule(const check::Request& request, const Problem& problem) {
  return std::ranges::any_of(request.rules, [&](const catalog::Catalog::Active& active) {
    const catalog::Match& match = active.rule->match;
    return match.kind == catalog::Match::Kind::kProblem && match.name == rule_name(problem.kind);
  });
}

// True if a rule of the run is about what keeps a config, or one of its bases, from loading.
// `said` remembers the answers.
bool is_said(const Resolved& config, const check::Request& request,
             std::map<const Resolved*, bool>& said) {
  const auto [known, is_new] = said.try_emplace(&config, false);
  if (!is_new) return known->second;
  return said[&config] = std::ranges::any_of(
                             config.problems,
                             [&](const Problem& problem) { return has_rule(request, problem); }) ||
                         std::ranges::any_of(config.refused, [&](const Resolved* base) {
                           return is_said(*base, request, said);
                         });
}

}  // namespace

void Unjudged::add(const check::Request& request) {
  const std::vector<const Resolved*> failed = request.workspace.failed();
  if (failed.empty()) return;
  const PathSet passed(request.passed);
  std::map<const Resolved*, bool> said;
  for (const Resolved* config : failed) {
    if (!passed.contains(config->path) || is_said(*config, request, said)) continue;
    const std::lock_guard lock(mutex_);
    if (count_++ == 0 || config->path < first_) first_ = config->path;
  }
}

std::vector<std::string> Unjudged::notes(const Judging& judging,
                                         const std::string& current_folder) const {
  static const LocalizedText kNoRule = {
      "nothing was judged: --select, --ignore and the target leave no rule",
      "没有做任何检查：--select、--ignore 和目标没有留下任何规则"};
  static const LocalizedText kUnloaded = {
      "configs that do not load: {}; nothing else was judged in them, and the rules that say why "
      "are left out; see 'mmlint check {}'",
      "无法加载的配置：{} 个；其中的其他内容没有检查，说明原因的规则也被排除；请运行 'mmlint check "
      "{}'"};
  const bool any_rule =
      !judging.rules.empty() || std::ranges::any_of(judging.others, [](const check::OnTarget& on) {
        return !on.rules.empty();
      });
  if (!any_rule) return {kNoRule.in(judging.language)};
  if (count_ == 0) return {};
  return {fmt::format(fmt::runtime(kUnloaded.in(judging.language)), count_,
                      relative_path(first_, current_folder))};
}

void note_left_out(const Judging& judging, RunReport& report) {
  static const LocalizedText kLeftOut = {
      "the options or the settings leave out rules that report errors or warnings: {}",
      "选项或设置排除了一些报告错误或警告的规则：{}"};
  static const LocalizedText kMore = {"{} and {} more", "{} 等，另有 {} 条"};
  constexpr std::size_t kListed = 4;
  if (judging.left_out.empty() || !report.diagnostics.empty() || !report.fixed.empty()) return;
  const std::vector<std::string> codes(judging.left_out.begin(), judging.left_out.end());
  std::string listed = fmt::format(
      "{}", fmt::join(codes.begin(), codes.begin() + std::min(kListed, codes.size()), ", "));
  if (codes.size() > kListed)
    listed = fmt::format(fmt::runtime(kMore.in(judging.language)), listed, codes.size() - kListed);
  report.open.push_back(fmt::format(fmt::runtime(kLeftOut.in(judging.language)), listed));
}

}  // namespace mmlint::app
