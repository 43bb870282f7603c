// An EarlyStoppingHook monitors a result that no metric of val_evaluator can report, and skips each
// validation (mmengine/hooks/early_stopping_hook.py); values: monitor.
// keys: default_hooks, custom_hooks, val_evaluator, val_cfg

#include "check/config/metrics.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {

Answer never_stops_early(const ConfigView& view, const FileSystem& files, std::vector<Hit>& hits) {
  std::vector<Hit> names;
  for (const auto& [key, hook] : hooks_of(view.root(), "EarlyStoppingHook"))
    add_names(key, *hook, "monitor", names);
  if (names.empty()) return Answer::kNo;
  hits = unreported(std::move(names), view, files);
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates
