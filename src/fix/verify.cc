#include "fix/verify.h"

#include <algorithm>

#include "check/common/passes.h"
#include "fix/config/override_dict.h"
#include "fix/difference.h"

namespace mmlint::fix {

std::vector<std::string> reached(const check::Finding& finding) {
  std::vector<std::string> out;
  for (const check::Reach& reach : finding.reaches()) out.push_back(reach.view.config->path);
  return out;
}

OrRefusal<std::unique_ptr<Trial>> try_out(const Plan& plan, const Context& context) {
  return Trial::make(context.workspace, plan.edits, plan.files);
}

OrRefusal<std::vector<Intent>> effect_of(Trial& trial, std::span<const std::string> also,
                                         const Context& context) {
  std::set<std::string> paths(also.begin(), also.end());
  for (const project::Node* heir : context.index.reach(trial.changed())) paths.insert(heir->path());
  const std::vector<std::string> list(paths.begin(), paths.end());
  const auto before = context.workspace.resolve(list);
  const auto after = trial.workspace().resolve(list);
  std::vector<Intent> intents;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!loads_as_before(*before[i], *after[i], context.workspace.sources()))
      return refuse(Reason::kLoadsOtherwise, {list[i]});
    for (Intent& intent : differences(*before[i], *after[i], context.workspace.sources()))
      intents.push_back(std::move(intent));
  }
  std::sort(intents.begin(), intents.end());
  return intents;
}

std::optional<std::string> key_left_behind(const check::Finding& finding,
                                           const std::vector<Intent>& intents) {
  if (!std::holds_alternative<catalog::verb::ChangeEntries>(finding.fix->action))
    return std::nullopt;
  for (const check::Reach& reach : finding.reaches()) {
    const std::string& path = reach.view.config->path;
    const auto of_config = [&](const Intent& intent) { return intent.config == path; };
    if (std::none_of(intents.begin(), intents.end(), of_config)) continue;
    for (const check::Hit& hit : reach.hits) {
      const DictChanges changes = changes_of(finding, hit, *reach.view.config->root);
      if (!changes.dict) continue;
      const std::string above = parent_key(hit.key) + ".";
      const auto is_changed = [&](const std::string& key) {
        return std::any_of(intents.begin(), intents.end(), [&](const Intent& intent) {
          return of_config(intent) && intent.key == above + key;
        });
      };
      for (const auto& [key, value] : changes.set) {
        const Value* had = changes.dict->dict().get(key);
        if (!(had && check::equals(*had, value, false)) && !is_changed(key)) return above + key;
      }
      for (const std::string& key : changes.drop) {
        if (changes.dict->dict().find(key) && !is_changed(key)) return above + key;
      }
    }
  }
  return std::nullopt;
}

}  // namespace mmlint::fix
