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
// condition holds on every path to the point. Of a question that has no condition here, nothing is
// known. A pointer to the conditions, of which the process keeps one copy.
class Guard {
 public:
  // Adds conditions that a path assumes. Returns false if they contradict those that are there: the
  // path is not feasible then, and the guard must not be used any more.
  bool add(const Condition& condition);
  bool add(const Guard& other);
  // Removes the condition on a question, because the script may have changed the answer.
  void forget(const Question& question);
  // Removes such conditions. All guards are kept: who needs some of the conditions removes the
  // others at once, since each addition makes a guard.
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
  // Return the conditions that these two have together, null if they contradict each other, and
  // those that both have, null if there are none.
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
// Returns the conditions that all of these paths have; none if there is no path.
Guard common(std::span<const Guard> paths);
// Returns fewer paths that together are the same ones: two that differ in one answer alone are the
// path on which nothing is known of it.
std::vector<Guard> resolved(std::vector<Guard> paths);

}  // namespace mmlint::script
