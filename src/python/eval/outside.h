#pragma once

#include "python/territory.h"
#include "value/limits.h"

namespace mmlint::python {

// What a config may see and use of the machine that it is read on. The references must outlive the
// evaluator.
struct Outside {
  const std::map<std::string, std::string>& environment;
  const FileSystem& files;
  const Territory& territory;  // where open() reads files
  Limits limits;
  // False: a variable that `environment` lacks may still be set where the config is used.
  bool knows_all_variables = true;
};

}  // namespace mmlint::python
