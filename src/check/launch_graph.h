#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "check/check.h"
#include "script/summary.h"
#include "shell/shell_script.h"

// The launch graph says which launch script starts which script with which config.
namespace mmlint::check {

// A path that a word of a launch script names.
struct NamedFile {
  std::string path;  // absolute; empty if no file or folder of the project is it
  // True if the word and the folder are known, and no file is at any of the places that it can
  // mean.
  bool missing = false;
};

// One launch of a launch script, linked to the files of the project that it names.
struct LinkedLaunch {
  std::string launch_script;             // absolute path of the launch script
  const shell::Summary* from = nullptr;  // of that launch script, as `through` starts it
  const shell::Launch* launch = nullptr;
  NamedFile script;
  const script::Summary* script_summary = nullptr;  // of the script; null if it was not read
  // The config among the script's arguments, and its word; null if none is known.
  NamedFile config;
  const shell::ExpandedWord* config_word = nullptr;
  // The launch by which another launch script runs this one, with its arguments, such as
  // `bash dist_train.sh configs/a.py 8`; null if none does.
  const LinkedLaunch* through = nullptr;

  // Returns a word as the script receives it, also where another launch script passes it on;
  // nullopt if it is not known.
  std::optional<std::string> value(const shell::ExpandedWord& word) const;
  // Returns the word of an option among the script's arguments ("--launcher", "--launcher=x"); null
  // if it is not there. The word belongs to the summary. Unless `value` is null, *value gets what
  // follows the '=', else the next word; empty if that is not known.
  const shell::ExpandedWord* option(std::string_view name, std::string* value) const;
  // Returns how many processes the launch starts on this machine; nullopt if that is not known.
  std::optional<int> processes() const;
};

// Every launch of the launch scripts of a request, and of those that these run. Borrows the
// request.
class LaunchGraph {
 public:
  explicit LaunchGraph(const Request& request);
  LaunchGraph(const LaunchGraph&) = delete;
  LaunchGraph& operator=(const LaunchGraph&) = delete;

  // Returns all launches, by launch script as they were passed, and by place in it; those through
  // other launch scripts follow what runs them. They belong to the graph.
  std::span<const LinkedLaunch* const> all() const { return all_; }
  // Returns the launches of the launch script at that path itself, and these with all that they
  // reach through other launch scripts; in the order of all().
  const std::vector<const LinkedLaunch*>& own(const std::string& path) const;
  const std::vector<const LinkedLaunch*>& reached(const std::string& path) const;
  // Returns the paths of the launch scripts that a variable of `launch_script` may reach, itself
  // included: those that read it into themselves with `source`, and all that these read or start.
  std::set<std::string> reached_from(const std::string& launch_script) const;
  // Returns the launches that start the script at that path.
  std::vector<const LinkedLaunch*> of_script(const std::string& path) const;
  // Returns what a launch script of the request does when the user starts it, with the files that
  // it reads into itself; null if it was not read. It belongs to the graph or to the workspace.
  const shell::Summary* facts(const std::string& path) const;
  // Returns true if a word of a launch names a data file that is not there, and the project has
  // that file in another folder, or others of its kind in this one: it is read, not written.
  bool lacks_data(const shell::ExpandedWord& word, const LinkedLaunch& linked) const;

 private:
  void add(const std::string& path, const LinkedLaunch* through);
  void add_links(const std::string& path, const shell::Script& script);
  const shell::Summary* follow(const std::string& path, const shell::Script& launcher,
                               const LinkedLaunch* through);
  // The file that a word names, in a folder in which the launch script at `launcher` runs.
  NamedFile find(const shell::ExpandedWord& word, const shell::ExpandedWord& folder,
                 const std::string& launcher, bool elsewhere = false) const;
  NamedFile find_copy(std::string_view value, const std::string& own) const;
  void find_config(LinkedLaunch& linked) const;
  bool is_ours(const std::string& path) const;  // below a root

  // One launch script reads or starts another, which is known by its path or by how it is written.
  struct Link {
    std::string from;
    std::string path;     // empty: read with `source`
    std::string written;  // the command that reads it
    bool leads_to(const std::string& launch_script) const;
  };

  const Request& request_;
  std::map<std::string, const shell::Summary*> facts_;
  std::deque<shell::Summary> followed_;
  std::size_t followed_commands_ = 0;  // in them
  std::vector<Link> links_;
  std::set<std::string> read_;  // launch scripts
  std::vector<std::unique_ptr<LinkedLaunch>> owned_;
  std::vector<const LinkedLaunch*> all_;
  std::map<std::string, std::vector<const LinkedLaunch*>> own_, reached_;  // by launch script
};

// A config that launch scripts train in several processes; MMEngine makes the process group then.
struct DistributedConfig {
  Span launch;                       // where the first of them says so
  std::vector<std::string> scripts;  // absolute paths of what they start; empty where unknown
};

// Returns the configs that launch scripts train so, by the config's absolute path.
std::map<std::string, DistributedConfig> distributed_configs(const LaunchGraph& graph);
// The same of the launch scripts of a request.
std::map<std::string, DistributedConfig> distributed_configs(const Request& request);

}  // namespace mmlint::check
