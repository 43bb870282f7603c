
#include "fix/config/override_dict.h"
#include "fix/text/python_text.h"
#include "fix/verify.h"

namespace mmlint::fix {

using check::Finding;
namespace verb = catalog::verb;

namespace {

// A helper variable of a config, which MMEngine does not read: it may follow the value it feeds.
bool is_helper(std::string_view key) {
  return !config::is_runner_key(key.substr(0, key.find_first_of(".[")));
}

// What MMEngine makes of random text has no value before.
constexpr std::string_view kUnknown = "<unknown>";

// A top-level key that the file of the finding sets itself.
bool is_own_key(const Finding& finding, const Intent& intent) {
  return std::ranges::any_of(finding.reaches(), [&](const check::Reach& r) {
    const config::Resolved& config = *r.view.config;
    if (config.path != intent.config || !config.root) return false;
    const std::string top = intent.key.substr(0, intent.key.find_first_of(".["));
    const Entry* entry = config.root->dict().find(top);
    return entry && entry->origin->value().file == finding.diagnostic.primary.file;
  });
}

bool below(std::string_view key, std::string_view top) {
  return key == top || (key.starts_with(top) && key[top.size()] == '.');
}

bool matches_rule(const Finding& finding, std::string_view key) {
  const auto matchers = catalog::primary_matchers(finding.rule->match);
  return std::ranges::any_of(
      matchers, [key](const catalog::Match* m) { return matches_key_pattern(key, m->key); });
}

// Whether the rule has found the value at a key in some config; a predicate names no key.
bool is_found(const Finding& finding, std::string_view key) {
  return std::ranges::any_of(finding.reaches(), [key](const check::Reach& reach) {
    return std::ranges::any_of(reach.hits, [key](const check::Hit& hit) { return hit.key == key; });
  });
}

// The matched value itself changes, or a helper variable of the same value.
bool means_matched_value(const Finding& finding, const Intent& intent) {
  const auto& hit = finding.reaches().front().hits.front();
  const bool was = intent.before == print(*hit.found.value);
  return was && (is_found(finding, intent.key) || matches_rule(finding, intent.key) ||
                 is_helper(intent.key));
}

// An entry of the dict that the matched key is in, changed as the fix says; helper variables that
// feed it follow.
bool means_entry(const Finding& finding, const Intent& intent) {
  const std::string parent = parent_key(intent.key);
  const std::string key = intent.key.substr(parent.empty() ? 0 : parent.size() + 1);
  for (const check::Reach& reach : finding.reaches()) {
    for (const check::Hit& hit : reach.hits) {
      if (parent != parent_key(hit.key) && !is_helper(intent.key)) continue;
      const DictChanges changes = changes_of(finding, hit, *reach.view.config->root);
      if (is_in(key, changes.drop)) return !intent.after;
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

// Each of these returns true if a fix of a config is meant to change a key in this way. The fixes
// that have none may change no key.
template <class Verb>
bool means(const Verb&, const Finding&, const Intent&) {
  return false;
}

bool means(const verb::ReplaceValue& action, const Finding& finding, const Intent& intent) {
  const auto is_wrong_there = [&](const check::Reach& reach) {
    return reach.view.config->path == intent.config;
  };
  // The nearest name for one config may be no name for another that has the same value.
  if (action.nearest && std::ranges::none_of(finding.reaches(), is_wrong_there)) return false;
  return means_matched_value(finding, intent);
}

bool means(const verb::ClassToString&, const Finding& finding, const Intent& intent) {
  return means_matched_value(finding, intent);
}

bool means(const verb::AddKey& action, const Finding& finding, const Intent& intent) {
  const std::string end = "." + action.key;
  if (intent.before || !intent.key.ends_with(end)) return false;
  const std::string_view dict =
      std::string_view(intent.key).substr(0, intent.key.size() - end.size());
  return matches_rule(finding, dict) || is_helper(intent.key);
}

bool means(const verb::EnsureKey& action, const Finding&, const Intent& intent) {
  if (intent.before) return false;
  const std::string top = action.key.substr(0, action.key.find('.'));
  // A variable that feeds the dict gets the key as well.
  const std::size_t dot = action.key.rfind('.');
  const bool feeds = dot != action.key.npos && is_helper(intent.key) &&
                     intent.key.ends_with(std::string_view(action.key).substr(dot));
  return intent.key == action.key || feeds || below(action.key, intent.key) ||
         below(intent.key, top);
}

bool means(const verb::MoveValue& action, const Finding& finding, const Intent& intent) {
  if (intent.before) return !intent.after && below(finding.diagnostic.key, intent.key);
  return below(action.key, intent.key);
}

bool means(const verb::ChangeEntries&, const Finding& finding, const Intent& intent) {
  return means_entry(finding, intent);
}

bool means(const verb::RemoveKey&, const Finding& finding, const Intent& intent) {
  return means_entry(finding, intent);
}

bool means(const verb::EnsureWrapper&, const Finding&, const Intent& intent) {
  return below(intent.key, "model_wrapper_cfg");
}

bool means(const verb::ImportProcessGroup&, const Finding&, const Intent& intent) {
  const bool was_none = !intent.before || intent.before == "None";
  if (intent.key == "custom_imports.allow_failed_imports")
    return !intent.before && intent.after == "False";  // as if it were not said
  return intent.key == "custom_imports.imports" || (intent.key == "custom_imports" && was_none);
}

bool means(const verb::RemoveArgument&, const Finding&, const Intent& intent) {
  return intent.before && !intent.after && intent.key.ends_with("._delete_");
}

bool means(const verb::DropQuotes&, const Finding&, const Intent& intent) {
  return intent.before == kUnknown;
}

bool means(const verb::UseBaseName&, const Finding& finding, const Intent& intent) {
  return intent.before == kUnknown || is_own_key(finding, intent);
}

}  // namespace

bool is_meant(const Finding& finding, const Intent& intent) {
  return std::visit([&](const auto& verb) { return means(verb, finding, intent); },
                    finding.fix->action);
}

}  // namespace mmlint::fix
