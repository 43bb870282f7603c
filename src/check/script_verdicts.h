#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "check/script/built_classes.h"
#include "check/script/defaults.h"
#include "check/script_rule.h"
#include "launch/known_runs.h"

namespace mmlint::check {

// Judges programs together: what several of them do at one place is one finding, as serious as the
// worst of them. Borrows all that it is given.
class Verdicts {
 public:
  Verdicts(const Request& request, const std::deque<ScriptRule>& rules)
      : request_(request), rules_(rules), built_(request, programs_) {}

  // Adds what the rules find in a program.
  void add(ProgramHits hits);
  // Makes the findings, or returns where they would be.
  void emit(FindingTable& table);
  std::set<Span> places();

 private:
  struct Found {
    std::size_t rule, program;
    ScriptHit hit;
    const launch::LinkedLaunch* start =
        nullptr;  // the only one that makes it a fault; null: any may
    std::optional<std::vector<StartedHit>> in_starts = {};  // HitFacts::in_starts
    Level level = {Severity::kInfo};
  };

  std::map<std::pair<std::size_t, Span>, Found*> worst();
  void add_started(const launch::KnownRun& start, std::size_t program,
                   const std::vector<std::set<Span>>& known);
  void look_at_starts(Found& found, const std::vector<launch::KnownRun>& starts);
  bool is_covered(Span place) const;
  Level level(const Found& found);
  const std::map<Span, ScriptHit>& hits_in(const Found& found, const script::Summary& run);
  const ScriptRule::Beside& beside(const Found& found);
  bool is_built(const Found& found);

  const Request& request_;
  const std::deque<ScriptRule>& rules_;
  std::vector<const launch::ProgramFacts*> programs_;
  std::deque<Found> all_;
  std::set<Span> covered_;  // the functions that the run of some program gets to
  KnownCalls calls_;        // of all programs
  std::map<std::pair<std::size_t, std::size_t>, ScriptRule::Beside> beside_;  // by rule and program
  // By rule, and by a start of the project or what configs have built.
  std::map<std::pair<std::size_t, const script::Summary*>, std::map<Span, ScriptHit>> in_runs_;
  BuiltClasses built_;
};

}  // namespace mmlint::check
