#pragma once

#include "catalog/catalog.h"
#include "launch/launch_graph.h"

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

}  // namespace mmlint::check
