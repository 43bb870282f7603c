#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/question.h"

// The conditions under which a statement of a training script is reached, or an expression has a
// value.
namespace mmlint::script {

// One answer to a question.
struct Condition {
  Question question;
  bool holds = true;
  friend auto operator<=>(const Condition&, const Condition&) = default;
};

// The path condition of a place: a conjunction of answers. It is a must fact, each answer holds on
// every path that gets to the place; about a question that it does not answer nothing is known.
// Copies share their conditions.
class Guard {
 public:
  // Adds what a path assumes. False if that contradicts what holds already: then the path is not
  // feasible, and the guard is not to be used any more.
  bool add(const Condition& condition);
  bool add(const Guard& other);
  // Removes the answer to a question, because the script has done something that changes it.
  void forget(const Question& question);
  // The answer to a question; nullopt if it is not known.
  std::optional<bool> answer(const Question& question) const;
  // All answers, sorted by question. Valid until the guard changes.
  std::span<const Condition> conditions() const;
  // The guard where two paths meet: the answers that both of them have.
  friend Guard common(const Guard& a, const Guard& b);
  friend bool operator==(const Guard& a, const Guard& b);

 private:
  std::shared_ptr<const std::vector<Condition>> conditions_;  // null: nothing is known
};

}  // namespace mmlint::script
