#include "script/guard.h"

namespace mmlint::script {
namespace {

using Conditions = std::vector<Condition>;

bool has_all(const Conditions& some, const Conditions& of) {
  return some.size() >= of.size() && std::ranges::includes(some, of);
}

}  // namespace

std::span<const Condition> Guard::conditions() const {
  return conditions_ ? std::span<const Condition>(*conditions_) : std::span<const Condition>();
}

bool Guard::add(const Condition& condition) {
  const std::optional<bool> known = answer(condition.question);
  if (known) return *known == condition.holds;
  std::vector<Condition> more(conditions().begin(), conditions().end());
  more.insert(std::upper_bound(more.begin(), more.end(), condition), condition);
  conditions_ = std::make_shared<const std::vector<Condition>>(std::move(more));
  return true;
}

bool Guard::add(const Guard& other) {
  if (!other.conditions_ || conditions_ == other.conditions_) return true;
  if (conditions_ && has_all(*conditions_, *other.conditions_)) return true;
  if (!conditions_ || has_all(*other.conditions_, *conditions_)) {
    conditions_ = other.conditions_;
    return true;
  }
  std::vector<Condition> all;
  all.reserve(conditions_->size() + other.conditions_->size());
  std::ranges::set_union(*conditions_, *other.conditions_, std::back_inserter(all));
  if (std::ranges::adjacent_find(all, std::ranges::equal_to(), &Condition::question) != all.end())
    return false;
  conditions_ = std::make_shared<const std::vector<Condition>>(std::move(all));
  return true;
}

void Guard::remove_if(const std::function<bool(const Condition&)>& is_gone) {
  if (std::ranges::none_of(conditions(), is_gone)) return;
  std::vector<Condition> left(conditions().begin(), conditions().end());
  std::erase_if(left, is_gone);
  conditions_ =
      left.empty() ? nullptr : std::make_shared<const std::vector<Condition>>(std::move(left));
}

void Guard::forget(const Question& question) {
  remove_if([&](const Condition& each) { return each.question == question; });
}

void Guard::forget_all(Question::Kind kind) {
  remove_if([&](const Condition& each) { return each.question.kind == kind; });
}

std::optional<bool> Guard::answer(const Question& question) const {
  for (const Condition& condition : conditions()) {
    if (condition.question == question) return condition.holds;
  }
  return std::nullopt;
}

Guard common(const Guard& a, const Guard& b) {
  if (a.conditions_ == b.conditions_ || !a.conditions_) return a;
  if (!b.conditions_) return b;
  if (has_all(*b.conditions_, *a.conditions_)) return a;  // shares its conditions
  if (has_all(*a.conditions_, *b.conditions_)) return b;
  std::vector<Condition> out;
  std::ranges::set_intersection(*a.conditions_, *b.conditions_, std::back_inserter(out));
  Guard guard;
  if (!out.empty())
    guard.conditions_ = std::make_shared<const std::vector<Condition>>(std::move(out));
  return guard;
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
           each.question.subject.find("%]=") == std::string::npos &&
           each.question.subject.find('=') != std::string::npos;
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

bool operator==(const Guard& a, const Guard& b) {
  return a.conditions_ == b.conditions_ || std::equal(a.conditions().begin(), a.conditions().end(),
                                                      b.conditions().begin(), b.conditions().end());
}

}  // namespace mmlint::script
