// Some of test_dataloader, test_cfg and test_evaluator are set, but not all; values: the first of
// them.
// captures: missing
// keys: test_dataloader, test_cfg, test_evaluator

#include "check/config/key_group.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {

Answer test_keys_incomplete(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  return find_incomplete(view, {"test_dataloader", "test_cfg", "test_evaluator"}, hits);
}

}  // namespace mmlint::check::predicates
