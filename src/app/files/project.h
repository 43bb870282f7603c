#pragma once

#include "app/files/discover.h"
#include "app/settings/options.h"

namespace mmlint::app {

// The project that a command works on: the paths that were passed, the files below the roots, and
// their contents. It adds what it skips and what it cannot read to the report. It owns all that its
// accessors return.
class Project {
 public:
  // Bytes of files as they are to be seen, by absolute path, in place of those on the disk.
  using Files = std::map<std::string, std::string>;
  // Reads everything below the roots once. Paths that do not exist are errors in the report; the
  // others go on. `sources` gets the files and must live as long.
  Project(const Options& options, RunReport& report, SourceStore& sources, Files files = {});
  ~Project();
  // Reads the passed scripts and launch scripts. Those that cannot be judged go to refused():
  // invalid Python, what is not UTF-8, and Python beyond a limit of mmlint.
  void read_scripts(RunReport& report);

  project::Workspace& workspace() { return *workspace_; }
  const project::Index& index() const { return *index_; }
  FileSystem& disk() { return disk_; }
  const std::string& current_folder() const { return current_folder_; }
  // Returns the arguments and what --files-from lists, as they were written.
  const std::vector<std::string>& given_paths() const { return given_paths_; }
  const std::vector<std::string>& files() const { return passed_files_; }  // all that were passed
  // Returns true if a file was passed by its name, not with its folder.
  bool named(const std::string& path) const { return named_files_.count(path) != 0; }
  const std::vector<std::string>& configs() const { return passed_configs_; }  // those to judge
  const std::vector<std::string>& scripts() const { return passed_scripts_; }
  const std::vector<std::string>& launch_scripts() const { return passed_launch_scripts_; }
  // Returns the passed scripts that Python refuses, which is a finding.
  const std::vector<std::string>& refused() const { return refused_scripts_; }
  const std::vector<std::string>& roots() const { return roots_; }
  // These two return all scripts and launch scripts below the roots, passed or not.
  const std::vector<std::string>& known_scripts() const { return known_scripts_; }
  const std::vector<std::string>& known_launch_scripts() const { return known_launch_scripts_; }
  const std::vector<std::string>& passed_paths() const { return passed_paths_; }
  // Returns the absolute path of the file that standard input stands for; empty if it was not
  // passed.
  const std::string& stdin_path() const { return stdin_path_; }
  // Returns the folders with settings of their own inside of the passed folders, whose files were
  // not passed.
  const std::vector<std::string>& nested() const { return nested_; }
  // Returns true if a fix may change the file at that path.
  bool may_edit(const std::string& path, fix::Where where) const;  // for several threads

 private:
  // Returns the files that were passed, or found below a root and git does not ignore; sorted.
  const std::vector<std::string>& all_files() const {
    return walked_.empty() ? passed_files_ : walked_;
  }
  bool was_walked(const std::string& path) const;
  bool is_below_root(const std::string& path) const;
  bool is_named_config(const std::string& path, const Options& options) const;
  void collect_passed(const Options& options, RunReport& report);
  std::string missing_path(const std::string& absolute) const;
  void add_path(const std::string& path, const Options& options, RunReport& report);
  const std::string& root_of(const std::string& path, const Options& options);
  void read_stdin(const Options& options, RunReport& report);
  using Facts = project::Workspace::Facts;
  // Returns what is known of passed_files_, in their order.
  std::vector<Facts> build_index(const Options& options, RunReport& report);
  void sort_passed(std::span<const Facts> facts, const Options& options, RunReport& report);
  void drop_links(std::vector<std::string>& paths) const;

  DiskFileSystem disk_;
  Files files_;  // in place of those on the disk
  std::unique_ptr<OverlayFileSystem> over_disk_;
  SourceStore& sources_;
  std::unique_ptr<project::Workspace> workspace_;
  std::unique_ptr<project::Index> index_;
  std::string current_folder_;
  std::string stdin_path_;
  std::vector<std::string> roots_;
  std::map<std::string, std::string> root_by_folder_;  // pre-commit passes many files of one folder
  std::vector<std::string> given_paths_;
  std::vector<std::string> passed_paths_;  // absolute
  std::set<std::string> named_files_;      // passed as files, not as folders
  std::vector<std::string> passed_files_;
  std::vector<std::string> passed_configs_;
  std::vector<std::string> passed_scripts_;
  std::vector<std::string> passed_launch_scripts_;
  std::set<std::string> modules_;  // no configs: what scripts import, and what a Runner has written
  std::vector<std::string> known_scripts_;
  std::vector<std::string> known_launch_scripts_;
  std::vector<std::string> refused_scripts_;
  std::vector<std::string> nested_;
  std::map<std::string, FoundFiles> walks_;  // by the folder that was walked, passed or a root
  std::size_t excluded_ = 0;                 // files that were passed by name and are left out
  // What all_files() returns; empty if all of it was passed.
  std::vector<std::string> walked_;
  mutable std::mutex asking_;  // for what is below
  const RealFolders real_folders_{disk_, walks_, roots_};
};

}  // namespace mmlint::app
