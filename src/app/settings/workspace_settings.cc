#include "app/settings/workspace_settings.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <thread>
#include <utility>

#include "base/paths.h"

namespace mmlint::app {
namespace {

constexpr std::size_t kRoom = 215'000'000;  // bytes; 63,000 public configs take 250 MB with it

std::map<std::string, std::string> environment() {
  std::map<std::string, std::string> out;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals != text.npos) out.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return out;
}

PackageSettings package_settings(const Options& options,
                                 const std::map<std::string, std::string>& environment,
                                 std::vector<std::string> roots,
                                 const std::string& current_folder) {
  PackageSettings out;
  for (const auto& [package, folder] : options.packages) {
    out.given[package] = absolute_path(folder, current_folder);
  }
  out.roots = std::move(roots);
  for (const std::string& path : options.python_paths) {
    out.python_paths.push_back(absolute_path(path, current_folder));
  }
  const auto active = environment.find("VIRTUAL_ENV");
  if (options.python_paths.empty() && active != environment.end() && !active->second.empty()) {
    out.python_paths.push_back(absolute_path(active->second, current_folder));
  }
  return out;
}

}  // namespace

int thread_count(const Options& options) {
  if (options.jobs > 0) return options.jobs;
  const unsigned processors = std::thread::hardware_concurrency();
  return processors == 0 ? 1 : static_cast<int>(std::min(processors, 64u));
}

// What --env says comes first. Nothing else is read from the process unless that was asked for, so
// that a project is judged alike on every machine.
project::Settings workspace_settings(const Options& options, std::vector<std::string> roots,
                                     const std::string& current_folder) {
  project::Settings out;
  out.environment = options.environment;
  if (options.env_from_process) out.environment.merge(environment());
  out.knows_all_variables = options.env_from_process;
  out.jobs = thread_count(options);
  out.packages = package_settings(options, out.environment, std::move(roots), current_folder);
  // Of the commands only `check` judges families of configs one after the other.
  if (options.command == "check") out.room = kRoom;
  return out;
}

}  // namespace mmlint::app
