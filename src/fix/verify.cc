#include "fix/verify.h"

#include <algorithm>

#include "fix/config/override_dict.h"
#include "fix/difference.h"
#include "fix/text/python_text.h"
#include "value/key_path.h"

namespace mmlint::fix {

using catalog::FixAction;
using catalog::Literal;

namespace {

// A helper variable of a config, which MMEngine does not read: it may follow the value it feeds.
bool is_helper(std::string_view key) {
  return !config::is_runner_key(key.substr(0, key.find_first_of(".[")));
}

// What MMEngine makes of random text has no value before.
constexpr std::string_view kUnknown = "<unknown>";

// A top-level key that the file of the finding sets itself.
bool is_own_key(const check::Finding& finding, const Intent& intent) {
  return std::any_of(finding.reaches.begin(), finding.reaches.end(), [&](const check::Reach& r) {
    const config::Resolved& config = *r.view.config;
    if (config.path != intent.config || !config.root) return false;
    const std::string top = intent.key.substr(0, intent.key.find_first_of(".["));
    const Entry* entry = config.root->dict.find(top);
    return entry && entry->origin->value.file == finding.diagnostic.primary.file;
  });
}

bool below(std::string_view key, std::string_view top) {
  return key == top || (key.starts_with(top) && key[top.size()] == '.');
}

bool matches_rule(const check::Finding& finding, std::string_view key) {
  const auto matchers = catalog::primary_matchers(finding.rule->match);
  return std::any_of(matchers.begin(), matchers.end(),
                     [key](const catalog::Match* m) { return matches_key_pattern(key, m->key); });
}

// An entry of the dict that the matched key is in, changed as the fix says; helper variables that
// feed it follow.
bool is_meant_of_entries(const check::Finding& finding, const Intent& intent) {
  const std::string parent = parent_key(intent.key);
  const std::string key = intent.key.substr(parent.empty() ? 0 : parent.size() + 1);
  for (const check::Reach& reach : finding.reaches) {
    for (const check::Hit& hit : reach.hits) {
      if (parent != parent_key(hit.key) && !is_helper(intent.key)) continue;
      const DictChanges changes = changes_of(finding, hit, *reach.view.config->root);
      if (std::count(changes.drop.begin(), changes.drop.end(), key) != 0) return !intent.after;
      for (const auto& [name, value] : changes.set) {
        if (name == key) return intent.after == to_python(value, Style{});
      }
      for (const auto& [from, to] : changes.rename) {
        if (from == key) return !intent.after;
        if (to == key) return !intent.before;
      }
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> reached(const check::Finding& finding) {
  std::vector<std::string> out;
  for (const check::Reach& reach : finding.reaches) out.push_back(reach.view.config->path);
  return out;
}

OrRefusal<std::unique_ptr<Trial>> try_out(const Plan& plan, const Context& context) {
  return Trial::make(context.workspace, plan.edits, plan.files);
}

OrRefusal<std::vector<Intent>> effect_of(Trial& trial, std::span<const std::string> also,
                                         const Context& context) {
  std::set<std::string> paths(also.begin(), also.end());
  for (const std::string& path : context.index.reach(trial.changed())) paths.insert(path);
  const std::vector<std::string> list(paths.begin(), paths.end());
  const auto before = context.workspace.resolve(list);
  const auto after = trial.workspace().resolve(list);
  std::vector<Intent> intents;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!loads_as_before(*before[i], *after[i], context.workspace.sources()))
      return refuse(list[i] + " would not load as before");
    for (Intent& intent : differences(*before[i], *after[i], context.workspace.sources()))
      intents.push_back(std::move(intent));
  }
  std::sort(intents.begin(), intents.end());
  return intents;
}

bool is_meant(const check::Finding& finding, const Intent& intent) {
  const FixAction& action = finding.fix->action;
  switch (action.verb) {
    case FixAction::Verb::kShow:
      return false;
    case FixAction::Verb::kReplaceValue:
    case FixAction::Verb::kClassToString: {
      const auto& hit = finding.reaches.front().hits.front();
      const bool was = intent.before == print(*hit.found.value);
      return was && (matches_rule(finding, intent.key) || is_helper(intent.key));
    }
    case FixAction::Verb::kAddKey: {
      const std::string end = "." + action.key;
      return !intent.before && intent.key.ends_with(end) &&
             (matches_rule(
                  finding,
                  std::string_view(intent.key).substr(0, intent.key.size() - end.size())) ||
              is_helper(intent.key));
    }
    case FixAction::Verb::kEnsureKey: {
      const std::string top = action.key.substr(0, action.key.find('.'));
      if (intent.key == action.key) return !intent.before;
      // A variable that feeds the dict gets the key as well.
      const std::string end = action.key.substr(action.key.rfind('.'));
      if (is_helper(intent.key) && intent.key.ends_with(end)) return !intent.before;
      return !intent.before && (below(action.key, intent.key) || below(intent.key, top));
    }
    case FixAction::Verb::kMoveValue:
      if (intent.before) return !intent.after && below(finding.diagnostic.key, intent.key);
      return below(action.key, intent.key);
    case FixAction::Verb::kChangeEntries:
    case FixAction::Verb::kRemoveKey:
      return is_meant_of_entries(finding, intent);
    case FixAction::Verb::kEnsureWrapper:
      return below(intent.key, "model_wrapper_cfg");
    case FixAction::Verb::kImportProcessGroup: {
      const bool was_none = !intent.before || intent.before == "None";
      if (intent.key == "custom_imports.allow_failed_imports")
        return !intent.before && intent.after == "False";  // as if it were not said
      return intent.key == "custom_imports.imports" || (intent.key == "custom_imports" && was_none);
    }
    case FixAction::Verb::kRemoveArgument:
      return intent.before && !intent.after && intent.key.ends_with("._delete_");
    case FixAction::Verb::kDropQuotes:
      return intent.before == kUnknown;
    case FixAction::Verb::kUseBaseName:
      return intent.before == kUnknown || is_own_key(finding, intent);
    case FixAction::Verb::kRemoveText:
    case FixAction::Verb::kRemoveSuppression:
    case FixAction::Verb::kMakeProcessGroup:
    case FixAction::Verb::kReplaceArgument:
    case FixAction::Verb::kAddArguments:
    case FixAction::Verb::kSetDefault:
    case FixAction::Verb::kRemoveImport:
    case FixAction::Verb::kGuard:
    case FixAction::Verb::kUseTorchrun:
    case FixAction::Verb::kRenameVariable:
    case FixAction::Verb::kReadPipestatus:
      return false;
  }
  return false;
}

std::optional<std::string> key_left_behind(const check::Finding& finding,
                                           const std::vector<Intent>& intents) {
  if (finding.fix->action.verb != FixAction::Verb::kChangeEntries) return std::nullopt;
  for (const check::Reach& reach : finding.reaches) {
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
        const Value* had = changes.dict->dict.get(key);
        if (!(had && check::equals(*had, value, false)) && !is_changed(key)) return above + key;
      }
      for (const std::string& key : changes.drop) {
        if (changes.dict->dict.find(key) && !is_changed(key)) return above + key;
      }
    }
  }
  return std::nullopt;
}

}  // namespace mmlint::fix
