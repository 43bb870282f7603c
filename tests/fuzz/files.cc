#include "files.h"

#include <algorithm>

#include "base/paths.h"

namespace mmlint::fuzz {

std::map<std::string, std::string> files_of(std::string_view input) {
  constexpr std::string_view kMark = "\n#@ ";
  constexpr std::size_t kMost = 9;
  std::map<std::string, std::string> files;
  std::string_view name = "main.py";
  while (true) {
    const std::size_t end = input.find(kMark);
    const std::string path = join_path("/p/q/r/s", name);
    const bool is_name = path.find('\0') == path.npos;  // no file system has others
    if (is_name && is_below(path, "/p") && path != "/p")
      files[path.substr(3)] = input.substr(0, end == input.npos ? end : end + 1);
    if (end == input.npos || files.size() == kMost) return files;
    input.remove_prefix(end + kMark.size());
    const std::size_t line = std::min(input.find('\n'), input.size());
    name = input.substr(0, line);
    input.remove_prefix(std::min(line + 1, input.size()));
  }
}

}  // namespace mmlint::fuzz
