#include "python/eval/evaluator.h"
#include "python/eval/text_format.h"
#include "python/library/modules.h"

// Python's sys.
namespace mmlint::python {
namespace {

Value* exit(Evaluator& e, Value*, const Arguments& a) {
  e.raise("SystemExit", a.positional.empty() ? "" : str(e, *a.positional[0]).value_or(""), a.span);
}

constexpr Member kMembers[] = {{"exit", exit}};

}  // namespace

std::span<const Member> sys_members() {
  return kMembers;
}

}  // namespace mmlint::python
