#pragma once

#include "base/diagnostic.h"
#include "base/file_system.h"

// The settings of a project: mmlint.toml, or the table [tool.mmlint] of pyproject.toml.
namespace mmlint::app {

inline constexpr std::string_view kSettingsFile = "mmlint.toml";
inline constexpr std::string_view kSharedSettingsFile = "pyproject.toml";

// A value and where it was said: "mmlint.toml:3", "--select", "default".
template <typename T>
struct Said {
  T value;
  std::string from;
};

// How files are judged, which may differ from file to file. What is not set says nothing.
struct JudgingSettings {
  std::optional<Said<std::string>> target;  // names with commas between them
  std::optional<Said<std::vector<std::string>>> select, ignore, fixable, unfixable;
  std::map<std::string, Said<Severity>> severity;  // by what selects rules, as it is written

  // Takes what `stronger` says, and keeps the rest.
  void take(const JudgingSettings& stronger);
};

// What holds for a whole project, since configs in it inherit from one another, and how its files
// are judged.
struct SettingsFile {
  std::string path;    // absolute
  std::string folder;  // absolute; patterns and folders are relative to it
  JudgingSettings judging;
  std::optional<Said<std::vector<std::string>>> exclude, rules;
  std::map<std::string, Said<std::string>> packages, environment;  // folders are absolute
  std::optional<Said<std::string>> mmengine, language;
  struct Override {
    std::vector<std::string> files;  // patterns
    JudgingSettings judging;
  };
  std::vector<Override> overrides;  // the last one that matches a file wins
};

// Returns true if a folder has a file of settings: mmlint.toml, or pyproject.toml with
// [tool.mmlint], also one that is no valid TOML.
bool has_settings(const FileSystem& files, const std::string& folder);
// Returns the nearest folder above a path that holds mmlint.toml, a pyproject.toml with
// [tool.mmlint], or .git; else the current folder if the path lies below it, as a project is mostly
// checked from its own folder; else the folder of the path itself. Both paths are absolute.
std::string find_root(const FileSystem& files, const std::string& path, const std::string& current);
// Reads the settings of a folder; nullopt if it has none. An error names file and line: TOML that
// is none, a key that is not known (with the nearest one), a value of a wrong kind, two files.
Result<std::optional<SettingsFile>> read_settings(const FileSystem& files,
                                                  const std::string& folder);

// Returns what is wrong in a pattern of `exclude` or `files`, for whoever wrote it; empty if
// nothing.
std::string wrong_in_pattern(const std::string& pattern);
// Returns true if a pattern of `exclude` or `files` is about a path: it matches the name of the
// file or of a folder above it below `root`, or their paths relative to `root`; those alone if it
// begins with "/" or "./".
bool is_about(const std::string& pattern, const std::string& path, const std::string& root);

}  // namespace mmlint::app
