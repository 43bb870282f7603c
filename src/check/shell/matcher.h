#pragma once

#include "catalog/catalog.h"
#include "shell/summary.h"
#include "value/problem.h"

namespace mmlint::launch {
struct LinkedLaunch;
class LaunchGraph;
class ProgramFacts;
class ProgramStore;
}  // namespace mmlint::launch

namespace mmlint::check {

struct Request;

// A place in a launch script that a rule reports, with what its texts and fixes need.
struct LaunchHit {
  Span at;
  std::string name;   // {key} in the rule's texts: the variable, option or launcher
  std::string value;  // {value} in the rule's texts
  std::string form;   // selects the rule's variants: a form of the predicate, or a variable
  catalog::Captures captures;  // further values for the braces, see the predicate's file
  std::vector<Place> places;   // labels at other places
  std::string nearest;         // a name that may have been meant ("did you mean"); else empty
  const launch::LinkedLaunch* linked = nullptr;  // the launch it is about; null for none
  std::shared_ptr<const launch::LaunchGraph> graph = nullptr;  // owns `linked`
  std::string replacement;  // the text that a fix writes, where only the check knows it
  Span replaced = {};       // the place for `replacement`, if that is not `at`; else unknown
};

using LaunchHits = std::vector<LaunchHit>;

// A launch script to judge and what belongs to it. It borrows everything.
struct LaunchView {
  const std::string& path;
  std::string_view text;
  const shell::Summary& summary;
  const launch::LaunchGraph& graph;
  const launch::ProgramStore& programs;
  const Request& request;
  bool refused = false;  // bash refuses the text; `summary` has what stands before the error

  // Returns the launches of this launch script, without those of launch scripts that it runs.
  const std::vector<const launch::LinkedLaunch*>& own() const;
  // Returns the launches of this launch script and of those that it runs, directly or not.
  const std::vector<const launch::LinkedLaunch*>& reached() const;
  // Returns the first link of the chain LinkedLaunch::through that leads to a launch; the launch
  // itself if it is not reached through another launch script.
  static const launch::LinkedLaunch& outer(const launch::LinkedLaunch& linked);
  // Returns the facts about the script that a launch starts, which must be a program.
  const launch::ProgramFacts& facts_of(const launch::LinkedLaunch& linked) const;
  // Returns the place where the value of a word is written, which may be an assignment or another
  // file; the place of the word itself if its value stands nowhere.
  Span cause(const shell::ExpandedWord& word) const;
  // Returns true if a place is in the file of this launch script.
  bool has(Span place) const;
};

// The match of a rule about launch scripts with the target's facts filled in. Borrows the target.
class LaunchMatcher : Pinned {
 public:
  LaunchMatcher(const catalog::Rule& rule, const catalog::Target& target);

  // Returns the places that the rule reports; empty unless the whole match holds.
  std::vector<LaunchHit> find(const LaunchView& view) const;

 private:
  catalog::Match match_;
  const catalog::Target& target_;
};

// Returns the target of a launch for diagnostics, as it is written ("tools/train.py"); "the script"
// if it is not known.
std::string shown_target(const shell::Launch& launch);

}  // namespace mmlint::check
