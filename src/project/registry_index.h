#pragma once

#include "config/resolved.h"

namespace mmlint::project {

// Returns the names under which MMEngine's registries know a class or function of a document, read
// from its text: decorated with `@X.register_module()`, or given to a call of it at the top of the
// file, as `X.register_module(module=A)` or `X.register_module()(A)`. A name is the `name`, a text
// or a list of them, else its own (mmengine/registry/registry.py). Empty for any other statement.
std::vector<std::string> registered_names(const syntax::Stmt& definition,
                                          const syntax::Document& document);

// The names that the configs of a project look up in registries, without the scope before the last
// dot: the `type` of every dict, and the `runner_type` of a config, whose class gets all of the
// config (mmengine/registry/build_functions.py, build_runner_from_cfg).
class RegistryIndex {
 public:
  explicit RegistryIndex(std::span<const config::Resolved* const> configs);

  // Returns the dicts by which configs look up one of the names; empty if none does. The configs
  // own them.
  std::vector<const Value*> looked_up(std::span<const std::string> names) const;

 private:
  void add(const Value& type, const Value& dict);
  std::map<std::string, std::vector<const Value*>, std::less<>> by_type_;
};

}  // namespace mmlint::project
