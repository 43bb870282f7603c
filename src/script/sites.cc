#include "script/sites.h"

namespace mmlint::script {
namespace {

template <class T>
std::vector<T> common(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> out;
  std::ranges::set_intersection(a, b, std::back_inserter(out));
  return out;
}

template <class T>
std::vector<T> united(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> out;
  std::ranges::set_union(a, b, std::back_inserter(out));
  return out;
}

}  // namespace

Sites::Sites(Span call, int turn) : made_(std::make_shared<const Made>(Made{{call}, {turn}})) {}

std::span<const Span> Sites::calls() const {
  return made_ ? std::span<const Span>(made_->calls) : std::span<const Span>();
}

const Span* Sites::only() const {
  return made_ && made_->calls.size() == 1 ? made_->calls.data() : nullptr;
}

bool Sites::has(Span call) const {
  return made_ && std::ranges::binary_search(made_->calls, call);
}

bool Sites::has_turns() const {
  return made_ && !made_->turns.empty() && made_->turns.back() != 0;
}

bool Sites::may_be(const Sites& other) const {
  if (!made_ || !other.made_) return true;
  const std::vector<int>&a = made_->turns, &b = other.made_->turns;
  return !common(made_->calls, other.made_->calls).empty() &&
         (a.empty() || b.empty() || !common(a, b).empty());
}

Sites Sites::in_turns_of(const Sites& other) const {
  if (!has_turns() || !other.has_turns()) return *this;
  std::vector<int> turns = common(made_->turns, other.made_->turns);
  if (turns.empty() || turns.back() == 0) return *this;
  // One that was made before the loop may be meant in each turn.
  if (made_->turns.front() == 0 && turns.front() != 0) turns.insert(turns.begin(), 0);
  Sites out;
  out.made_ = std::make_shared<const Made>(Made{made_->calls, std::move(turns)});
  return out;
}

bool operator==(const Sites& a, const Sites& b) {
  return a.made_ == b.made_ || (a.made_ && b.made_ && *a.made_ == *b.made_);
}

Sites either(const Sites& a, const Sites& b) {
  if (a == b) return a;
  if (!a.known() || !b.known()) return {};
  Sites::Made all{united(a.made_->calls, b.made_->calls), {}};
  if (!a.made_->turns.empty() && !b.made_->turns.empty())
    all.turns = united(a.made_->turns, b.made_->turns);
  if (all.turns.size() > Sites::kMost) all.turns.clear();
  Sites out;
  if (all.calls.size() <= Sites::kMost)
    out.made_ = std::make_shared<const Sites::Made>(std::move(all));
  return out;
}

}  // namespace mmlint::script
