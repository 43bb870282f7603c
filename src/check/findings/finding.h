#pragma once

#include "check/config/matcher.h"
#include "check/script/matcher.h"
#include "check/shell/matcher.h"

namespace mmlint::check {

// A config that a cause reaches, and what the rule matched in it.
struct Reach {
  ConfigView view;
  std::vector<Hit> hits;
};

// A target that a finding holds for, and the severity there.
struct Holds {
  const catalog::Target* target;
  Severity severity;
};

// A diagnostic with the evidence for it, from which fixes are planned. There is one finding for
// each cause, however many configs it reaches.
struct Finding {
  Diagnostic diagnostic;
  const catalog::Rule* rule = nullptr;
  const catalog::Target* target = nullptr;
  const catalog::RuleFix* fix = nullptr;  // the rule's fix on this target; null for none
  std::string form;                       // see catalog/on_target.h
  catalog::Captures captures;             // the values for the braces in the rule's texts
  std::vector<Holds> on;                  // the targets of the request that it holds for

  // The evidence: the configs that the cause reaches, sorted by path (none for a problem of a
  // script), or the hit in a script or in a launch script.
  std::variant<std::vector<Reach>, ScriptHit, LaunchHit> evidence;

  // What is noted of the evidence for the list of errors at run time (failures.h): that a run comes
  // to the error in one of the configs, and the value that the rule matched.
  bool comes_to_error = false;
  catalog::Literal matched;

  // Each returns the evidence if it is of that kind, else null or an empty list. The finding owns
  // it.
  const std::vector<Reach>& reaches() const {
    static const std::vector<Reach> kNone;
    const auto* reaches = std::get_if<std::vector<Reach>>(&evidence);
    return reaches ? *reaches : kNone;
  }
  const ScriptHit* script_hit() const { return std::get_if<ScriptHit>(&evidence); }
  const LaunchHit* launch_hit() const { return std::get_if<LaunchHit>(&evidence); }
};

}  // namespace mmlint::check
