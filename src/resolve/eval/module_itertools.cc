#include "resolve/eval/iterator.h"
#include "resolve/eval/modules.h"

// Python's itertools.
namespace mmlint::resolve {
namespace {

using A = const Arguments&;

Value* product(Evaluator& e, Value*, A a) {
  std::vector<const std::vector<Value*>*> columns;
  for (Value* v : a.positional) {
    columns.push_back(e.iterate(*v, a.span));
    if (!columns.back()) return not_computed(e, a, "itertools.product() of unknown items");
  }
  if (!a.keywords.empty()) return not_computed(e, a, "itertools.product() with options");
  std::vector<std::vector<Value*>> rows{{}};
  for (const auto* column : columns) {
    std::vector<std::vector<Value*>> next;
    for (const auto& row : rows) {
      for (Value* item : *column) {
        e.step(1 + row.size() / 8);
        e.check_items(next.size() + 1, a.span);
        next.push_back(row);
        next.back().push_back(item);
      }
    }
    rows = std::move(next);
  }
  Value* all = e.pool().make(Kind::kList, a.span);
  for (auto& row : rows) {
    Value* tuple = e.pool().make(Kind::kTuple, a.span);
    tuple->items = std::move(row);
    all->items.push_back(tuple);
  }
  Value* out = e.pool().make(Kind::kObject, a.span);
  out->text = "product";
  out->object = iterator_of(e, *all, a.span);
  return out;
}

constexpr Member kMembers[] = {
    {"product", product, nullptr, true},
};

}  // namespace

std::span<const Member> itertools_members() {
  return kMembers;
}

}  // namespace mmlint::resolve
