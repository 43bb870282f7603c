#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "catalog/catalog.h"
#include "check/config/matcher.h"
#include "check/config/view.h"
#include "check/script/matcher.h"
#include "check/shell/matcher.h"

namespace mmlint::check {

// One config that a cause reaches, and the keys of it that the rule matched there.
struct Reach {
  ConfigView view;
  std::vector<Hit> hits;
};

// A target that a finding holds for, and how serious the rule takes it there.
struct Holds {
  const catalog::Target* target;
  Severity severity;
};

// A finding with all that a fix needs to know: one per cause, however many configs it reaches.
struct Finding {
  Diagnostic diagnostic;
  const catalog::Rule* rule = nullptr;
  const catalog::Target* target = nullptr;
  const catalog::RuleFix* fix = nullptr;  // the rule's on this target
  catalog::Captures captures;             // what the rule's texts may name
  std::vector<Holds> on;                  // the targets that were asked for and have it

  // What was found: the configs that a cause reaches, sorted by path (none for a problem of a
  // script), or what a script or a launch script does.
  std::variant<std::vector<Reach>, ScriptHit, LaunchHit> evidence;

  // Each returns the evidence of one kind, which belongs to the finding; null or empty if it is of
  // another kind.
  const std::vector<Reach>& reaches() const {
    static const std::vector<Reach> kNone;
    const auto* reaches = std::get_if<std::vector<Reach>>(&evidence);
    return reaches ? *reaches : kNone;
  }
  const ScriptHit* script_hit() const { return std::get_if<ScriptHit>(&evidence); }
  const LaunchHit* launch_hit() const { return std::get_if<LaunchHit>(&evidence); }
};

// Returns the text of a matched string or reference as a literal of a rule; the literal null for
// anything else.
catalog::Literal literal_of(const Hit& hit);

// Follows merges, imports and base variables back to the origin of the entry that was defined
// first. Returns null for null.
const Origin* definer(const Origin* origin);
// Returns where a top-level key of a config is first defined; the config's first statement if
// nothing defines it.
Span definition(const config::Resolved& config, std::string_view key);
// Returns the definer of the deepest dict entry that exists on the way to a key path; null if not
// even the top-level key is there, or its place is not known.
const Origin* nearest_definer(const config::Resolved& config, std::string_view key_path);

}  // namespace mmlint::check
