#pragma once

#include "check/findings/finding_table.h"
#include "check/script/built_classes.h"
#include "check/script/severity.h"
#include "launch/known_runs.h"

namespace mmlint::check {

// The calls that the programs of a run make, and what they leave to defaults.
class KnownCalls {
 public:
  // Adds the calls of a program, which must outlive this object.
  void add(const script::Summary& script);

  // Returns whether a run may use the default value at `at`; true if no parameter has it there.
  // For a function, and for __init__ of the class `definition`, which registries call: unless a
  // call of a registry's build() passes the parameter, as in MODELS.build(cfg, device=device).
  // For other methods: only if a known call omits the argument, since most callers of an object
  // that a registry built are not known. What no config has built calls nothing, and an object
  // whose own class has such a method calls that.
  bool use_default(Span definition, Span at, BuiltClasses& built) const;

 private:
  struct Known {
    const script::Call* call;
    const script::Summary* script;
  };
  std::map<std::string_view, std::vector<Known>> by_name_;  // the callee's last one
  std::set<std::string, std::less<>> built_with_;           // the keywords of what registries build
};

// A rule about scripts on a target.
class ScriptRule {
 public:
  // Borrows the rule and the target.
  ScriptRule(const catalog::Catalog::Active& active_rule, const catalog::Target& target);

  // Returns true if it asks for a fact of a whole program, which covers all of its entry points.
  bool asks_of_whole() const { return asks_of_whole_; }
  // Returns true if a start of the project may make a fault that no other run has.
  bool asks_of_each_start() const { return !asks_of_whole_ && !asks_of_guard_; }
  // Returns true if it asks for a place without a process group, which some starts may make.
  bool asks_for_no_group() const { return asks_of_each_start() && asks_for_no_group_; }

  // Returns true if its fix rewrites a call, so that all hits in one call are one finding.
  bool is_about_calls() const;

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

  const bool asks_of_whole_, asks_of_guard_, asks_for_no_group_;
  std::vector<std::pair<Severity, std::unique_ptr<ScriptMatcher>>> levels_;
  std::unique_ptr<ScriptMatcher> related_;
};

// What rules find in a program.
struct ProgramHits {
  const launch::ProgramFacts* facts = nullptr;
  std::vector<std::vector<ScriptHit>> by_rule = {};  // in the order of the rules
  std::vector<launch::KnownRun> starts = {};         // started_runs(), if a rule asks for them
  std::vector<launch::KnownRun> slurm = {};          // slurm_runs()
};
ProgramHits find_hits(const launch::ProgramFacts& facts, const std::deque<ScriptRule>& rules);

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
    std::optional<std::vector<StartedHit>> in_starts = {};  // HitFacts::in_starts
    Level level = {Severity::kInfo};
  };

  // What is found of a rule at a place: the most serious, and the calls elsewhere that get it
  // there.
  struct AtPlace {
    Found* worst;
    std::vector<Span> uses;
  };
  std::map<std::pair<std::size_t, Span>, AtPlace> worst();
  static const launch::LinkedLaunch* deciding_start(const Found& found);
  void add_started(const launch::KnownRun& start, std::size_t program,
                   const std::vector<std::set<Span>>& known, bool (ScriptRule::*asks)() const);
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
