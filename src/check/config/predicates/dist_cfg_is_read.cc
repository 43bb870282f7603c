// What makes the process group reads env_cfg.dist_cfg. A module that the config imports, or a
// script, may make the group without it, and MMEngine then makes none.

#include "check/config/predicate.h"

namespace mmlint::check::predicates {

Answer dist_cfg_is_read(const ConfigView& view, const FileSystem& files, std::vector<Hit>&) {
  if (view.dist_cfg_is_read == Answer::kNo || view.partial) return view.dist_cfg_is_read;
  auto text = launch::process_group_module(*view.config, files, view.modules);
  if (!text) text = launch::runner_module(*view.config, files, view.modules);
  return text && text->find("dist_cfg") == text->npos ? Answer::kNo : view.dist_cfg_is_read;
}

}  // namespace mmlint::check::predicates
