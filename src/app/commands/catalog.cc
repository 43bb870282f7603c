
#include "app/checking/judging.h"
#include "app/commands/commands.h"
#include "app/output/output.h"
#include "app/settings/rule_folders.h"

namespace mmlint::app {
namespace {

int print(const Result<std::string>& text) {
  RunReport report;
  if (!text) {
    report.errors.push_back(text.error());
  } else if (const Status done = write_stdout(*text); !done) {
    report.errors.push_back(done.error());
  }
  return leave(report, static_cast<int>(Exit::kClean));
}

Result<std::string> rules_text(const Options& options) {
  const auto judging = prepare_judging(options);
  if (!judging) return tl::unexpected(judging.error());
  const catalog::Catalog& catalog = (*judging)->catalog;
  const Language language = language_of(options);
  if (options.paths.empty()) return report::list_rules(catalog, language);
  const auto codes = catalog.codes(options.paths.front());
  if (!codes) return tl::unexpected(codes.error());
  std::string out;
  std::vector<const catalog::Target*> targets{(*judging)->target};
  for (const check::OnTarget& other : (*judging)->others) targets.push_back(other.target);
  for (const std::string& code : *codes) {
    const catalog::Rule& rule = *catalog.rule(code);
    const auto examples = examples_of(rule, catalog, options);
    if (!examples) return tl::unexpected(examples.error());
    for (const catalog::Target* target : targets) {
      if (!out.empty()) out += "\n\n";
      out += report::explain_rule(rule, *examples, catalog, *target, language);
    }
  }
  return out;
}

Result<std::string> targets_text(const Options& options) {
  const std::string standard = Options().target;
  Options named = options;
  if (!options.paths.empty()) named.target = options.paths.front();
  const auto judging = prepare_judging(named);
  if (!judging) return tl::unexpected(judging.error());
  const catalog::Catalog& catalog = (*judging)->catalog;
  const Language language = language_of(options);
  if (options.paths.empty()) return report::list_targets(catalog, standard, language);
  return report::explain_target(*(*judging)->target, catalog, language);
}

}  // namespace

int run_rules(const Options& options) {
  return options.checked_rules.empty() ? print(rules_text(options)) : run_rules_check(options);
}

int run_targets(const Options& options) {
  return print(targets_text(options));
}

}  // namespace mmlint::app
