#include "python/library/modules.h"

// Python's typing: what is imported for type checkers alone is not imported.
namespace mmlint::python {
namespace {

Value* type_checking(Evaluator& e, Span span) {
  return e.pool().boolean(false, span);
}

constexpr Member kMembers[] = {{.name = "TYPE_CHECKING", .value = type_checking}};

}  // namespace

std::span<const Member> typing_members() {
  return kMembers;
}

}  // namespace mmlint::python
