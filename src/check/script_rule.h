#pragma once

#include <deque>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "check/findings/finding_table.h"
#include "check/script/matcher.h"
#include "check/script/severity.h"
#include "launch/known_runs.h"

namespace mmlint::check {

// A rule about scripts on a target.
class ScriptRule {
 public:
  // Borrows the rule and the target.
  ScriptRule(const catalog::Catalog::Active& active_rule, const catalog::Target& target);

  // Returns true if it asks for a fact of a whole program, which covers all of its entry points.
  bool asks_of_whole() const { return asks_of_whole_; }
  // Returns true if a start of the project may make a fault that no other run has.
  bool asks_of_each_start() const { return !asks_of_whole_ && !asks_of_guard_; }

  // What the rule's other matches find in a program, once for all its hits.
  struct Beside {
    std::vector<std::pair<Severity, std::set<Span>>> levels;  // the facts that each level is about
    std::vector<ScriptHit> related;
  };
  Beside beside(const script::Summary& script, const launch::ProgramFacts& facts) const;
  // Returns how serious a hit is where the run gets to it: what the rule's levels say of it, else
  // the rule's own.
  Severity harm_of(const ScriptHit& hit, const Beside& beside) const;
  // Makes the finding of a hit.
  void emit(ScriptHit hit, const launch::ProgramFacts& facts, const Beside& beside, Level level,
            Finding& finding, FindingTable& table) const;

  ActiveRule active;
  ScriptMatcher matcher;

 private:
  Span other(const ScriptHit& hit, const Beside& beside) const;

  const bool asks_of_whole_, asks_of_guard_;
  std::vector<std::pair<Severity, std::unique_ptr<ScriptMatcher>>> levels_;
  std::unique_ptr<ScriptMatcher> related_;
};

// What rules find in a program.
struct ProgramHits {
  const launch::ProgramFacts* facts = nullptr;
  std::vector<std::vector<ScriptHit>> by_rule = {};  // in the order of the rules
  std::vector<launch::KnownRun> starts = {};         // started_runs(), if a rule asks for them
};
ProgramHits find_hits(const launch::ProgramFacts& facts, const std::deque<ScriptRule>& rules);

}  // namespace mmlint::check
