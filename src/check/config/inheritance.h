#pragma once

#include "check/common/request.h"

namespace mmlint::check {

// Returns the passed configs, in their order.
std::vector<const project::Node*> passed_configs(const Request& request);

// Returns the configs below the roots that were not passed and inherit a passed config, directly or
// not, sorted. Those that name a missing base are among them if that would lie in a passed folder
// or beside a passed config, as it may have been renamed or deleted. Empty if
// Request::through_heirs is false. `passed` are the passed configs.
std::vector<const project::Node*> heirs_of_passed(const Request& request,
                                                  std::span<const project::Node* const> passed);

// Returns false if an heir replaces or removes the key that a hazard of its base is about.
bool reaches(const Problem& hazard, const config::Resolved& heir);

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
