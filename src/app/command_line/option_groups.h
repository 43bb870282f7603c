#pragma once

#include "app/settings/options.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mmlint::app {

// What the parser of the command line fills: the options, and words that become options later.
struct RawOptions {
  Options options;
  std::vector<std::string> formats;
  std::vector<std::string> packages;
  std::vector<std::string> environment;
  std::optional<std::string> config;  // why
  std::string fail_on = "warning";
  std::string color = "auto";
  std::string at = "auto";
  bool no_gitignore = false;
};

// Adds options to commands, with their help in one language, in the groups in which help lists
// them. The results of parsing go to `raw`, which must live as long as the commands.
class OptionGroups {
 public:
  OptionGroups(RawOptions& raw, Language language) : raw_(raw), language_(language) {}

  void input(CLI::App& command) const;  // what is read: check, fix, show, groups
  void standard_input(CLI::App& command) const;
  void project(CLI::App& command) const;  // where a config is, and what it inherits
  void packages(CLI::App& command) const;
  void process_environment(CLI::App& command) const;
  void rules(CLI::App& command) const;     // by what is judged: check, fix
  void checking(CLI::App& command) const;  // the same, of check alone
  void output(CLI::App& command) const;    // how it is told: check, fix
  void fixing(CLI::App& command) const;
  void porting(CLI::App& command) const;
  void showing(CLI::App& command) const;
  void explaining(CLI::App& command) const;  // why
  void diagnosing(CLI::App& command) const;
  void probing(CLI::App& command) const;
  void rule_catalog(CLI::App& command) const;
  void target_catalog(CLI::App& command) const;
  void completion(CLI::App& command) const;

 private:
  // Add what a command takes: an option with a value, which help calls `takes`, an argument without
  // a name, and a flag.
  template <class To>
  CLI::Option* option(CLI::App& command, const char* names, To& to, const char* takes,
                      const LocalizedText& group, const LocalizedText& help) const;
  template <class To>
  void argument(CLI::App& command, const char* name, To& to, const LocalizedText& help) const;
  void flag(CLI::App& command, const char* name, bool& to, const LocalizedText& group,
            const LocalizedText& help) const;

  void mmengine(CLI::App& command) const;
  void more_rules(CLI::App& command) const;
  void lang(CLI::App& command) const;
  void color(CLI::App& command) const;
  void output_file(CLI::App& command) const;

  RawOptions& raw_;
  Language language_;
};

}  // namespace mmlint::app
