// A launch gives an option with which the script stops, because the config of that launch lacks a
// key; hits: the option in the launch script.

#include "check/script/predicate.h"
#include "launch/config_changes.h"
#include "launch/given_options.h"
#include "launch/reachable.h"
#include "project/workspace.h"
#include "script/usual_options.h"

namespace mmlint::check::predicates {

using script::Condition;
using script::Guard;
using script::Summary;

namespace {

// A launch with a config that is known.
class Started {
 public:
  Started(const launch::LinkedLaunch& launch, const config::Resolved& config, const Summary& script,
          const catalog::Target& target)
      : launch_(launch),
        script_(script),
        target_(target),
        config_(*config.root, script, target, pool_, kNoOptions) {}

  // Returns the option of the launch without which the run would not certainly get to a place with
  // this config and stop there: where `lacks` is not empty, because the config does not have that
  // key. Null if there is none.
  const script::Option* needed_for(const script::ProgramPoint& point, const std::string& lacks) {
    if (!point.reached || point.handled || point.open) return nullptr;
    for (Guard& way : launch::ways_to(point, target_)) {
      if (!lacks.empty() && !way.add({{Question::Kind::kConfig, lacks}, false})) continue;
      if (const script::Option* option = needed_on(way)) return option;
    }
    return nullptr;
  }

 private:
  const script::Option* needed_on(const Guard& way) {
    const script::Option* out = nullptr;
    bool asks_config = false;
    for (const Condition& each : way.conditions()) {
      if (each.question.kind == Question::Kind::kOption) {
        const script::Option* option = option_of(each);
        if (!option) return nullptr;
        out = option;
        continue;
      }
      if (!each.holds && may_set(each.question.subject.str())) return nullptr;
      Guard other;
      other.add({each.question, !each.holds});
      if (config_.may_hold(other)) return nullptr;
      asks_config = asks_config || each.question.kind == Question::Kind::kConfig;
    }
    return asks_config ? out : nullptr;
  }

  // The option on which a condition depends, if the launch makes it hold.
  const script::Option* option_of(const Condition& condition) const {
    const std::string& dest = condition.question.subject;
    const auto option = std::ranges::find(script_.options, dest, &script::Option::dest);
    if (option == script_.options.end() || !script::is_off_by_default(*option)) return nullptr;
    const bool is_given = launch::gives_option(launch_, script_, dest);
    return is_given == condition.holds ? &*option : nullptr;
  }

  // Whether the launch sets a key of the config itself, with --cfg-options, or the script a
  // default.
  bool may_set(std::string_view key) const {
    const std::string_view top = key.substr(0, key.find('.'));
    const auto gives = [&](const shell::ExpandedWord& word) { return word.value.starts_with(top); };
    return std::ranges::any_of(launch_.launch->arguments, gives) ||
           std::ranges::any_of(script_.writes, [&](const script::ConfigWrite& write) {
             return write.mode == script::ConfigWrite::Mode::kIfAbsent &&
                    key.starts_with(write.key);
           });
  }

  static inline const std::set<std::string> kNoOptions;
  const launch::LinkedLaunch& launch_;
  const Summary& script_;
  const catalog::Target& target_;
  Pool pool_;
  launch::ConfigChanges config_;
};

// The key that must be there so that a write does not raise AttributeError or KeyError; empty if
// there is none.
std::string owner_of(const script::ConfigWrite& write) {
  const std::size_t end = write.key.rfind('.');
  const bool is_plain = write.mode == script::ConfigWrite::Mode::kReplace;
  return is_plain && end != std::string::npos ? write.key.substr(0, end) : "";
}

}  // namespace

bool option_stops(const Summary& script, const launch::ProgramFacts& facts, ScriptHits& hits) {
  const auto& launches = facts.program().launches();
  const std::size_t before = hits.size();
  for (const launch::LinkedLaunch* linked : launches) {
    if (linked->config.path.empty() || launch::is_told_by_another(*linked, launches)) continue;
    const config::Resolved* config = facts.program().workspace().resolve(linked->config.path);
    if (!config || !config->ok()) continue;
    Started started(*linked, *config, script, facts.target());
    const auto add = [&](const script::ProgramPoint& point, const std::string& lacks, Span place) {
      const script::Option* option = started.needed_for(point, lacks);
      if (!option) return;
      for (const std::string& name : option->names) {
        const shell::ExpandedWord* word = linked->option(name, nullptr);
        if (!word) continue;
        const Span at = word->written().value_or(word->span);
        hits.push_back({.at = at, .fact = at, .name = name, .other = place});
        hits.back().point.open = word->overridable || linked->config_word->overridable;
        return;
      }
    };
    for (const script::Failure& each : script.failures) add(each.point, "", each.span);
    for (const script::ConfigWrite& each : script.writes) {
      const std::string owner = owner_of(each);
      if (!owner.empty()) add(each.point, owner, each.span);
    }
  }
  return hits.size() > before;
}

}  // namespace mmlint::check::predicates
