#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace mmlint::app {

// Keeps an object until the process ends. The system then takes back all of its memory at once; to
// give back a million values one by one takes a twentieth of a run.
template <class T>
void keep_until_exit(std::unique_ptr<T> object) {
  static std::vector<std::unique_ptr<T>>& kept = *new std::vector<std::unique_ptr<T>>;
  kept.push_back(std::move(object));
}

}  // namespace mmlint::app
