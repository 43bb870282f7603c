#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "shell/summary.h"
#include "value/problem.h"

namespace mmlint::check {

struct Request;
struct LinkedLaunch;
class LaunchGraph;

// Something that a launch script does and a rule is about.
struct LaunchHit {
  Span at;
  std::string name;            // {key}: the variable, the option, what starts processes
  std::string value;           // {value}
  std::string form;            // of kLaunchChecks, or the variable
  catalog::Captures captures;  // of kLaunchChecks
  std::vector<Place> places;
  std::string nearest;                   // what may have been meant
  const LinkedLaunch* linked = nullptr;  // the launch that it is about, in `graph`
  std::shared_ptr<const LaunchGraph> graph = nullptr;
  std::string replacement;  // what a fix writes, if only the check can tell
};

// A launch script to judge, with what is judged together with it; it borrows everything.
struct LaunchView {
  const std::string& path;
  std::string_view text;
  const shell::Summary& summary;
  const LaunchGraph& graph;
  const Request& request;
  bool refused = false;  // bash refuses the text; `facts` has what stands before the error

  // Returns the launches of this launch script itself, not those of others that it runs.
  const std::vector<const LinkedLaunch*>& own() const;
  // Returns those, and the launches of the launch scripts that these run with what they are given.
  const std::vector<const LinkedLaunch*>& reached() const;
  // Returns the launch of this launch script by which a launch is reached: itself if it is its own.
  static const LinkedLaunch& outer(const LinkedLaunch& linked);
  // Returns where a word that a launch is given is written; in another file for a word that comes
  // from there. A word without such a place stands where it is used.
  Span cause(const shell::ExpandedWord& word) const;
  // Returns true if a place stands in this launch script.
  bool has(Span place) const;
};

// A rule about launch scripts made ready for a target. Borrows the target.
class LaunchMatcher {
 public:
  LaunchMatcher(const catalog::Rule& rule, const catalog::Target& target);
  LaunchMatcher(const LaunchMatcher&) = delete;
  LaunchMatcher& operator=(const LaunchMatcher&) = delete;

  // Returns what the launch script does that the rule is about; empty unless the whole match holds.
  std::vector<LaunchHit> find(const LaunchView& view) const;

 private:
  catalog::Match match_;
  const catalog::Target& target_;
};

// Returns the name of what a launch starts, as it is written ("train.py"); "the script" where that
// is not known.
std::string shown_target(const shell::Launch& launch);

}  // namespace mmlint::check
