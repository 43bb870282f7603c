#pragma once

#include <unordered_map>
#include <vector>

#include "config/resolved.h"

namespace mmlint::check {

// Gathers what is wrong with configs and with what they inherit, each base once. Borrows the
// configs. For one thread.
class Inherited {
 public:
  using Problems = std::vector<const Problem*>;
  // Returns why a config does not load: its own problems, then those of the bases that were
  // refused. Valid until the next call.
  const Problems& problems(const config::Resolved& config);
  // Returns what a config and its bases do that hardly anybody means. Valid until the next call.
  const Problems& hazards(const config::Resolved& config);

 private:
  std::unordered_map<const config::Resolved*, Problems> problems_, hazards_;
};

}  // namespace mmlint::check
