#include "project/families.h"

#include <string>
#include <string_view>
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

std::vector<std::vector<std::size_t>> families(Workspace& workspace,
                                               std::span<const std::string_view> paths) {
  Groups groups;
  std::unordered_map<std::string_view, std::size_t> numbers;  // the files own their paths
  std::vector<std::string> level;  // those whose bases were not looked at
  const auto number_of = [&](std::string_view path) {
    const auto [known, is_new] = numbers.try_emplace(path, numbers.size());
    if (is_new) {
      groups.add();
      level.emplace_back(path);
    }
    return known->second;
  };
  std::vector<std::size_t> first_places;  // in `paths`, by number
  for (std::size_t place = 0; place < paths.size(); ++place) {
    if (number_of(paths[place]) == first_places.size()) first_places.push_back(place);
  }
  for (std::size_t next = 0; !level.empty();) {
    const std::vector<std::string> some = std::exchange(level, {});
    for (const Workspace::Facts& facts : workspace.load(some)) {
      const std::size_t number = next++;  // they are in the order of their numbers
      for (const std::string_view base : workspace.bases(facts))
        groups.join(number, number_of(base));
    }
  }
  std::vector<std::vector<std::size_t>> out;
  std::unordered_map<std::size_t, std::size_t> known;  // places in `out`, by the number of a group
  for (std::size_t number = 0; number < first_places.size(); ++number) {
    const auto [place, is_new] = known.try_emplace(groups.of(number), out.size());
    if (is_new) out.emplace_back();
    out[place->second].push_back(first_places[number]);
  }
  return out;
}

}  // namespace mmlint::project
