#pragma once

#include "base/language.h"
#include "check/script/matcher.h"

namespace mmlint::check {

// What one known start of the project finds at the place of a hit.
struct StartedHit {
  std::string option;          // ScriptHit::option
  script::ProgramPoint point;  // ScriptHit::point
  const launch::LinkedLaunch* start = nullptr;
};

// The facts that decide how serious a hit is, beside the hit itself.
struct HitFacts {
  Severity harm;          // if every run reaches the hit: kError for what stops it or trains wrong
  bool is_built = false;  // a registry builds what holds the hit, as a config of the project asks
  // What each known start finds there; nullopt if some start of the script is not known, empty if
  // no start gets there.
  std::optional<std::vector<StartedHit>> in_starts = {};
};

struct Level {
  Severity severity;
  // Why a hit is less serious than its harm; empty if it is as serious, or if the text of the rule
  // says why it is not.
  LocalizedText why = {};
};

// Returns true if a program trains, must succeed before training starts, or is named for training:
// a library may train in it.
bool is_for_training(const launch::ProgramFacts& facts);

// Returns the severity of a hit. It is
// - kInfo if no training run reaches the hit, or one that has to succeed before training starts; if
//   the run goes on after the exception; if it needs an option that is off by default and that
//   no known start gives, or the launcher of Slurm or MPI where no start is known; or if it is the
//   default of an option and every known start passes another value;
// - at most kWarning if a command-line option, an environment variable or a condition of which
//   nothing is known decides whether the run reaches it;
// - else the harm.
Level severity_of(const HitFacts& of_hit, const ScriptHit& hit, const script::Summary& script,
                  const launch::ProgramFacts& facts);

}  // namespace mmlint::check
