#pragma once

#include "check/config/inheritance.h"
#include "check/config/place.h"
#include "check/findings/open_questions.h"
#include "check/judge.h"

namespace mmlint::check {

// Makes findings of what a judge has found in configs: the place of each, and which of the places
// of different configs are one. Borrows the request, whose workspace must have resolved the
// configs, the judge and what is known of comments. For one thread.
class Emission {
 public:
  Emission(const Request& request, const Judge& judge, Suppressed& suppressed)
      : request_(request), judge_(judge), suppressed_(suppressed), table_(request) {}

  // Returns true if something that is found in a config may be one finding with what shows in
  // configs that have nothing to do with it.
  bool is_shared(const Judged& judged);
  // Adds the findings of configs, in their order.
  void emit(std::span<const Judged> judged);
  // Records which rules find something in the scripts that start configs and were not passed, where
  // the configs are judged as these scripts make them. Comes once, for all configs of emit().
  void note_unpassed(std::span<const Judged> judged, const launch::ProgramStore& programs);
  // Add a finding for each comment that suppresses nothing: in the configs that were passed, in the
  // scripts and launch scripts. Come when all findings, those of other targets too, were finished.
  void emit_unused_suppressions(std::span<const project::Node* const> passed);
  void emit_unused_suppressions_of_scripts();

  FindingTable& table() { return table_; }
  OpenQuestions& open() { return open_; }
  launch::GroupModules& modules() { return modules_; }
  // Returns the findings that no comment suppresses, and leaves none.
  std::vector<Finding> finished() { return table_.finished(suppressed_); }

 private:
  bool may_add(Adds adds, Span at) const;
  bool may_add(Adds adds, const Problem& problem, const config::Resolved& heir) const;
  bool was_passed(const std::string& script) const;
  void emit(const Judged& judged);
  void emit_hits(const Judged& judged);
  void emit_partial(const Judged& judged);
  void emit_written(const Judged& judged);
  // Returns true if what a script writes is reported there: the script was passed, and no rule
  // about scripts reports the statement. Memoised, as many configs have the same script.
  bool is_reported(const WrittenHit& written);
  void emit_problem(const Problem& problem);
  void emit_problem(const Problem& problem, const config::Resolved& heir, Adds adds);
  void describe_start(Finding& finding, const Judged& judged);
  // Adds labels for the values that decide with the hit, and for where the hit's value is used.
  void relate(Finding& finding, const Matcher& related, const Hit& hit, const Judged& judged);
  void note_open(const Judged& judged);
  bool is_elsewhere(Span at, const config::Resolved& config) const;

  const Request& request_;
  const Judge& judge_;
  Suppressed& suppressed_;  // of all targets
  FindingTable table_;
  Inherited inherited_;
  OpenQuestions open_;
  launch::GroupModules modules_;
  std::map<std::pair<std::string, Span>, bool> reported_;  // of is_reported()
  FirstWithout first_{request_.index, request_.workspace.files(), modules_};
};

}  // namespace mmlint::check
