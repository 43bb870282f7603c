#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "check/check.h"
#include "check/suppressions.h"

namespace mmlint::check {

// A rule with its severity on the target; `matcher` is null but for rules about configs.
struct ActiveRule {
  const catalog::Rule* rule;
  Severity severity;
  std::unique_ptr<Matcher> matcher;
  std::vector<std::unique_ptr<Matcher>> levels = {};  // of the rule's levels, in their order
};

// Collects the findings of one target, at most one for each rule and place; the place is the cause
// of all that the finding reaches. Borrows the request.
class FindingTable {
 public:
  explicit FindingTable(const Request& request);

  // Returns the finding of a rule at a place, a new one without texts if there is none yet; null if
  // it would be new and not `adding`. Places that share a `cause`, which is not empty, share one
  // finding, at the first of them. It belongs to the table and is valid until finished().
  Finding* entry(const ActiveRule& active, Span span, bool adding, const std::string& cause = {});
  // These fill in the texts of a finding, as its rule has them for what was found.
  void describe(Finding& finding, const Hit& hit) const;
  void describe(Finding& finding, const Problem& problem) const;
  void describe(Finding& finding, const ScriptHit& hit) const;
  void describe(Finding& finding, const LaunchHit& hit) const;

  // Adds the second place that the rule speaks of, with the rule's label for it.
  void relate(Finding& finding, Span other) const;

  // Gives a finding the severity of one of its rule's levels, and the message if that has one.
  void set_level(Finding& finding, const catalog::SeverityLevel& level) const;
  // Adds the place where a launch script starts the config with a launcher.
  void add_launch(Finding& finding, Span launcher) const;

  // Returns the absolute paths of the files that findings stand in.
  std::set<std::string> files() const;
  // Counts what each finding reaches, and returns those that no comment suppresses. The table is
  // empty afterwards.
  std::vector<Finding> finished(Suppressed& suppressed);

 private:
  void describe(Finding& finding, const std::string& key, const Value* value,
                const catalog::Literal& literal) const;
  void fill_texts(Finding& finding, const catalog::Literal& literal, std::string_view form) const;
  std::string hint_for_folder(const std::string& folder) const;
  void note_nearest(Diagnostic& d, const std::string& nearest) const;
  const std::string& path_of(Span span) const;
  std::string filled(const LocalizedText& text, const catalog::Captures& captures) const;
  std::string printed(Span span) const;
  // What a script does, as it is written there: "inputs.to(device)". Of a call that is long or
  // takes several lines it is the callee, of what is no call the symbol.
  std::string written(const ScriptHit& hit) const;
  void count(Finding& finding) const;

  const Request& request_;
  const std::set<std::string> passed_;
  using Cause = std::tuple<std::string, std::string, Span>;  // code, cause or none, place
  std::map<Cause, Finding> findings_;
};

// Sorts findings by path, offset and code.
void sort_findings(std::vector<Finding>& findings, const SourceStore& sources);

}  // namespace mmlint::check
