#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "config/load.h"
#include "script/summary.h"

namespace mmlint::check {

struct Request;
struct LinkedLaunch;
class LaunchGraph;

// What is judged together with a script.
struct ScriptContext {
  std::string path;  // absolute, of the script with which the program starts
  std::vector<const LinkedLaunch*> launches;  // the launches of launch scripts that start it
  // The configs that it loads, as far as they are known: by a path that stands in the script, or by
  // one that a launch gives it.
  std::vector<const config::Resolved*> configs;
  // What those launches give behind --cfg-options, KEY to VALUE, as it is written.
  std::map<std::string, std::string> cfg_options;
  bool makes_group = false;  // each of the configs imports a module that makes the process group
  std::shared_ptr<const LaunchGraph> graph;  // owns `launches`
};

// Returns what is judged together with the script at that absolute path. `graph` may be null if
// there are no launch scripts.
ScriptContext context_of(const std::string& path, const script::Summary& script,
                         const Request& request, std::shared_ptr<const LaunchGraph> graph);

// Returns true if a program trains when it is started: its run gets to a Runner, to a model that is
// wrapped for distributed training, or to a training loop.
bool trains_when_started(const script::Summary& script);

}  // namespace mmlint::check
