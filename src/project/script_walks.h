#pragma once

#include "project/file_cache.h"
#include "project/module_files.h"
#include "script/summary.h"

namespace mmlint::project {

// The summaries of the scripts of a workspace. A script is walked together with what it imports,
// which others import too, so the first walks of all share one budget of steps that grows with the
// bytes of all these files: a project costs what it weighs. Which walks end early does not depend
// on the number of threads. For one thread.
class ScriptWalks {
 public:
  ScriptWalks(LoadedFiles& files, ModuleFiles& modules) : files_(files), modules_(modules) {}
  // Takes the summaries of scripts that neither are in `changed` nor import such a file from
  // `below`, which must outlive this object. The budget is a new one.
  ScriptWalks(LoadedFiles& files, ModuleFiles& modules, const ScriptWalks& below,
              const std::set<std::string>& changed);

  // Returns the summary of each script, in their order; null for what cannot be read or is not
  // valid. They are kept.
  std::vector<const script::Summary*> get(std::span<const std::string> paths);
  // Walk a script once more for each of its starts, several at once, or with the classes that are
  // built; see script::summarize(). Such a walk may take twice the steps of the first one, whatever
  // others took. Null where get() has none.
  std::vector<std::unique_ptr<script::Summary>> started(const std::string& path,
                                                        std::span<const script::Start> starts);
  std::unique_ptr<script::Summary> built(const std::string& path,
                                         const script::BuiltClasses& classes);

 private:
  std::unique_ptr<script::Summary> again(const std::string& path, std::size_t first_steps,
                                         const script::Start* start,
                                         const script::BuiltClasses* built) const;
  void weigh(std::span<const std::string> paths);
  std::shared_ptr<script::Summary> walk(const std::string& path, std::size_t steps) const;
  void count(const script::Summary& summary);

  LoadedFiles& files_;
  ModuleFiles& modules_;
  FileCache<script::Summary> summaries_;
  std::set<std::string> weighed_;  // the scripts, and what they import
  std::size_t steps_left_ = 4 * script::kMostSteps;
};

}  // namespace mmlint::project
