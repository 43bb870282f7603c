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

struct ActiveRule {
  const catalog::Rule* rule;
  Severity severity;
  std::unique_ptr<Matcher> matcher;
};

// The findings of one run, by what makes them one: the rule and the place.
class Causes {
 public:
  explicit Causes(const Request& request);

  // Null if it is new and `only_known`.
  Finding* at(const ActiveRule& active, Span span, bool only_known);
  // Fill in the texts of a finding.
  void describe(Finding& finding, const Hit& hit) const;
  void describe(Finding& finding, const resolve::Problem& problem) const;
  void describe(Finding& finding, const ScriptHit& hit) const;

  std::set<std::string> files() const;  // those that findings stand in
  // Counts what each finding reaches, and gives away those that no comment suppresses.
  std::vector<Finding> finished(Suppressed& suppressed);

 private:
  void describe(Finding& finding, const std::string& key, const resolve::Value* value,
                const catalog::Literal& literal) const;
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
