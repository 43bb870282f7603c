#include "app/judging.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "app/language.h"
#include "app/mmengine_version.h"
#include "base/paths.h"
#include "base/text.h"
#include "catalog/example_files.h"

namespace mmlint::app {
namespace {

std::string absolute(const std::string& path) {
  std::error_code failed;
  return absolute_path(path, std::filesystem::current_path(failed).string());
}

Result<std::vector<catalog::Catalog::File>> extra_rules(const Options& options) {
  std::vector<catalog::Catalog::File> out;
  const std::string folder = rules_folder(options);
  if (folder.empty()) return out;
  const DiskFileSystem disk;
  const auto entries = disk.list(folder);
  if (!entries) return tl::unexpected(entries.error());
  bool any = false;
  for (const FolderEntry& entry : *entries) {
    if (extension(entry.name) != ".json") continue;
    auto text = disk.read(join_path(folder, entry.name));
    if (!text) return tl::unexpected(text.error());
    out.push_back({join_path(folder, entry.name), std::move(*text)});
    any = any || (entry.name != "schema.json" && entry.name != catalog::kRetired);
  }
  if (!any) {
    return fail(
        "no rule is here; a rule is a JSON file in this folder itself, called by its code and "
        "name, such as MY001-what-is-wrong.json",
        folder);
  }
  return out;
}

// The folder of mmlint's own rules in a checkout: these stand in for those inside the binary. Only
// that folder has the list of codes that are never used again.
bool are_our_own(const std::vector<catalog::Catalog::File>& rules) {
  return std::any_of(rules.begin(), rules.end(), [](const catalog::Catalog::File& file) {
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
  const auto near = nearest(name, known);
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
    if (std::find(out.begin(), out.end(), target) == out.end()) out.push_back(target);
  }
  return out;
}

}  // namespace

std::string rules_folder(const Options& options) {
  const std::string& given = options.checked_rules.empty() ? options.rules : options.checked_rules;
  return given.empty() ? "" : absolute(given);
}

Result<std::vector<catalog::Example>> examples_of(const catalog::Rule& rule,
                                                  const catalog::Catalog& catalog,
                                                  const Options& options) {
  const std::string folder = rules_folder(options);
  if (folder.empty() || !is_below(rule.file, folder))
    return catalog::examples_of(rule, catalog.targets(), catalog::embedded_example_texts(rule.code),
                                rule.code);
  const std::string examples = join_path(examples_folder(options), rule.code);
  const auto texts = catalog::read_example_texts(DiskFileSystem(), examples);
  if (!texts) return tl::unexpected(texts.error());
  auto found = catalog::examples_of(rule, catalog.targets(), *texts, examples);
  if (found) found->insert(found->begin(), rule.examples.begin(), rule.examples.end());
  return found;
}

std::string examples_folder(const Options& options) {
  return options.examples.empty() ? join_path(rules_folder(options), "examples")
                                  : absolute(options.examples);
}

Result<std::unique_ptr<Judging>> prepare_judging(const Options& options) {
  const auto extra = extra_rules(options);
  if (!extra) return tl::unexpected(extra.error());
  const auto mmengine = mmengine_version(options);
  if (!mmengine) return tl::unexpected(mmengine.error());
  const bool replacing = !options.checked_rules.empty() && are_our_own(*extra);
  auto loaded = catalog::Catalog::load(*extra, mmengine->version, replacing);
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
  const auto asked = [&](const catalog::Rule& rule) {
    return std::any_of(options.select.begin(), options.select.end(), [&](const auto& selector) {
      return selector == rule.code || selector == rule.name;
    });
  };
  const auto rules_on = [&](const catalog::Target& target) {
    std::vector<catalog::Catalog::Active> rules;
    for (const catalog::Catalog::Active& active : out->catalog.active(target)) {
      const std::string& code = active.rule->code;
      const bool on = selected->empty() ? active.rule->on_by_default : selected->count(code) != 0;
      if (!on || ignored->count(code) != 0) continue;
      rules.push_back(active);
      rules.back().asked = asked(*active.rule);
    }
    return rules;
  };
  out->target = targets->front();
  out->rules = rules_on(*out->target);
  for (std::size_t i = 1; i < targets->size(); ++i)
    out->others.push_back({(*targets)[i], rules_on(*(*targets)[i])});
  return out;
}

void Judging::describe(RunReport& report) const {
  report.targets = {target->name};
  for (const check::OnTarget& other : others) report.targets.push_back(other.target->name);
  report.target_chosen = target_chosen;
  report.mmengine = mmengine;
  if (!version_note.empty()) report.notes.push_back(version_note);
}

int exit_code(const Options& options, const std::vector<Diagnostic>& diagnostics) {
  if (options.exit_zero) return static_cast<int>(Exit::kClean);
  const bool any = std::any_of(diagnostics.begin(), diagnostics.end(),
                               [&](const Diagnostic& d) { return d.severity >= options.fail_on; });
  return static_cast<int>(any ? Exit::kFindings : Exit::kClean);
}

}  // namespace mmlint::app
