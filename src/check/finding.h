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

// A target that a finding holds for, and what the rule says and does there.
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

  // Each is null or empty unless the evidence is of that kind.
  const std::vector<Reach>& reaches() const {
    static const std::vector<Reach> kNone;
    const auto* reaches = std::get_if<std::vector<Reach>>(&evidence);
    return reaches ? *reaches : kNone;
  }
  const ScriptHit* script_hit() const { return std::get_if<ScriptHit>(&evidence); }
  const LaunchHit* launch_hit() const { return std::get_if<LaunchHit>(&evidence); }
};

// The text of a matched string or reference, as rules speak of values; null for anything else.
catalog::Literal literal_of(const Hit& hit);

// The place where a dict entry was first defined: through merges, imports and base variables.
const Origin* definer(const Origin* origin);
// Where a top-level key of a config is first defined; its first statement if nothing defines it.
Span definition(const config::Resolved& config, std::string_view key);
// The deepest dict entry that exists on the way to a key path, by its definer; null if not even the
// top-level key is there.
const Origin* nearest_definer(const config::Resolved& config, std::string_view key_path);

}  // namespace mmlint::check
