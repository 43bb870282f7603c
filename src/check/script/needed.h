#pragma once

#include <set>
#include <string>

namespace mmlint::check {

struct Request;
class LaunchGraph;

// The scripts without which training does not run: a launch script starts such a script before a
// training script, with `set -e` or `&&`, or a training script starts it by the module subprocess
// and checks how it ends.
class NeededScripts {
 public:
  // `graph` may be null. Both are read only here.
  NeededScripts(const Request& request, const LaunchGraph* graph);

  // Returns true for the absolute path of such a script.
  bool has(const std::string& path) const { return paths_.count(path) != 0; }

 private:
  void add_launched(const LaunchGraph& graph);
  void add_called(const Request& request);

  std::set<std::string> paths_;
};

}  // namespace mmlint::check
