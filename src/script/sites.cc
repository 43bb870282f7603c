#include "script/sites.h"

#include "base/intern_table.h"

namespace mmlint::script {
namespace {

template <class T>
std::vector<T> common(std::span<const T> a, std::span<const T> b) {
  std::vector<T> out;
  std::ranges::set_intersection(a, b, std::back_inserter(out));
  return out;
}

template <class T>
std::vector<T> united(std::span<const T> a, std::span<const T> b) {
  std::vector<T> out;
  std::ranges::set_union(a, b, std::back_inserter(out));
  return out;
}

// The calls and turns of a node, both sorted; `turns` is empty if they are not known.
struct Lists {
  std::span<const Span> calls;
  std::span<const int> turns;
};

}  // namespace

// Nearly all have one call and one turn, and a program may make a million of them.
struct Sites::Node : Pinned {
  using Key = Lists;

  // The lists of a node that has more than one call or turn.
  struct Several {
    std::vector<Span> calls;
    std::vector<int> turns;
  };

  Node(const Lists& lists, std::size_t its_hash) : hash(its_hash) {
    if (lists.calls.size() == 1 && lists.turns.size() == 1) {
      call_ = lists.calls.front();
      turn_ = lists.turns.front();
    } else {
      several_ = std::make_unique<const Several>(Several{{lists.calls.begin(), lists.calls.end()},
                                                         {lists.turns.begin(), lists.turns.end()}});
    }
  }
  bool is(const Lists& lists) const {
    return std::ranges::equal(calls(), lists.calls) && std::ranges::equal(turns(), lists.turns);
  }
  static std::size_t hash_of(const Lists& lists) {
    std::uint64_t out = lists.turns.size();
    const auto add = [&out](std::uint64_t each) {
      out = (out ^ each) * 0x9E3779B97F4A7C15u;
      out ^= out >> 32;
    };
    for (const Span& each : lists.calls)
      add(static_cast<std::uint64_t>(each.file) << 32 ^ each.begin ^ std::uint64_t{each.end} << 16);
    for (const int each : lists.turns) add(static_cast<std::uint64_t>(each));
    return out;
  }

  std::span<const Span> calls() const {
    return several_ ? std::span(several_->calls) : std::span(&call_, 1);
  }
  std::span<const int> turns() const {
    return several_ ? std::span(several_->turns) : std::span(&turn_, 1);
  }

  const std::size_t hash;

 private:
  Span call_;
  int turn_ = 0;
  std::unique_ptr<const Several> several_;  // null: the call and the turn above
};

Sites::Sites(std::span<const Span> calls, std::span<const int> turns)
    : node_(InternTable<Node>::find({calls, turns})) {}

Sites::Sites(Span call, int turn) : Sites(std::span(&call, 1), std::span(&turn, 1)) {}

std::span<const Span> Sites::calls() const {
  return node_ ? node_->calls() : std::span<const Span>();
}

const Span* Sites::only() const {
  return node_ && node_->calls().size() == 1 ? node_->calls().data() : nullptr;
}

bool Sites::has(Span call) const {
  return node_ && std::ranges::binary_search(node_->calls(), call);
}

bool Sites::has_turns() const {
  return node_ && !node_->turns().empty() && node_->turns().back() != 0;
}

bool Sites::may_be(const Sites& other) const {
  if (!node_ || !other.node_) return true;
  const std::span<const int> a = node_->turns(), b = other.node_->turns();
  return !common(node_->calls(), other.node_->calls()).empty() &&
         (a.empty() || b.empty() || !common(a, b).empty());
}

Sites Sites::in_turns_of(const Sites& other) const {
  if (!has_turns() || !other.has_turns()) return *this;
  std::vector<int> turns = common(node_->turns(), other.node_->turns());
  if (turns.empty() || turns.back() == 0) return *this;
  // One that was made before the loop may be meant in each turn.
  if (node_->turns().front() == 0 && turns.front() != 0) turns.insert(turns.begin(), 0);
  return {node_->calls(), turns};
}

Sites either(const Sites& a, const Sites& b) {
  if (a == b) return a;
  if (!a.known() || !b.known()) return {};
  const std::vector<Span> calls = united(a.node_->calls(), b.node_->calls());
  std::vector<int> turns;
  if (!a.node_->turns().empty() && !b.node_->turns().empty())
    turns = united(a.node_->turns(), b.node_->turns());
  if (turns.size() > Sites::kMost) turns.clear();
  return calls.size() <= Sites::kMost ? Sites(calls, turns) : Sites();
}

}  // namespace mmlint::script
