#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "check/finding.h"
#include "project/index.h"

namespace mmlint::launch {
struct ProjectView;
}

namespace mmlint::check {

// Another target that a run judges for, and the rules that are active on it.
struct OnTarget {
  const catalog::Target* target;
  std::vector<catalog::Catalog::Active> rules;
};

// What a run judges, and by which rules. It borrows all that it refers to.
struct Request {
  project::Workspace& workspace;
  const project::Index& index;          // every config below the root
  std::span<const std::string> passed;  // absolute paths of the configs to judge
  const catalog::Target& target;
  std::span<const catalog::Catalog::Active> rules;
  Language language = Language::kEnglish;
  // If true, a config that does not name its launcher is taken to be started with one, and a module
  // that it imports and that was not found is taken to make no process group.
  bool launched = false;
  std::span<const std::string> scripts = {};  // absolute paths of the scripts to judge
  std::span<const OnTarget> others = {};      // further targets: each cause is still one finding
  std::span<const std::string> launch_scripts = {};  // absolute paths of the shell scripts to judge
  std::span<const std::string> roots = {};           // absolute paths of the folders of the project
  // Absolute paths of every script and launch script below the roots, passed or not: they tell how
  // configs are started. If they are empty, those to judge serve for that.
  std::span<const std::string> known_scripts = {};
  std::span<const std::string> known_launch_scripts = {};
  std::span<const std::string> passed_paths = {};  // files and folders, as they were passed
  // Absolute paths of the scripts that the run judges, those with other rules or for another target
  // too: what is found in them is not left open. If they are empty, they are `scripts`.
  std::span<const std::string> scripts_of_run = {};
  bool through_heirs = true;  // configs that inherit what was passed are judged too

  std::span<const std::string> all_scripts() const {
    return known_scripts.empty() ? scripts : known_scripts;
  }
  std::span<const std::string> all_launch_scripts() const {
    return known_launch_scripts.empty() ? launch_scripts : known_launch_scripts;
  }
  std::span<const std::string> refused = {};  // absolute paths of scripts that Python refuses
  // Every rule that a comment may name, active or not; null if nothing is said of comments.
  const catalog::Catalog* catalog = nullptr;

  // Returns the files between which launches and programs are found.
  launch::ProjectView project() const;
  // Returns the same request with the documents of another workspace, which must outlive the
  // result.
  Request in(project::Workspace& other) const;
  // Returns one request per target, `target` first, then `others` in their order. The results
  // borrow this request.
  std::vector<Request> each() const;
};

// Judges the passed configs, scripts and launch scripts, and returns the findings, sorted by path,
// offset and code. Each cause that shows in a passed config is one finding, with all configs below
// the root that it reaches. Configs that inherit passed files are judged too; they add only what
// they show in a passed file, and what keeps them from loading.
// Unless `open` is null, *open gets a text for each question that the run could not decide, and
// that a run without findings therefore leaves open.
// If `settle` is given, families of configs are judged apart from each other, and what they mean
// does not stay: it gets all findings, those of some families at a time, while their evidence is
// there, and a request whose workspace has the configs and whose `passed` are those of the
// families. Several threads may call it at once. Findings of families have no evidence afterwards.
using Settle = std::function<void(std::vector<Finding>& findings, const Request& request)>;
std::vector<Finding> check(const Request& request, std::vector<std::string>* open = nullptr,
                           const Settle& settle = nullptr);

// Removes the findings of rules that report once per run (catalog::Rule::once_per_run), and returns
// a sentence for each of them.
std::vector<std::string> take_notes(std::vector<Finding>& findings, const Request& request);

// Returns true if some part of a match asks what launch scripts give to a script.
bool needs_start(const catalog::Match& match);

}  // namespace mmlint::check
