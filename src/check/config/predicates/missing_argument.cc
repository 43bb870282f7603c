// A dict lacks what a class of MMEngine has no default for, such as the step_size of StepLR
// (mmengine/registry/build_functions.py); values: these dicts.
// captures: class, argument
// keys: param_scheduler, param_scheduler.*, param_scheduler.*.*, default_hooks.*, custom_hooks.*
// keys: visualizer.vis_backends.*, randomness

#include "check/config/built.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {

Answer missing_argument(const ConfigView& view, const FileSystem& files, std::vector<Hit>& hits) {
  const auto find = [](const Built& built, std::vector<Hit>& out) {
    const std::string* name = built.missing();
    if (!name) return;
    out.push_back({built.key, built.dict});
    out.back().captures = {{"class", std::string(built.name)}, {"argument", *name}};
  };
  find_in_built(view, files, find, hits);
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates
