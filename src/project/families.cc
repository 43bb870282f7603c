#include "project/families.h"

#include <utility>

namespace mmlint::project {
namespace {

// Which numbers belong together.
class Groups {
 public:
  std::size_t add() {
    above_.push_back(above_.size());
    return above_.size() - 1;
  }
  // Returns the number that stands for the group of a number.
  std::size_t of(std::size_t number) {
    while (above_[number] != number) number = above_[number] = above_[above_[number]];
    return number;
  }
  void join(std::size_t a, std::size_t b) { above_[of(a)] = of(b); }

 private:
  std::vector<std::size_t> above_;  // the number itself if it stands for its group
};

}  // namespace

std::vector<std::vector<std::size_t>> families(Workspace& workspace,
                                               std::span<const Node* const> configs) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  Groups groups;
  std::vector<std::size_t> known;  // the numbers of the groups, by those of the nodes
  std::vector<const Node*> level;  // those whose bases were not looked at
  const auto number_of = [&](const Node& node) {
    if (known.size() <= node.number) known.resize(node.number + 1, kNone);
    std::size_t& number = known[node.number];
    if (number == kNone) {
      number = groups.add();
      level.push_back(&node);
    }
    return number;
  };
  std::vector<std::size_t> first_places;  // in `configs`, by number
  for (std::size_t place = 0; place < configs.size(); ++place) {
    if (number_of(*configs[place]) == first_places.size()) first_places.push_back(place);
  }
  for (std::size_t next = 0; !level.empty();) {
    const std::vector<const Node*> some = std::exchange(level, {});
    for (const Workspace::Facts& facts : workspace.load(some)) {
      const std::size_t number = next++;  // they are in the order of their numbers
      for (const Node* base : workspace.bases(facts)) groups.join(number, number_of(*base));
    }
  }
  std::vector<std::vector<std::size_t>> out;
  std::vector<std::size_t> places(first_places.size(), kNone);  // in `out`, by the group's number
  for (std::size_t number = 0; number < first_places.size(); ++number) {
    const std::size_t group = groups.of(number);
    if (places.size() <= group) places.resize(group + 1, kNone);
    if (places[group] == kNone) {
      places[group] = out.size();
      out.emplace_back();
    }
    out[places[group]].push_back(first_places[number]);
  }
  return out;
}

}  // namespace mmlint::project
