#pragma once

#include <map>
#include <span>
#include <string>

#include "base/file_system.h"

namespace mmlint::resolve {

// What a config may see of the machine that it is read on.
struct Outside {
  const std::map<std::string, std::string>& environment;
  const FileSystem& files;
  std::span<const std::string> projects;  // the folders of which open() reads files
};

}  // namespace mmlint::resolve
