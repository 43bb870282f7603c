#include "app/checking/rule_helps.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>

#include "app/settings/rule_folders.h"

namespace mmlint::app {
namespace {

const catalog::Target& target_of(const catalog::Rule& rule, const Judging& judging) {
  const auto has = [&](const std::vector<catalog::Catalog::Active>& rules) {
    return std::any_of(rules.begin(), rules.end(),
                       [&](const catalog::Catalog::Active& each) { return each.rule == &rule; });
  };
  for (const check::OnTarget& other : judging.others) {
    if (!has(judging.rules) && has(other.rules)) return *other.target;
  }
  return *judging.target;
}

}  // namespace

void add_rule_helps(const Judging& judging, const Options& options,
                    const std::vector<Diagnostic>& findings, std::vector<report::RuleHelp>& helps) {
  if (std::none_of(options.formats.begin(), options.formats.end(), report::has_rule_help)) return;
  std::set<std::string> known;
  for (const report::RuleHelp& help : helps) known.insert(help.code);
  for (const Diagnostic& finding : findings) {
    const catalog::Rule* rule = judging.catalog.rule(finding.code);
    if (!rule || !known.insert(finding.code).second) continue;
    const auto examples = examples_of(*rule, judging.catalog, options);
    helps.push_back(report::help_of(*rule,
                                    examples ? std::span<const catalog::Example>(*examples)
                                             : std::span<const catalog::Example>(),
                                    judging.catalog, target_of(*rule, judging), judging.language));
  }
}

}  // namespace mmlint::app
