#pragma once

#include "check/config/matcher.h"
#include "facts/parameters.h"

namespace mmlint::check {

// A dict of a config with which MMEngine calls a class or function of its own or of PyTorch.
struct Built {
  std::string key;
  FoundValue dict;
  std::string_view name;  // "SGD"
  const facts::Parameters& parameters;
  std::span<const std::string_view> given;  // names that MMEngine passes, or takes out of the dict

  // May: MMEngine or the class itself takes a key of the dict.
  bool takes(std::string_view argument) const;
  // Returns the first required argument that the dict lacks; null if it lacks no argument.
  const std::string* missing() const;
  // Returns true if the callable accepts every string key and no required argument is missing.
  bool fits() const;
};

// Calls find for each such dict that its class or function rejects, if the callable is in
// rules/facts/parameters.json. Keeps the hits that it adds only if no class of the project or of
// another package has the name of the type.
void find_in_built(const ConfigView& view, const FileSystem& files,
                   const std::function<void(const Built&, std::vector<Hit>&)>& find,
                   std::vector<Hit>& hits);

}  // namespace mmlint::check
