#pragma once

#include "fix/context.h"
#include "report/report.h"

namespace mmlint::app {

enum class Color { kAuto, kAlways, kNever };
enum class Exit : int { kClean = 0, kFindings = 1, kUsage = 2, kInternal = 3 };

// The command line as values; nothing is read from disk yet.
struct Options {
  std::string command;
  std::vector<std::string> paths;
  std::string target = "gcu";  // names with commas between them
  bool target_chosen = false;
  std::vector<const report::Format*> formats;
  std::vector<std::string> outputs;  // one for each of formats; "-" is stdout
  std::vector<std::string> select;
  std::vector<std::string> ignore;
  std::vector<std::string> exclude;
  std::vector<std::string> fixable;                          // rules; empty: all
  std::vector<std::string> unfixable;                        // rules
  std::vector<std::pair<std::string, Severity>> severities;  // rules, and how serious they are
  std::string kind;
  std::string root;
  std::string files_from;
  bool paths_listed = false;  // `paths` has what files_from lists already
  std::string stdin_filename;
  std::vector<std::string> rules;  // folders
  std::string checked_rules;       // rules --check
  std::string examples;            // of the rules in that folder; empty: its folder examples
  std::string mmengine;            // as it was given; empty: see mmengine_version()
  std::map<std::string, std::string> packages;
  std::map<std::string, std::string> environment;  // --env
  bool env_from_process = false;                   // show, why, probe
  std::vector<std::string> python_paths;
  Severity fail_on = Severity::kWarning;
  Color color = Color::kAuto;
  std::string lang;  // "en", "zh"; empty: see language_of()
  int jobs = 0;      // 0: as many as there are processors
  bool exit_zero = false;
  std::string baseline;        // the file of findings that are left out
  std::string write_baseline;  // the file to write them to
  bool gitignore = true;
  bool statistics = false;
  bool timing = false;
  bool verbose = false;
  bool show_settings = false;
  std::string repeated;  // these options and paths, for a command that goes on
  // show, why
  std::string value_format;  // empty: the default
  std::string key;           // a key path
  bool origins = false;
  bool named_are_configs = false;  // files passed by name are taken for configs
  // fix
  bool unsafe = false;
  bool diff = false;
  bool exit_non_zero_on_fix = false;
  fix::Where where = fix::Where::kAuto;
  // diagnose: what stands beside the logs
  std::string log_config, log_script, log_launcher;
  // port, probe
  std::string out;     // the file to write
  bool force = false;  // over an existing file
  std::string action;  // probe: write, install or restore
};

// Returns the language of a run: --lang; else, if text on a terminal is all that it writes, what
// the locale (LC_ALL, LC_MESSAGES, LANG) says; else English. show and why know English only.
Language language_of(const Options& options);
// Returns the language of help, by the words of the command line: --lang, else the locale's.
Language language_of_help(std::span<char* const> words);

}  // namespace mmlint::app
