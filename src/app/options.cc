#include "app/options.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <set>
#include <span>
#include <system_error>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/diagnose_options.h"
#include "app/output.h"
#include "app/probe_options.h"
#include "base/text.h"

namespace mmlint::app {
namespace {

struct Raw {
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

void add_input(CLI::App& c, Raw& raw) {
  Options& o = raw.options;
  c.add_option("--kind", o.kind, "Take every passed file for this kind of document")
      ->check(CLI::IsMember({"config"}));
  c.add_option("--exclude", o.exclude, "Leave out files and folders with this name or pattern")
      ->allow_extra_args(false);
  c.add_option("--files-from", o.files_from,
               "Read paths from a file ('-': standard input), one per line");
  c.add_option("--jobs", o.jobs, "Threads; default: one per processor")->check(CLI::Range(1, 256));
  c.add_flag("--no-gitignore", raw.no_gitignore, "Look at files that git ignores as well");
}

// Where packages are.
void add_packages(CLI::App& c, Raw& raw) {
  c.add_option("--package", raw.packages,
               "PKG=DIR: the repository or folder of a package whose files are asked for")
      ->allow_extra_args(false);
  c.add_option("--python-path", raw.options.python_paths,
               "A Python environment, or a folder of packages, where packages are found")
      ->allow_extra_args(false);
}

// Where a config is, and what it inherits.
void add_project(CLI::App& c, Raw& raw) {
  Options& o = raw.options;
  c.add_option("--root", o.root,
               "The project's root; default: the nearest folder with .git or mmlint.toml");
  add_packages(c, raw);
  c.add_option("--env", raw.environment, "NAME=VALUE: an environment variable that configs read")
      ->allow_extra_args(false);
}

void add_process_environment(CLI::App& c, Raw& raw) {
  c.add_flag("--env-from-process", raw.options.env_from_process,
             "Read the environment variables of this process as well, VIRTUAL_ENV included");
}

void add_color(CLI::App& c, Raw& raw) {
  c.add_option("--color", raw.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

void add_language(CLI::App& c, Raw& raw) {
  c.add_option("--lang", raw.options.lang,
               "en or zh; default: on a terminal the locale's language, else English")
      ->check(CLI::IsMember({"en", "zh"}));
}

void add_mmengine(CLI::App& c, Raw& raw) {
  c.add_option("--mmengine", raw.options.mmengine,
               "The release of MMEngine to judge for; default: what the project's "
               "requirements*.txt pin, else the newest known");
}

void add_stdin(CLI::App& c, Raw& raw) {
  c.add_option("--stdin-filename", raw.options.stdin_filename,
               "The path that standard input stands for");
}

void add_porting(CLI::App& c, Raw& raw) {
  Options& o = raw.options;
  c.add_option("CONFIG", o.paths, "The config that the new one inherits");
  c.add_option("-o,--output", o.out, "The config to write, a .py file")->allow_extra_args(false);
  c.add_flag("--force", o.force, "Overwrite it, and the module that an earlier run wrote");
  c.add_option("--target", o.target, "The accelerator that the new config is for; default: gcu");
  add_mmengine(c, raw);
}

void add_showing(CLI::App& c, Raw& raw) {
  Options& o = raw.options;
  c.add_option("--key", o.key, "Only the part at this key, such as model.backbone.depth");
  c.add_flag("--origins", o.origins, "Say where each value was set");
  c.add_option("--format", o.value_format, "python (default), json or jsonl (one config per line)")
      ->check(CLI::IsMember({"python", "json", "jsonl"}));
  c.add_option("--output", o.outputs, "Where to write; '-' is standard output")
      ->allow_extra_args(false);
  add_color(c, raw);
}

void add_explaining(CLI::App& c, Raw& raw) {
  Options& o = raw.options;
  c.add_option("CONFIG", raw.config, "A config; '-' reads standard input");
  c.add_option(
      "KEY", o.key,
      "The key, such as model.backbone.depth or train_pipeline.0.type; a key with a dot is "
      "[\"a.b\"]");
  c.add_option("--format", o.value_format, "text (default) or json")
      ->check(CLI::IsMember({"text", "json"}));
  c.add_option("--output", o.outputs, "Where to write; '-' is standard output")
      ->allow_extra_args(false);
  add_color(c, raw);
}

void add_judging(CLI::App& c, Raw& raw) {
  Options& o = raw.options;
  c.add_option("--target", o.target,
               "The accelerator to judge for, or several with commas between them; default: gcu");
  c.add_option("--select", o.select, "Only these rules: codes, names or prefixes")
      ->allow_extra_args(false)
      ->delimiter(',');
  c.add_option("--ignore", o.ignore, "Not these rules")->allow_extra_args(false)->delimiter(',');
  c.add_option("--rules", o.rules, "A folder with more rules")->check(CLI::ExistingDirectory);
  c.add_option("--format", raw.formats, "text, concise, json, jsonl or github; repeatable")
      ->allow_extra_args(false);
  c.add_option("--output", o.outputs, "Where the n-th format goes; '-' is standard output")
      ->allow_extra_args(false);
  c.add_option("--fail-on", raw.fail_on, "The lowest severity that gives exit code 1")
      ->check(CLI::IsMember({"info", "warning", "error"}));
  add_mmengine(c, raw);
  add_language(c, raw);
  add_color(c, raw);
  c.add_flag("--exit-zero", o.exit_zero, "Exit with 0 even if there are findings");
  c.add_flag("--statistics", o.statistics, "Count the findings of each rule");
  c.add_flag("--timing", o.timing, "Say how long each phase took");
}

void add_fixing(CLI::App& c, Raw& raw) {
  Options& o = raw.options;
  c.add_flag("--unsafe", o.unsafe, "Also apply fixes that need judgement");
  c.add_flag("--diff", o.diff, "Write nothing, print a unified diff");
  c.add_option("--at", raw.at, "Where to edit: auto, origin (any file below the root) or leaf")
      ->check(CLI::IsMember({"auto", "origin", "leaf"}));
  c.add_flag("--exit-non-zero-on-fix", o.exit_non_zero_on_fix,
             "Exit with 1 if anything was changed");
}

void add_catalog(CLI::App& c, Raw& raw, const char* name, const char* help) {
  c.add_option(name, raw.options.paths, help);
  c.add_option("--rules", raw.options.rules, "A folder with more rules")
      ->check(CLI::ExistingDirectory);
  add_mmengine(c, raw);
  add_language(c, raw);
}

void add_rules(CLI::App& c, Raw& raw) {
  Options& o = raw.options;
  CLI::Option* target =
      c.add_option("--target", o.target, "The accelerator to speak of; default: gcu");
  c.add_option("--check", o.checked_rules,
               "A folder of rules to judge by their examples, in place of explaining any")
      ->check(CLI::ExistingDirectory)
      ->excludes(target, c.get_option("--rules"));
  c.add_option("--examples", o.examples,
               "The examples of the rules in that folder, a folder for each code; default: its "
               "folder examples")
      ->check(CLI::ExistingDirectory);
}

int complain(const std::string& message) {
  write_error(message);
  return static_cast<int>(Exit::kUsage);
}

// The option that a mistyped one was meant to be.
std::string unknown_option(const CLI::App& command, const std::string& word) {
  if (!word.starts_with('-')) {
    return fmt::format("one argument too many: '{}'; see 'mmlint {} --help'", word,
                       command.get_name());
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::string bare = word.substr(0, word.find('='));
  const auto near = nearest(bare, known);
  return fmt::format("unknown option '{}'{}; see 'mmlint {} --help'", bare,
                     near ? fmt::format(", did you mean '{}'?", *near) : "", command.get_name());
}

std::optional<std::string> not_portable(const Options& o) {
  if (o.paths.size() > 1) {
    return fmt::format("port takes one config, and '{}' is a second one; run it for each",
                       o.paths[1]);
  }
  if (o.paths.front() == "-") return "port wants the config as a file, which the new one inherits";
  if (!o.out.empty()) return std::nullopt;
  return fmt::format("no config to write; try 'mmlint port {} -o FILE'", o.paths.front());
}

// Splits each NAME=VALUE into the map; returns what is wrong with one.
std::optional<std::string> split_pairs(const std::vector<std::string>& pairs, std::string_view form,
                                       std::map<std::string, std::string>& out) {
  for (const std::string& pair : pairs) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) return fmt::format("{}, not '{}'", form, pair);
    out[pair.substr(0, equals)] = pair.substr(equals + 1);
  }
  return std::nullopt;
}

// The option without a value in `--root= FILE`, for which CLI11 would take the next word.
std::optional<std::string> empty_option(std::span<char* const> words) {
  for (const std::string_view word : words) {
    if (word == "--") break;
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      return fmt::format("{} is empty", word.substr(0, word.size() - 1));
  }
  return std::nullopt;
}

std::optional<std::string> empty_option(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const auto& given = option->results();
    const bool is_empty = std::find(given.begin(), given.end(), "") != given.end();
    if (is_empty && !option->get_lnames().empty())
      return fmt::format("--{} is empty", option->get_lnames().front());
  }
  return std::nullopt;
}

// Where a report goes: also by way of a link that leads to no file yet.
std::filesystem::path destination(std::filesystem::path path) {
  std::error_code failed;
  for (int links = 0; links < 40 && std::filesystem::is_symlink(path, failed); ++links)
    path = path.parent_path() / std::filesystem::read_symlink(path, failed);
  const auto resolved =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
  return failed ? path : resolved;
}

// A file that two reports would be written to.
std::optional<std::string> doubled_output(const Options& o) {
  std::set<std::filesystem::path> seen;
  for (const std::string& output : o.outputs) {
    if (output != "-" && !seen.insert(destination(output)).second)
      return fmt::format("two reports go to {}; name a file for each --output", output);
  }
  return std::nullopt;
}

std::optional<std::string> finish(Raw& raw) {
  Options& o = raw.options;
  for (const std::string& name : raw.formats) {
    const auto format = report::parse_format(name);
    if (!format) {
      const auto near = nearest(name, report::format_names());
      return fmt::format("unknown format '{}'{}; known: {}", name,
                         near ? fmt::format(", did you mean '{}'?", *near) : "",
                         fmt::join(report::format_names(), ", "));
    }
    o.formats.push_back(*format);
  }
  if (o.formats.empty()) o.formats.push_back(report::Format::kText);
  if (o.outputs.size() > o.formats.size()) return "more --output than --format";
  o.outputs.resize(o.formats.size(), "-");
  if (auto wrong = doubled_output(o)) return wrong;
  if (auto wrong = split_pairs(raw.packages, "--package takes PKG=DIR", o.packages)) return wrong;
  for (const auto& [package, folder] : o.packages) {
    if (folder.empty()) return fmt::format("--package takes PKG=DIR, not '{}='", package);
  }
  if (auto wrong = split_pairs(raw.environment, "--env takes NAME=VALUE", o.environment))
    return wrong;
  o.fail_on = raw.fail_on == "info"      ? Severity::kInfo
              : raw.fail_on == "warning" ? Severity::kWarning
                                         : Severity::kError;
  o.color = raw.color == "always"  ? Color::kAlways
            : raw.color == "never" ? Color::kNever
                                   : Color::kAuto;
  o.where = raw.at == "origin" ? fix::Where::kOrigin
            : raw.at == "leaf" ? fix::Where::kLeaf
                               : fix::Where::kAuto;
  o.gitignore = !raw.no_gitignore;
  if (raw.config) o.paths = {*raw.config};
  o.named_are_configs = o.command == "show" || o.command == "why" || o.command == "port";
  if (!o.examples.empty() && o.rules.empty() && o.checked_rules.empty())
    return "--examples wants --check or --rules beside it";
  if (o.command == "probe") return wrong_probing(o);
  if (o.command == "rules" || o.command == "targets") {
    if (o.paths.size() <= 1) return std::nullopt;
    return fmt::format("one argument too many: '{}'; see 'mmlint {} --help'", o.paths[1],
                       o.command);
  }
  if (o.command == "diagnose") return wrong_diagnosing(o);
  if (o.paths.empty() && o.files_from.empty()) {
    return o.named_are_configs ? fmt::format("no config given; see 'mmlint {} --help'", o.command)
                               : fmt::format("no paths given; try 'mmlint {} .'", o.command);
  }
  if (o.command == "port") return not_portable(o);
  if (o.command == "why" && o.key.empty()) {
    return fmt::format("no key given; try 'mmlint why {} model'", o.paths.front());
  }
  return std::nullopt;
}

}  // namespace

Parsed parse_options(int argc, char** argv) {
  Raw raw;
  CLI::App cli(
      "Reads MMEngine configs without running them and says what will keep training from "
      "starting, or from being right, on the accelerator you name.",
      "mmlint");
  cli.set_version_flag("--version", "mmlint " MMLINT_VERSION);
  cli.require_subcommand(1);
  CLI::App* check = cli.add_subcommand("check", "Lint files and folders");
  CLI::App* fix = cli.add_subcommand("fix", "Apply safe fixes until nothing changes");
  CLI::App* port = cli.add_subcommand("port", "Write a config that inherits another for a target");
  CLI::App* show = cli.add_subcommand("show", "Print what a config means, its bases included");
  CLI::App* why = cli.add_subcommand("why", "Say who set a key of a config, and whom it overrode");
  CLI::App* diagnose =
      cli.add_subcommand("diagnose", "Say what a training log shows, and which line to change");
  CLI::App* probe = cli.add_subcommand("probe", "Print where parameters are when DDP wraps them");
  CLI::App* rules = cli.add_subcommand("rules", "List the rules, or explain one");
  CLI::App* targets = cli.add_subcommand("targets", "List the targets, or say what one needs");
  CLI::App* parse = cli.add_subcommand("parse-only", "")->group("");
  add_catalog(*rules, raw, "CODE", "A rule: its code, its name, or the beginning of codes (MM3)");
  add_rules(*rules, raw);
  add_catalog(*targets, raw, "NAME", "A target");
  add_explaining(*why, raw);
  add_diagnosing(*diagnose, raw.options);
  add_mmengine(*diagnose, raw);
  add_language(*diagnose, raw);
  add_color(*diagnose, raw);
  for (CLI::App* command : {check, fix, show, parse}) {
    command->add_option(command == show ? "CONFIG" : "PATH", raw.options.paths,
                        "Files and folders; '-' reads standard input");
    add_input(*command, raw);
  }
  for (CLI::App* command : {check, fix}) add_judging(*command, raw);
  for (CLI::App* command : {check, fix, port, show, parse, why, diagnose})
    add_project(*command, raw);
  for (CLI::App* command : {check, fix, show, parse, why}) add_stdin(*command, raw);
  for (CLI::App* command : {show, why, probe}) add_process_environment(*command, raw);
  add_probing(*probe, raw.options);
  add_packages(*probe, raw);
  add_porting(*port, raw);
  add_fixing(*fix, raw);
  add_showing(*show, raw);
  for (CLI::App* command : {check, fix, port, show, parse, why, diagnose, probe, rules, targets})
    command->allow_extras();

  const std::vector<std::string> names{"check",    "fix",   "port",  "show",    "why",
                                       "diagnose", "probe", "rules", "targets", "parse-only"};
  if (argc > 1 && argv[1][0] != '-' &&
      std::find(names.begin(), names.end(), argv[1]) == names.end()) {
    const auto near = nearest(argv[1], names);
    return {std::nullopt,
            complain(fmt::format("unknown command '{}'{}; known: {}", argv[1],
                                 near ? fmt::format(", did you mean '{}'?", *near) : "",
                                 fmt::join(names.begin(), names.end() - 1, ", ")))};
  }
  const auto words = std::span(argv, static_cast<std::size_t>(argc));
  if (auto empty = empty_option(words)) return {std::nullopt, complain(*empty)};
  try {
    cli.parse(argc, argv);
  } catch (const CLI::Success& done) {
    const int code = cli.exit(done);
    if (std::cout.flush()) return {std::nullopt, code};
    return {std::nullopt, complain("standard output: cannot write all of it")};
  } catch (const CLI::ParseError& error) {
    if (argc <= 1) write_stderr(cli.help());
    return {std::nullopt, complain(error.what())};
  }
  const CLI::App& command = *cli.get_subcommands().front();
  for (const std::string& extra : command.remaining()) {
    if (extra == "--") continue;  // behind it, CLI11 takes every word for a path
    return {std::nullopt, complain(unknown_option(command, extra))};
  }
  if (auto empty = empty_option(command)) return {std::nullopt, complain(*empty)};
  raw.options.command = command.get_name();
  raw.options.target_chosen =
      command.get_option_no_throw("--target") != nullptr && command.count("--target") > 0;
  if (const auto error = finish(raw)) return {std::nullopt, complain(*error)};
  return {std::move(raw.options), 0};
}

}  // namespace mmlint::app
