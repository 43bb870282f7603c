#include "resolve/eval/numbers.h"
#include "resolve/library/modules.h"

// Python's sys.
namespace mmlint::resolve {
namespace {

Value* exit(Evaluator& e, Value*, const Arguments& a) {
  e.raise("SystemExit", a.positional.empty() ? "" : str(e, *a.positional[0]).value_or(""), a.span);
}

constexpr Member kMembers[] = {{"exit", exit}};

}  // namespace

std::span<const Member> sys_members() {
  return kMembers;
}

}  // namespace mmlint::resolve
