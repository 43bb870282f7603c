#include "script/sites.h"

namespace mmlint::script {

Sites::Sites(Span call) : calls_(std::make_shared<const std::vector<Span>>(1, call)) {}

std::span<const Span> Sites::calls() const {
  return calls_ ? std::span<const Span>(*calls_) : std::span<const Span>();
}

const Span* Sites::only() const {
  return calls_ && calls_->size() == 1 ? calls_->data() : nullptr;
}

bool Sites::has(Span call) const {
  return calls_ && std::binary_search(calls_->begin(), calls_->end(), call);
}

bool operator==(const Sites& a, const Sites& b) {
  return a.calls_ == b.calls_ || (a.calls_ && b.calls_ && *a.calls_ == *b.calls_);
}

Sites either(const Sites& a, const Sites& b) {
  if (a == b) return a;
  if (!a.known() || !b.known()) return {};
  std::vector<Span> all;
  std::set_union(a.calls_->begin(), a.calls_->end(), b.calls_->begin(), b.calls_->end(),
                 std::back_inserter(all));
  Sites out;
  if (all.size() <= Sites::kMost)
    out.calls_ = std::make_shared<const std::vector<Span>>(std::move(all));
  return out;
}

}  // namespace mmlint::script
