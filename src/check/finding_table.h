#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
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
};

// The findings of one target, by what makes them one: the rule and the place, which is the cause
// of all that the finding reaches. Borrows the request.
class FindingTable {
 public:
  explicit FindingTable(const Request& request);

  // The finding of a rule at a place, new and without texts if there is none yet; null if it would
  // be new and `only_known`. Valid until finished().
  Finding* entry(const ActiveRule& active, Span span, bool only_known);
  // Fill in the texts of a finding, as its rule has them for what was found.
  void describe(Finding& finding, const Hit& hit) const;
  void describe(Finding& finding, const Problem& problem) const;
  void describe(Finding& finding, const ScriptHit& hit) const;
  void describe(Finding& finding, const LaunchHit& hit) const;

  // Shows the second place that the rule speaks of.
  void relate(Finding& finding, Span other) const;

  // Whether a rule was found in every one of the files.
  bool are_in(std::string_view code, std::span<const std::string> files) const;
  // The place where a launch script starts the config with a launcher.
  void add_launch(Finding& finding, Span launcher) const;

  std::set<std::string> files() const;  // those that findings stand in
  // Counts what each finding reaches, and gives away those that no comment suppresses; the table
  // is empty then.
  std::vector<Finding> finished(Suppressed& suppressed);

 private:
  void describe(Finding& finding, const std::string& key, const Value* value,
                const catalog::Literal& literal) const;
  void fill_texts(Finding& finding, const catalog::Literal& literal, std::string_view form) const;
  void note_nearest(Diagnostic& d, const std::string& nearest) const;
  const std::string& path_of(Span span) const;
  std::string filled(const Text& text, const catalog::Captures& captures) const;
  std::string printed(Span span) const;
  void count(Finding& finding) const;

  const Request& request_;
  const std::set<std::string> passed_;
  std::map<std::pair<std::string, Span>, Finding> findings_;
};

// By path, offset and code.
void sort_findings(std::vector<Finding>& findings, const SourceStore& sources);

}  // namespace mmlint::check
