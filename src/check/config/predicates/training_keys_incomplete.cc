// Some of train_dataloader, train_cfg and optim_wrapper are set, but not all; values: the first of
// them.
// captures: missing
// keys: train_dataloader, train_cfg, optim_wrapper

#include "check/config/key_group.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {

Answer training_keys_incomplete(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  return find_incomplete(view, {"train_dataloader", "train_cfg", "optim_wrapper"}, hits);
}

}  // namespace mmlint::check::predicates
