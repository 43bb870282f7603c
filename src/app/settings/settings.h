#pragma once

#include "app/settings/options.h"
#include "app/settings/settings_file.h"

// How the command line and a file of settings together say what a run does: what the command line
// says is stronger, then the last override that matches a file, then the file, then the defaults.
namespace mmlint::app {

// The options of a run on one project.
class Settings {
 public:
  // Reads the settings of a project's root; an error as of read_settings().
  static Result<Settings> read(const FileSystem& files, const std::string& root,
                               const Options& given);

  // Returns the options that hold for all files, as far as they may not differ.
  const Options& options() const { return options_; }
  bool has_overrides() const { return file_ && !file_->overrides.empty(); }
  // Returns how a file is judged. The path is absolute.
  JudgingSettings judging_of(const std::string& path) const;
  // Returns the options for files that are judged so.
  Options options_for(const JudgingSettings& judging) const;
  // Returns all settings for a file with where each was said, as --show-settings prints it.
  std::string shown(const std::string& path) const;
  const std::string& root() const { return root_; }

 private:
  std::string root_;
  std::optional<SettingsFile> file_;
  JudgingSettings given_;  // by the command line
  Options options_;
};

// Returns the place of a setting (Said::from) as the user sees it from the current folder.
std::string shown_place(const std::string& from);

// Returns options with all that a file's settings say about it, for commands that are about one
// file. An error as of read_settings().
Result<Options> with_settings(const Options& given, const std::string& path);

// Returns the root of the project that the first passed path belongs to, which does not depend on
// the other paths; "." if no path was passed.
std::string root_of_first(const Options& options);
// Returns true if two ways to judge come to the same, whoever said so.
bool same_judging(const JudgingSettings& a, const JudgingSettings& b);

// Returns how many threads a run uses: --jobs, or as many as there are processors.
int thread_count(const Options& options);
// Returns how the files of a project are resolved: with which environment variables, packages and
// threads. All folders are absolute.
project::Settings workspace_settings(const Options& options, std::vector<std::string> roots,
                                     const std::string& current_folder);

}  // namespace mmlint::app
