#include "script/sites.h"

#include "base/intern_table.h"

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

struct Sites::Node : Pinned {
  using Key = Made;
  Node(const Made& of, std::size_t its_hash) : made(of), hash(its_hash) {}
  bool is(const Made& other) const { return made == other; }
  static std::size_t hash_of(const Made& made) {
    std::uint64_t out = made.turns.size();
    const auto add = [&out](std::uint64_t each) {
      out = (out ^ each) * 0x9E3779B97F4A7C15u;
      out ^= out >> 32;
    };
    for (const Span& each : made.calls)
      add(static_cast<std::uint64_t>(each.file) << 32 ^ each.begin ^ std::uint64_t{each.end} << 16);
    for (const int each : made.turns) add(static_cast<std::uint64_t>(each));
    return out;
  }

  const Made made;
  const std::size_t hash;
};

Sites::Sites(const Made& made) : node_(InternTable<Node>::find(made)) {}

Sites::Sites(Span call, int turn) : Sites(Made{{call}, {turn}}) {}

std::span<const Span> Sites::calls() const {
  return node_ ? std::span<const Span>(node_->made.calls) : std::span<const Span>();
}

const Span* Sites::only() const {
  return node_ && node_->made.calls.size() == 1 ? node_->made.calls.data() : nullptr;
}

bool Sites::has(Span call) const {
  return node_ && std::ranges::binary_search(node_->made.calls, call);
}

bool Sites::has_turns() const {
  return node_ && !node_->made.turns.empty() && node_->made.turns.back() != 0;
}

bool Sites::may_be(const Sites& other) const {
  if (!node_ || !other.node_) return true;
  const std::vector<int>&a = node_->made.turns, &b = other.node_->made.turns;
  return !common(node_->made.calls, other.node_->made.calls).empty() &&
         (a.empty() || b.empty() || !common(a, b).empty());
}

Sites Sites::in_turns_of(const Sites& other) const {
  if (!has_turns() || !other.has_turns()) return *this;
  std::vector<int> turns = common(node_->made.turns, other.node_->made.turns);
  if (turns.empty() || turns.back() == 0) return *this;
  // One that was made before the loop may be meant in each turn.
  if (node_->made.turns.front() == 0 && turns.front() != 0) turns.insert(turns.begin(), 0);
  return Sites(Made{node_->made.calls, std::move(turns)});
}

Sites either(const Sites& a, const Sites& b) {
  if (a == b) return a;
  if (!a.known() || !b.known()) return {};
  Sites::Made all{united(a.node_->made.calls, b.node_->made.calls), {}};
  if (!a.node_->made.turns.empty() && !b.node_->made.turns.empty())
    all.turns = united(a.node_->made.turns, b.node_->made.turns);
  if (all.turns.size() > Sites::kMost) all.turns.clear();
  return all.calls.size() <= Sites::kMost ? Sites(all) : Sites();
}

}  // namespace mmlint::script
