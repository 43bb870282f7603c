#pragma once

#include "launch/file_finder.h"
#include "shell/shell_script.h"

// The launch graph says which launch script starts which script with which config.
namespace mmlint::launch {

// One launch of a launch script, linked to the files of the project that it names.
struct LinkedLaunch {
  std::string launch_script;             // absolute path of the launch script
  const shell::Summary* from = nullptr;  // the summary of that launch script, as `through` runs it
  const shell::Launch* launch = nullptr;
  NamedFile script;                                 // the script that is started
  const script::Summary* script_summary = nullptr;  // its summary; null if it was not read
  // The first argument that looks like a config, except the value of an option that the script uses
  // for something else; and its word, which is null without such an argument.
  NamedFile config;
  const shell::ExpandedWord* config_word = nullptr;
  // The launch of another launch script that runs this launch script with arguments, such as
  // `bash dist_train.sh configs/a.py 8`; null if the user starts it.
  const LinkedLaunch* through = nullptr;

  // Returns the text of a word as the script receives it; nullopt if it is not known.
  std::optional<std::string> value(const shell::ExpandedWord& word) const;
  // Returns the word of an option among the script's arguments ("--launcher", "--launcher=x"); null
  // if it is not there. The word belongs to the summary. Unless `value` is null, *value gets the
  // option's value, which stands behind the '=' or is the next word; empty if it is not known.
  const shell::ExpandedWord* option(std::string_view name, std::string* value) const;
  // Returns how many processes the launch starts on this machine; nullopt if that is not known.
  std::optional<int> processes() const;
};

// Returns true if the name of an option or a path says that it is about a config.
bool says_config(std::string_view text);

// Returns true if the launch says `python3`, whatever the caller sets.
bool says_python3(const LinkedLaunch& launch);

// Returns true if another of the launches is this one with known arguments: run.sh says
// `bash dist_train.sh configs/a.py 2`, and dist_train.sh passes on what it gets.
bool is_told_by_another(const LinkedLaunch& launch, std::span<const LinkedLaunch* const> launches);

// All launches of the launch scripts of a project, and of the launch scripts that these run.
class LaunchGraph : Pinned {
 public:
  explicit LaunchGraph(const ProjectView& project);

  // Returns all launches, in the order of the launch scripts and of the launches in them; those of
  // a launch script that another one runs follow the launch that runs it. They belong to the graph.
  std::span<const LinkedLaunch* const> all() const { return all_; }
  // own() returns the launches of the launch script at that path, reached() also those of the
  // launch scripts that it runs, directly or not; both in the order of all().
  const std::vector<const LinkedLaunch*>& own(const std::string& path) const;
  const std::vector<const LinkedLaunch*>& reached(const std::string& path) const;
  // Returns the first launch of all() that says python3; null if there is none.
  const LinkedLaunch* python3() const { return python3_; }
  // Returns the paths of the launch scripts that may see a variable which `launch_script` sets:
  // itself, those that read it into themselves with `source`, and all that these read or start.
  std::set<std::string> reached_from(const std::string& launch_script) const;
  // Returns the launches that start the script at that path, or a symlink of its name to it.
  std::vector<const LinkedLaunch*> of_script(const std::string& path) const;
  // Returns the summary of a launch script of the project as the user starts it, with the files
  // that it reads into itself; null if it was not read. It belongs to the graph or to the
  // workspace.
  const shell::Summary* summary_of(const std::string& path) const;
  // Returns true if a word of a launch names a missing file that the script most likely reads, not
  // writes: the project has that file in another folder, or others of its extension in this one.
  bool lacks_data(const shell::ExpandedWord& word, const LinkedLaunch& linked) const;
  // Returns true if the project lacks the folder into which a launch script writes its output.
  bool lacks_folder(const shell::OutputFolder& output, const std::string& launch_script) const;

 private:
  void add(const std::string& path, const LinkedLaunch* through);
  void add_choices();
  // Returns the scripts that a launch may start, where the caller of its launch script chooses.
  std::vector<std::string> choices_of(const LinkedLaunch& linked) const;
  void add_links(const std::string& path, const shell::Script& script);
  const shell::Summary* follow(const std::string& path, const shell::Script& launcher,
                               const LinkedLaunch* through);
  void find_config(LinkedLaunch& linked) const;

  // An edge of the graph: one launch script reads or starts another.
  struct Link {
    std::string from;
    std::string path;     // the path of the one that is started; empty if it is read with `source`
    std::string written;  // the text of the command that reads it; empty if it is started
    bool leads_to(const std::string& launch_script) const;
  };

  const ProjectView project_;
  const FileFinder finder_;
  std::map<std::string, const shell::Summary*> facts_;
  std::deque<shell::Summary> followed_;
  std::size_t followed_commands_ = 0;  // the commands in followed_, which are bounded
  std::vector<Link> links_;
  std::set<std::string> read_;  // launch scripts
  const LinkedLaunch* python3_ = nullptr;
  std::vector<std::unique_ptr<LinkedLaunch>> owned_;
  std::vector<const LinkedLaunch*> all_;
  std::map<std::string, std::vector<const LinkedLaunch*>> own_, reached_;  // by launch script
  // The launches that start a script, in the order of all(), each with the script's path without
  // symlinks; by the script's file name.
  std::map<std::string, std::vector<std::pair<const LinkedLaunch*, std::string>>, std::less<>>
      by_name_;
};

}  // namespace mmlint::launch
