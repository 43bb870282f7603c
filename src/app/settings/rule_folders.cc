#include "app/settings/rule_folders.h"

#include "base/paths.h"
#include "catalog/example_files.h"

namespace mmlint::app {
namespace {

std::string absolute(const std::string& path) {
  return absolute_path(path, current_folder());
}

Status add_rules_of(const std::string& folder, std::vector<catalog::Catalog::File>& out) {
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
  if (any) return {};
  return fail(
      "no rule is here; a rule is a JSON file in this folder itself, called by its code and name, "
      "such as MY001-what-is-wrong.json",
      folder);
}

}  // namespace

std::vector<std::string> rules_folders(const Options& options) {
  std::vector<std::string> out;
  if (!options.checked_rules.empty()) return {absolute(options.checked_rules)};
  for (const std::string& folder : options.rules) out.push_back(absolute(folder));
  return out;
}

Result<std::vector<catalog::Catalog::File>> extra_rules(const Options& options) {
  std::vector<catalog::Catalog::File> out;
  for (const std::string& folder : rules_folders(options)) {
    if (const Status added = add_rules_of(folder, out); !added)
      return tl::unexpected(added.error());
  }
  return out;
}

std::string rules_folder(const Options& options) {
  const auto folders = rules_folders(options);
  return folders.empty() ? "" : folders.back();
}

std::string examples_folder(const Options& options) {
  return options.examples.empty() ? join_path(rules_folder(options), "examples")
                                  : absolute(options.examples);
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

}  // namespace mmlint::app
