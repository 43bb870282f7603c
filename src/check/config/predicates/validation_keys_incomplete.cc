// Some of val_dataloader, val_cfg and val_evaluator are set, but not all; values: the first of
// them.
// captures: missing
// keys: val_dataloader, val_cfg, val_evaluator

#include "check/config/key_group.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {

Answer validation_keys_incomplete(const ConfigView& view, const FileSystem&,
                                  std::vector<Hit>& hits) {
  return find_incomplete(view, {"val_dataloader", "val_cfg", "val_evaluator"}, hits);
}

}  // namespace mmlint::check::predicates
