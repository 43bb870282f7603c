#include "app/files/given_paths.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/paths.h"
#include "base/posix_file.h"
#include "base/text.h"

namespace mmlint::app {
namespace {

// All bytes up to the end; `name` is what an error calls the descriptor.
Result<std::string> read_to_end(int descriptor, const std::string& name) {
  std::string bytes;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count == 0) return bytes;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(fmt::format("cannot read: {}", system_message(errno)), name);
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

// Opening it without O_NONBLOCK would wait for somebody who writes.
UniqueFd open_pipe(const std::string& path) {
  UniqueFd pipe(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (!pipe.ok() || fstat(pipe.get(), &status) != 0 || !S_ISFIFO(status.st_mode)) return UniqueFd();
  if (fcntl(pipe.get(), F_SETFL, O_RDONLY) != 0) return UniqueFd();
  return pipe;
}

Result<std::string> read_list(const FileSystem& disk, const std::string& given,
                              const std::string& path) {
  if (given == "-") return all_of_stdin();
  if (disk.kind(path) == FileKind::kOther) {
    const UniqueFd pipe = open_pipe(path);
    if (pipe.ok()) return read_to_end(pipe.get(), given);
  }
  return disk.read(path);
}

}  // namespace

Result<std::string> all_of_stdin() {
  return read_to_end(STDIN_FILENO, "standard input");
}

Result<std::vector<std::string>> listed_paths(const FileSystem& disk, const std::string& given,
                                              const std::string& current_folder) {
  const auto list = read_list(disk, given, absolute_path(given, current_folder));
  if (!list) return tl::unexpected(list.error());
  const bool is_by_nul = list->find('\0') != std::string::npos;
  std::vector<std::string> out;
  for (std::string_view path : split(*list, is_by_nul ? '\0' : '\n')) {
    if (!is_by_nul && path.ends_with('\r')) path.remove_suffix(1);
    if (!path.empty()) out.emplace_back(path);
  }
  return out;
}

std::string as_given(const std::string& path, const Project& project) {
  for (const std::string& argument : project.given_paths()) {
    const std::string absolute = absolute_path(argument, project.current_folder());
    if (!is_below(path, absolute)) continue;
    std::string given = argument;
    while (given.size() > 1 && given.ends_with('/')) given.pop_back();
    if (given.starts_with("./")) given = given.substr(2);
    const std::string rest = path.substr(absolute.size());
    return given == "." || given.empty() ? rest.substr(rest.starts_with('/') ? 1 : 0)
                                         : given + rest;
  }
  return relative_path(path, project.current_folder());
}

bool is_outside(const FileSystem& files, const std::string& path, const std::string& root) {
  if (root.empty() || files.kind(path) == FileKind::kMissing) return false;
  const std::string folder = absolute_path(root, current_folder());
  const auto real = [&files](const std::string& each) {
    return files.real_path(each).value_or(each);
  };
  return !is_below(path, folder) && !is_below(real(path), real(folder));
}

}  // namespace mmlint::app
