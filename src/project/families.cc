#include "project/families.h"

#include <unordered_map>
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

std::vector<std::vector<std::string>> families(Workspace& workspace,
                                               std::span<const std::string> paths) {
  Groups groups;
  std::unordered_map<std::string, std::size_t> numbers;
  std::vector<std::string> level;  // those whose bases were not looked at
  const auto number_of = [&](const std::string& path) {
    const auto [known, is_new] = numbers.try_emplace(path, numbers.size());
    if (is_new) {
      groups.add();
      level.push_back(path);
    }
    return known->second;
  };
  for (const std::string& path : paths) number_of(path);
  const std::size_t count = numbers.size();
  for (std::size_t first = 0; !level.empty();) {
    const std::vector<std::string> some = std::exchange(level, {});
    workspace.load(some);
    for (const std::string& path : some) {
      const std::size_t number = first++;  // they are in the order of their numbers
      for (const config::BaseLink& link : workspace.links(path))
        groups.join(number, number_of(link.path));
    }
  }
  std::vector<std::vector<std::string>> out;
  std::vector<bool> seen(count);
  std::unordered_map<std::size_t, std::size_t> places;  // in `out`, by the number of the group
  for (const std::string& path : paths) {
    const std::size_t number = number_of(path);
    if (seen[number]) continue;
    seen[number] = true;
    const auto [place, is_new] = places.try_emplace(groups.of(number), out.size());
    if (is_new) out.emplace_back();
    out[place->second].push_back(path);
  }
  return out;
}

}  // namespace mmlint::project
