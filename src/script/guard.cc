#include "script/guard.h"

namespace mmlint::script {
// Conditions that hold together. Their number is bounded by the steps of the walks.
struct Guard::Node : Pinned {
  using Key = std::span<const Condition>;
  Node(Key all, std::size_t its_hash) : conditions(all.begin(), all.end()), hash(its_hash) {
    for (const Condition& each : all) asked |= bit(each.question);
  }
  bool is(Key all) const { return std::ranges::equal(conditions, all); }
  static std::size_t hash_of(Key all) {
    std::uint64_t out = all.size();
    for (const Condition& each : all) {
      const auto kind = static_cast<std::uint64_t>(each.question.kind);
      out = (out ^ each.question.subject.hash() ^ kind << 1 ^ each.holds) * 0x9E3779B97F4A7C15u;
      out ^= out >> 32;
    }
    return out;
  }
  // Of a question, one bit of 64: a filter in front of each search.
  static std::uint64_t bit(const Question& question) {
    return std::uint64_t{1} << ((question.subject.hash() ^ static_cast<int>(question.kind)) % 64);
  }

  const std::vector<Condition> conditions;  // sorted by question
  const std::size_t hash;
  std::uint64_t asked = 0;  // the bits of their questions
};

namespace {

// Of a guard. All guards are kept, so those of n branches one behind the other take n times as
// much.
constexpr std::size_t kMostConditions = 256;

// The last results of an operation on two lists of conditions, of this thread.
template <class Node>
class Recent {
 public:
  template <class Compute>
  const Node* get(const Node* a, const Node* b, const Compute& compute) {
    const auto mixed = a->hash * 31 + b->hash;
    Row& row = rows_[(mixed ^ mixed >> 20) % rows_.size()];
    if (row.a != a || row.b != b) row = {a, b, compute()};
    return row.result;
  }

 private:
  struct Row {
    const Node *a = nullptr, *b = nullptr, *result = nullptr;
  };
  std::array<Row, 4096> rows_;
};

}  // namespace

const Guard::Node* Guard::node_of(std::span<const Condition> conditions) {
  return conditions.empty() ? nullptr : InternTable<Node>::find(conditions);
}

const Guard::Node* Guard::united(const Node* a, const Node* b) {
  static thread_local Recent<Node> recent;
  return recent.get(a, b, [&]() -> const Node* {
    std::vector<Condition> all;
    all.reserve(a->conditions.size() + b->conditions.size());
    std::ranges::set_union(a->conditions, b->conditions, std::back_inserter(all));
    const auto same =
        std::ranges::adjacent_find(all, std::ranges::equal_to(), &Condition::question);
    return same == all.end() ? node_of(all) : nullptr;
  });
}

const Guard::Node* Guard::shared(const Node* a, const Node* b) {
  static thread_local Recent<Node> recent;
  return recent.get(a, b, [&] {
    std::vector<Condition> both;
    std::ranges::set_intersection(a->conditions, b->conditions, std::back_inserter(both));
    return node_of(both);
  });
}

std::span<const Condition> Guard::conditions() const {
  return node_ ? std::span<const Condition>(node_->conditions) : std::span<const Condition>();
}

bool Guard::add(const Condition& condition) {
  Guard one;
  one.node_ = node_of({&condition, 1});
  return add(one);
}

bool Guard::add(const Guard& other) {
  if (!other.node_ || node_ == other.node_) return true;
  const Node* all = node_ ? united(node_, other.node_) : other.node_;
  if (all) node_ = all;
  return all != nullptr;
}

void Guard::remove_if(const std::function<bool(const Condition&)>& is_gone) {
  if (std::ranges::none_of(conditions(), is_gone)) return;
  std::vector<Condition> left(conditions().begin(), conditions().end());
  std::erase_if(left, is_gone);
  node_ = node_of(left);
}

void Guard::forget(const Question& question) {
  if (!answer(question)) return;
  remove_if([&](const Condition& each) { return each.question == question; });
}

void Guard::forget_all(Question::Kind kind) {
  remove_if([&](const Condition& each) { return each.question.kind == kind; });
}

std::optional<bool> Guard::answer(const Question& question) const {
  if (!node_ || !(node_->asked & Node::bit(question))) return std::nullopt;
  for (const Condition& condition : node_->conditions) {
    if (condition.question == question) return condition.holds;
  }
  return std::nullopt;
}

Guard common(const Guard& a, const Guard& b) {
  if (a.node_ == b.node_ || !a.node_) return a;
  Guard out;
  if (b.node_) out.node_ = Guard::shared(a.node_, b.node_);
  return out;
}

bool asks_for_device(const Guard& path) {
  return std::ranges::any_of(path.conditions(), [](const Condition& each) {
    return each.question.kind == Question::Kind::kDevice;
  });
}

bool depends_on_rank(const Guard& path) {
  const auto conditions = path.conditions();
  return std::ranges::any_of(conditions, [](const Condition& each) {
    return each.question.kind == Question::Kind::kRank;
  });
}

bool is_of_one_rank(const Guard& path) {
  const auto conditions = path.conditions();
  return std::ranges::any_of(conditions, [](const Condition& each) {
    return each.question.kind == Question::Kind::kRank && each.holds &&
           each.question.subject.str().find("%]=") == std::string::npos &&
           each.question.subject.str().find('=') != std::string::npos;
  });
}

Guard common(std::span<const Guard> paths) {
  if (paths.empty()) return {};
  Guard out = paths.front();
  for (const Guard& path : paths.subspan(1)) out = common(out, path);
  return out;
}

std::vector<Guard> resolved(std::vector<Guard> paths) {
  const auto is_one = [](const Guard& a, const Guard& b) {
    const auto more = a.conditions(), less = common(a, b).conditions();
    const auto own = std::ranges::find_if(
        more, [&](const Condition& each) { return b.answer(each.question) == !each.holds; });
    return a == b || (own != more.end() && more.size() == less.size() + 1 &&
                      more.size() == b.conditions().size());
  };
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_one(paths[i], paths[j])) continue;
      paths[j] = common(paths[i], paths[j]);
      paths.erase(paths.begin() + static_cast<std::ptrdiff_t>(i));
      i = j = 0;
    }
  }
  return paths;
}

}  // namespace mmlint::script
