#pragma once

#include "check/common/evaluate.h"
#include "launch/group_modules.h"
#include "launch/starts.h"

namespace mmlint {
class BarrenEntries;
class KeyPlaces;
}  // namespace mmlint

namespace mmlint::check {

struct CustomImport;

// A config with the facts about it as a whole that rules ask (docs/reference.md, "Which file is
// what").
struct ConfigView {
  const config::Resolved* config = nullptr;
  bool passed = false;    // it is one of those that the run judges for themselves
  bool runnable = false;  // a model, a dataloader, and a leaf or outside `_base_` folders
  bool may_run_distributed = false;  // `launcher` is absent, unknown or not 'none'
  launch::Launcher launcher = launch::Launcher::kNobody;
  // The same two of the scripts that leave it to MMEngine to make the process group.
  bool launched = false;          // `launcher` is known and not 'none', or a start gives one
  bool launcher_offered = false;  // a script has --launcher, and no start of it is known
  bool trained_by_runner = true;  // some script builds a Runner, or none is known that trains
  // A Runner, or a FlexibleRunner, may be built from it, by what scripts here build and by its
  // runner_type; in place of either the project's own class that inherits it.
  bool built_by_runner = true, built_by_flexible_runner = false;
  bool built_here = false;              // a script of the project builds a Runner from it
  bool launched_by_pytorch = false;     // must: it is started with the launcher 'pytorch'
  bool wrapped_by_runner = true;        // the same, and that does not override wrap_model
  bool only_heirs = false;              // known starts name configs that inherit it, and not it
  bool is_unused_base = false;          // see launch::Started
  bool is_base = false;                 // in a folder for bases, and a config inherits it
  bool partial = false;                 // not loaded: a key that is absent may come from a base
  bool unknown_makes_no_group = false;  // modules that were not found count as making no group
  const Value* changed = nullptr;  // what a script has made of the config; null: as it is loaded
  launch::GroupModules* modules =
      nullptr;  // what is known of the modules that configs import; may be null
  const std::vector<CustomImport>* imports = nullptr;  // see find_imports(); null: not looked for
  const launch::Builders* builders = nullptr;          // that build a Runner from it; may be null
  const KeyPlaces* places =
      nullptr;  // of the patterns of rules, in the config as it is loaded; may be null
  // In which find_in_built() and wrong-kind find nothing, whatever else the config has; may be
  // null.
  BarrenEntries* well_built = nullptr;
  BarrenEntries* of_right_kind = nullptr;
  // Whether env_cfg.dist_cfg is read by what makes the process group; MMEngine does.
  Answer dist_cfg_is_read = Answer::kYes;

  // Returns the keys that rules are about.
  const Value& root() const { return changed ? *changed : *config->root; }
};

// Returns the view of a config by itself, which must have a dict as its root; how it is started is
// left out. `inherited` says that some config below the root inherits it, `lacks_base` that a base
// which is not known may have the dataloader.
ConfigView view_of(const config::Resolved& config, bool inherited, bool lacks_base = false);

// Enters into a view how the config is started. `by_user`: the user gives a launcher, whatever is
// known here.
void enter(const launch::Started& started, bool by_user, ConfigView& view);

// Returns how serious for a config is what does `harm` in the runs that a launcher starts, and in
// these alone: at most a warning where the command line decides if there is a launcher.
Severity severity_with_launcher(Severity harm, const ConfigView& view);

}  // namespace mmlint::check
