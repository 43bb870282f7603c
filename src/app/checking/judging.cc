#include "app/checking/judging.h"

#include "app/settings/mmengine_version.h"
#include "app/settings/rule_folders.h"
#include "base/text.h"
#include "catalog/example_files.h"

namespace mmlint::app {
namespace {

// The folder of mmlint's own rules in a checkout: these stand in for those inside the binary. Only
// that folder has the list of codes that are never used again.
bool are_our_own(const std::vector<catalog::Catalog::File>& rules) {
  return std::ranges::any_of(rules, [](const catalog::Catalog::File& file) {
    return file_name(file.path) == catalog::kRetired;
  });
}

Result<std::set<std::string>> codes_of(const catalog::Catalog& catalog,
                                       const std::vector<std::string>& selectors) {
  std::set<std::string> out;
  for (const std::string& selector : selectors) {
    auto codes = catalog.codes(selector);
    if (!codes) return tl::unexpected(codes.error());
    out.insert(codes->begin(), codes->end());
  }
  return out;
}

Error unknown_target(const catalog::Catalog& catalog, const std::string& name) {
  std::vector<std::string> known;
  for (const catalog::Target& target : catalog.targets()) known.push_back(target.name);
  std::vector<std::string> words = known;
  for (const catalog::Target& target : catalog.targets())
    words.insert(words.end(), target.aliases.begin(), target.aliases.end());
  if (small_letters(name) == "gpu")
    return {
        fmt::format(
            "unknown target '{}', did you mean 'cuda' (NVIDIA), 'rocm' (AMD) or 'gcu'?; known: {}",
            name, fmt::join(known, ", ")),
        "", 0};
  const auto near = nearest(small_letters(name), words);
  return {
      fmt::format("unknown target '{}'{}; known: {}", name,
                  near ? fmt::format(", did you mean '{}'?", *near) : "", fmt::join(known, ", ")),
      "", 0};
}

// Out of "a,b", each once.
Result<std::vector<const catalog::Target*>> targets_of(const catalog::Catalog& catalog,
                                                       const std::string& names) {
  std::vector<const catalog::Target*> out;
  for (const std::string_view name : split(names, ',')) {
    const catalog::Target* target = catalog.target(trim(name));
    if (!target) return tl::unexpected(unknown_target(catalog, std::string(trim(name))));
    if (!is_in(target, out)) out.push_back(target);
  }
  return out;
}

const catalog::Target& target_of(const catalog::Rule& rule, const Judging& judging) {
  const auto has = [&](const std::vector<catalog::Catalog::Active>& rules) {
    return std::ranges::any_of(
        rules, [&](const catalog::Catalog::Active& each) { return each.rule == &rule; });
  };
  for (const check::OnTarget& other : judging.others) {
    if (!has(judging.rules) && has(other.rules)) return *other.target;
  }
  return *judging.target;
}

}  // namespace

Result<std::unique_ptr<Judging>> prepare_judging(const Options& options) {
  const auto extra = extra_rules(options);
  if (!extra) return tl::unexpected(extra.error());
  const auto mmengine = mmengine_version(options);
  if (!mmengine) return tl::unexpected(mmengine.error());
  const bool replacing = !options.checked_rules.empty() && are_our_own(*extra);
  Result<catalog::Catalog> loaded =
      extra->empty() ? catalog::Catalog::of_image(catalog::embedded_image(), mmengine->version)
                     : catalog::Catalog::load(*extra, mmengine->version, replacing);
  if (!loaded) return tl::unexpected(loaded.error());
  auto out = std::make_unique<Judging>();
  out->mmengine = catalog::printed(mmengine->version);
  out->version_note = mmengine->note;
  out->catalog = std::move(*loaded);
  const auto targets = targets_of(out->catalog, options.target);
  if (!targets) return tl::unexpected(targets.error());
  out->target_chosen = options.target_chosen;
  out->language = language_of(options);
  const auto selected = codes_of(out->catalog, options.select);
  if (!selected) return tl::unexpected(selected.error());
  const auto ignored = codes_of(out->catalog, options.ignore);
  if (!ignored) return tl::unexpected(ignored.error());
  const auto fixable = codes_of(out->catalog, options.fixable);
  if (!fixable) return tl::unexpected(fixable.error());
  const auto unfixable = codes_of(out->catalog, options.unfixable);
  if (!unfixable) return tl::unexpected(unfixable.error());
  for (const auto& [selector, severity] : options.severities) {
    const auto codes = out->catalog.codes(selector);
    if (!codes) return tl::unexpected(codes.error());
    for (const std::string& code : *codes) out->severities[code] = severity;
  }
  const auto asked = [&](const catalog::Rule& rule) {
    return std::ranges::any_of(options.select, [&](const auto& selector) {
      return same_letters(selector, rule.code) || same_letters(selector, rule.name);
    });
  };
  const auto rules_on = [&](const catalog::Target& target) {
    std::vector<catalog::Catalog::Active> rules;
    for (const catalog::Catalog::Active& active : out->catalog.active(target)) {
      const std::string& code = active.rule->code;
      const bool on = selected->empty() ? active.rule->on_by_default : selected->count(code) != 0;
      if (!on || ignored->count(code) != 0) {
        if (active.rule->on_by_default && active.rule->severity > Severity::kInfo)
          out->left_out.insert(code);
        continue;
      }
      rules.push_back(active);
      rules.back().asked = asked(*active.rule);
      rules.back().fixable =
          (fixable->empty() || fixable->count(code) != 0) && unfixable->count(code) == 0;
    }
    return rules;
  };
  out->target = targets->front();
  out->rules = rules_on(*out->target);
  for (std::size_t i = 1; i < targets->size(); ++i)
    out->others.push_back({(*targets)[i], rules_on(*(*targets)[i])});
  return out;
}

void Judging::set_severities(std::vector<Diagnostic>& diagnostics) const {
  if (severities.empty()) return;
  for (Diagnostic& each : diagnostics) {
    const auto wanted = severities.find(each.code);
    if (wanted == severities.end()) continue;
    const catalog::Rule* rule = catalog.rule(each.code);
    // What the project makes harmless stays so.
    const bool is_lowered = rule && each.severity < rule->severity;
    each.severity = is_lowered ? std::min(each.severity, wanted->second) : wanted->second;
  }
}

int exit_code(const Options& options, const std::vector<Diagnostic>& diagnostics) {
  if (options.exit_zero) return static_cast<int>(Exit::kClean);
  const bool any = std::ranges::any_of(
      diagnostics, [&](const Diagnostic& d) { return d.severity >= options.fail_on; });
  return static_cast<int>(any ? Exit::kFindings : Exit::kClean);
}

void add_rule_helps(const Judging& judging, const Options& options,
                    const std::vector<Diagnostic>& findings, std::vector<report::RuleHelp>& helps) {
  if (std::ranges::none_of(options.formats, &report::Format::has_rule_help)) return;
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
