#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "check/finding.h"
#include "project/index.h"

namespace mmlint::check {

// Another target that a run judges for, and the rules that are active on it.
struct OnTarget {
  const catalog::Target* target;
  std::vector<catalog::Catalog::Active> rules;
};

struct Request {
  project::Workspace& workspace;
  const project::Index& index;          // every config below the root
  std::span<const std::string> passed;  // absolute paths of the configs to judge
  const catalog::Target& target;
  std::span<const catalog::Catalog::Active> rules;
  Language language = Language::kEnglish;
  // A config that does not name its launcher is taken to be launched, and a module that it imports
  // and that cannot be seen to make no process group.
  bool launched = false;
  std::span<const std::string> scripts = {};    // absolute paths of the scripts to judge
  std::span<const OnTarget> others = {};        // judged for as well: each cause is one finding
  std::span<const std::string> launchers = {};  // absolute paths of the shell scripts to judge
  std::span<const std::string> roots = {};      // absolute paths of the folders of the project

  // The same with the documents of another workspace, which must outlive the result.
  Request in(project::Workspace& other) const;
  // The same for each target alone, in the order in which they were asked for.
  std::vector<Request> each() const;
};

// Judges the passed configs: every cause that one of them reaches is one finding, with all configs
// below the root that it reaches. Sorted by path, offset and code.
std::vector<Finding> check(const Request& request);

// Takes the findings of rules that speak once per run out of the list, each as a sentence.
std::vector<std::string> take_notes(std::vector<Finding>& findings, const Request& request);

// Rules about launched configs that hold for a passed one as soon as it is launched, although it
// does not say so: public configs leave it to the command line.
std::vector<const catalog::Rule*> rules_if_launched(const Request& request);
// A rule that is silent where nobody starts the config with a launcher.
bool needs_launch(const catalog::Match& match);
// A rule that asks what launch scripts give a script.
bool needs_start(const catalog::Match& match);
// One sentence for each of them, instead of a finding per config.
std::vector<std::string> notes_if_launched(const Request& request);

}  // namespace mmlint::check
