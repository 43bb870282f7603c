#pragma once

#include "base/question.h"

// Path conditions: what must hold where a statement of a training script is reached or an
// expression has a certain value.
namespace mmlint::script {

// A question with its answer: yes if `holds`, else no.
struct Condition {
  Question question;
  bool holds = true;
  friend auto operator<=>(const Condition&, const Condition&) = default;
};

// The path condition of a program point: a conjunction of conditions. It is a must fact: each
// condition holds on every path to the point. The answer to a question without a condition here is
// not known. A guard is a pointer: equal sets of conditions are stored once in the process.
class Guard {
 public:
  // Adds conditions that a path assumes. Returns false if they contradict the conditions of the
  // guard: then the path is not feasible, and the guard must not be used any more.
  bool add(const Condition& condition);
  bool add(const Guard& other);
  // Removes the condition on a question, because the script may have changed the answer.
  void forget(const Question& question);
  // Removes the conditions for which `is_gone` returns true. To keep a few conditions, remove the
  // others by one call: adding the few to an empty guard would store a set for each addition.
  void remove_if(const std::function<bool(const Condition&)>& is_gone);
  // Removes the conditions on all questions of a kind.
  void forget_all(Question::Kind kind);
  // Returns the answer to a question; nullopt if it is not known.
  std::optional<bool> answer(const Question& question) const;
  // Returns all conditions, sorted by question. Valid until the process ends.
  std::span<const Condition> conditions() const;
  // Returns the guard behind the join of two paths: the conditions that both of them have.
  friend Guard common(const Guard& a, const Guard& b);
  friend bool operator==(const Guard& a, const Guard& b) = default;

 private:
  struct Node;
  // `united` returns the conditions of either, null if they contradict each other; `shared` returns
  // the conditions of both, null if they have no condition in common.
  static const Node* united(const Node* a, const Node* b);
  static const Node* shared(const Node* a, const Node* b);
  static const Node* node_of(std::span<const Condition> conditions);
  const Node* node_ = nullptr;  // null: nothing is known
};

// Returns true if only one process takes this path, or one per machine: `if rank == 0:`.
bool is_of_one_rank(const Guard& path);
// Returns true if the path condition tests the index of the process.
bool depends_on_rank(const Guard& path);
// Returns true if the path condition asks whether a device is there.
bool asks_for_device(const Guard& path);
// Returns the conditions that all of these paths have. Empty if there are no paths.
Guard common(std::span<const Guard> paths);
// Returns a list of paths that means the same and is not longer: two paths that differ only in the
// answer to one question become one path without that question.
std::vector<Guard> resolved(std::vector<Guard> paths);

}  // namespace mmlint::script
