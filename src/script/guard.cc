#include "script/guard.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mmlint::script {

std::string name_of(const Question& question) {
  constexpr auto word = [](Question::Kind kind) -> std::string_view {
    switch (kind) {
      case Question::Kind::kConfig:
        return "config";
      case Question::Kind::kDevice:
        return "device";
      case Question::Kind::kEnvironment:
        return "environment";
      case Question::Kind::kGroup:
        return "group";
      case Question::Kind::kGroupFailed:
        return "group-failed";
      case Question::Kind::kAttribute:
        return "has";
      case Question::Kind::kEquals:
        return "is";
      case Question::Kind::kModule:
        return "module";
      case Question::Kind::kOption:
        return "option";
      case Question::Kind::kWrapped:
        return "wrapped";
    }
    return "";
  };
  const std::string name(word(question.kind));
  const bool has_subject = question.kind != Question::Kind::kGroup &&
                           question.kind != Question::Kind::kGroupFailed &&
                           question.kind != Question::Kind::kWrapped;
  return has_subject ? name + ":" + question.subject : name;
}

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
  if (!conditions_) {
    conditions_ = other.conditions_;
    return true;
  }
  return std::all_of(other.conditions_->begin(), other.conditions_->end(),
                     [this](const Condition& condition) { return add(condition); });
}

void Guard::forget(const Question& question) {
  if (!answer(question)) return;
  std::vector<Condition> left(conditions().begin(), conditions().end());
  std::erase_if(left, [&](const Condition& each) { return each.question == question; });
  conditions_ =
      left.empty() ? nullptr : std::make_shared<const std::vector<Condition>>(std::move(left));
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
  std::vector<Condition> out;
  std::set_intersection(a.conditions_->begin(), a.conditions_->end(), b.conditions_->begin(),
                        b.conditions_->end(), std::back_inserter(out));
  Guard guard;
  if (!out.empty())
    guard.conditions_ = std::make_shared<const std::vector<Condition>>(std::move(out));
  return guard;
}

bool operator==(const Guard& a, const Guard& b) {
  return a.conditions_ == b.conditions_ || std::equal(a.conditions().begin(), a.conditions().end(),
                                                      b.conditions().begin(), b.conditions().end());
}

}  // namespace mmlint::script
