#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/resolved.h"
#include "syntax/ast.h"

namespace mmlint::project {

// Returns the names under which MMEngine's registries know a class or function that has
// `@X.register_module()` above it, as its text says (mmengine/registry/registry.py: the `name`, one
// or a list of them, else its own); empty for any other statement.
std::vector<std::string> registered_names(const syntax::Stmt& definition);

// What the configs of a project ask registries for: every `type` of a dict, without the scope in
// front of it.
class RegistryIndex {
 public:
  explicit RegistryIndex(std::span<const config::Resolved* const> configs);

  // Returns true if a config names one of them.
  bool builds(std::span<const std::string> names) const;

 private:
  std::set<std::string, std::less<>> types_;
};

}  // namespace mmlint::project
