#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "app/command_line/command_line.h"
#include "app/output/output.h"
#include "base/algorithms.h"
#include "base/text.h"
#include "report/shown.h"

namespace mmlint::app {

namespace {

// Where a report goes: also by way of a link that leads to no file yet.
std::filesystem::path destination(std::filesystem::path path) {
  std::error_code failed;
  for (int links = 0; links < 40 && std::filesystem::is_symlink(path, failed); ++links)
    path = path.parent_path() / std::filesystem::read_symlink(path, failed);
  const auto resolved =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
  return failed ? path : resolved;
}

// Returns what to say of a word that a command does not know, with the option that it may be.
std::string unknown_word(const CLI::App& command, const std::string& word) {
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

// Splits each NAME=VALUE into the map. `form` is what the option takes, as help has it.
std::optional<std::string> split_pairs(const std::vector<std::string>& pairs, std::string_view form,
                                       std::map<std::string, std::string>& out) {
  for (const std::string& pair : pairs) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) return fmt::format("{}, not '{}'", form, pair);
    out[pair.substr(0, equals)] = pair.substr(equals + 1);
  }
  return std::nullopt;
}

// An option of which a value is empty: `--root ""`.
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
    const bool is_empty = is_in("", given);
    if (is_empty && !option->get_lnames().empty())
      return fmt::format("--{} is empty", option->get_lnames().front());
  }
  return std::nullopt;
}

// A file that two reports, or a report and the baseline, would be written to, also by way of links;
// or standard output, unless all that goes there are lines for people.
std::optional<std::string> doubled_output(const Options& options) {
  std::set<std::filesystem::path> seen;
  if (!options.write_baseline.empty()) seen.insert(destination(options.write_baseline));
  std::size_t printed = 0, documents = 0;
  for (std::size_t i = 0; i < options.outputs.size(); ++i) {
    const std::string& output = options.outputs[i];
    if (output == "-") {
      ++printed;
      if (!options.formats[i]->is_lines) ++documents;
    } else if (!seen.insert(destination(output)).second) {
      return fmt::format("two reports go to {}; name a file for each --output", output);
    }
  }
  if (printed > 1 && documents > 0)
    return "two reports go to standard output, where programs could read neither; name a file for "
           "each with --output";
  return std::nullopt;
}

// Returns what to say of a first word that is none of the commands `names`.
std::string unknown_command(const std::string& word, const std::vector<std::string>& names) {
  std::error_code failed;
  std::string hint;
  if (const auto near = nearest(word, names))
    hint = fmt::format(", did you mean '{}'?", *near);
  else if (std::filesystem::exists(word, failed))
    hint = fmt::format(", did you mean 'mmlint check {}'?", word);
  return fmt::format("unknown command '{}'{}{} known: {}; see 'mmlint --help'", word, hint,
                     hint.empty() ? ";" : "", fmt::join(names, ", "));
}

// A first word of argv that looks like an option, and is none that stands before a command.
std::optional<std::string> before_command(std::span<char* const> words, const CLI::App& all,
                                          const std::vector<std::string>& names) {
  if (words.size() < 2 || words[1][0] != '-') return std::nullopt;
  const std::string_view word = words[1];
  const std::string bare(word.substr(0, word.find('=')));
  std::vector<std::string> known;
  for (const CLI::Option* option : all.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (const std::string& name : option->get_snames()) known.push_back("-" + name);
  }
  if (is_in(bare, known)) return std::nullopt;
  const auto command = std::find_if(words.begin() + 2, words.end(),
                                    [&](const char* each) { return is_in(each, names); });
  if (command != words.end())
    return fmt::format("options stand behind the command: mmlint {} {} ...", *command, bare);
  const auto near =
      same_letters(bare, "-v") ? std::optional<std::string>("--version") : nearest(bare, known);
  return fmt::format("unknown option '{}'{}see 'mmlint --help'", bare,
                     near ? fmt::format(", did you mean '{}'? ", *near) : "; ");
}

// What is wrong with the words after `mmlint probe`.
std::optional<std::string> wrong_probing(const Options& options) {
  static const std::vector<std::string> kActions = {"write", "install", "restore"};
  const std::string& action = options.action;
  if (!is_in(action, kActions)) {
    if (action.empty()) return fmt::format("say what to do: {}", fmt::join(kActions, ", "));
    const auto near = nearest(action, kActions);
    return fmt::format("unknown action '{}'{}; known: {}", action,
                       near ? fmt::format(", did you mean '{}'?", *near) : "",
                       fmt::join(kActions, ", "));
  }
  if (action == "write") {
    if (!options.paths.empty())
      return fmt::format("probe write takes no '{}'; the module goes to -o FILE", options.paths[0]);
    if (options.out.empty()) return "no file to write; try 'mmlint probe write -o probe_ddp.py'";
    return std::nullopt;
  }
  if (!options.out.empty() || options.force)
    return fmt::format("-o and --force are for 'probe write', not for 'probe {}'", action);
  if (options.paths.empty())
    return fmt::format("no MMEngine given; try 'mmlint probe {} PATH'", action);
  if (options.paths.size() > 1)
    return fmt::format("one argument too many: '{}'; see 'mmlint probe --help'", options.paths[1]);
  return std::nullopt;
}

constexpr std::size_t kMostPaths = 3;  // more are called by what they are

// Options that say what to judge, and by what.
constexpr std::array<std::string_view, 14> kRepeated = {
    "target", "select", "ignore",  "rules",       "mmengine",     "kind",       "exclude",
    "root",   "env",    "package", "python-path", "no-gitignore", "files-from", "baseline"};

// A word as a shell reads it back. What a terminal would obey is shown escaped, which no shell
// gives back; such a name is better typed by hand.
std::string shell_word(std::string_view word) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./,:=+@%").find(c) != std::string_view::npos ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return report::printable(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return report::printable(out + "'");
}

// Returns the words of a command that say what to judge and by what, quoted for a shell, so that
// another command can be given the same: the paths, --target, --select and so on, but not how to
// print or what to change. Empty if they can't be given again: for standard input.
std::string repeated_options(const CLI::App& command, const std::vector<std::string>& paths) {
  std::string out;
  const auto add = [&out](const std::string& word) { out += (out.empty() ? "" : " ") + word; };
  if (is_in("-", paths)) return "";
  const bool is_option =
      std::ranges::any_of(paths, [](const auto& path) { return path.starts_with('-'); });
  if (is_option) return "";
  if (paths.size() > kMostPaths) {
    add("FILES");
  } else {
    for (const std::string& path : paths) add(shell_word(path));
  }
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_lnames().empty() || option->count() == 0) continue;
    const std::string& name = option->get_lnames().front();
    if (!is_in(name, kRepeated)) continue;
    if (name == "files-from" && option->results().front() == "-") return "";
    if (option->get_expected_max() == 0) {
      add("--" + name);
      continue;
    }
    for (const std::string& value : option->results())
      add(fmt::format("--{} {}", name, shell_word(value)));
  }
  return out;
}

int complain(const std::string& message) {
  write_error(message);
  return static_cast<int>(Exit::kUsage);
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

std::optional<std::string> finish(RawOptions& raw) {
  Options& o = raw.options;
  for (const std::string& name : raw.formats) {
    const report::Format* format = report::find_format(name);
    if (!format) {
      std::vector<std::string> names;
      for (const report::Format& each : report::formats()) names.emplace_back(each.name);
      const auto near = nearest(name, names);
      return fmt::format("unknown format '{}'{}; known: {}", name,
                         near ? fmt::format(", did you mean '{}'?", *near) : "",
                         fmt::join(names, ", "));
    }
    o.formats.push_back(format);
  }
  for (auto* list : {&o.select, &o.ignore}) {
    for (std::string& selector : *list) selector = std::string(trim(selector));
  }
  if (o.formats.empty()) o.formats.push_back(&report::formats().front());
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
  if (o.command == "completion" || o.command == "man") return std::nullopt;
  if (o.command == "diagnose" && o.paths.empty())
    return "no log given; try 'mmlint diagnose train.log', or '-' for standard input";
  if (o.command == "diagnose") return std::nullopt;
  if (o.paths.empty() && o.files_from.empty() && (o.command == "check" || o.command == "groups"))
    o.paths = {"."};
  if (o.paths.empty() && o.files_from.empty()) {
    return o.named_are_configs ? fmt::format("no config given; see 'mmlint {} --help'", o.command)
                               : fmt::format("no paths given; try 'mmlint {} .{}'", o.command,
                                             o.diff ? " --diff" : "");
  }
  if (o.command == "port") return not_portable(o);
  if (o.command == "why" && o.key.empty()) {
    return fmt::format("no key given; try 'mmlint why {} model'", o.paths.front());
  }
  return std::nullopt;
}

bool is_command(const CLI::App& cli, std::string_view word) {
  const auto same = [word](const CLI::App* each) { return each->get_name() == word; };
  return !cli.get_subcommands(same).empty();
}

}  // namespace

Parsed parse_options(int argc, char** argv) {
  RawOptions raw;
  const auto words = std::span(argv, static_cast<std::size_t>(argc));
  const auto all = command_line(raw, language_of_help(words));
  CLI::App& cli = *all;
  std::vector<std::string> names;
  for (const CLI::App* each : listed_commands(cli)) names.push_back(each->get_name());
  if (argc > 1 && argv[1][0] != '-' && !is_command(cli, argv[1])) {
    return {std::nullopt, complain(unknown_command(argv[1], names))};
  }
  if (auto wrong = before_command(words, cli, names)) return {std::nullopt, complain(*wrong)};
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
    return {std::nullopt, complain(unknown_word(command, extra))};
  }
  if (auto empty = empty_option(command)) return {std::nullopt, complain(*empty)};
  raw.options.command = command.get_name();
  raw.options.target_chosen =
      command.get_option_no_throw("--target") != nullptr && command.count("--target") > 0;
  if (const auto error = finish(raw)) return {std::nullopt, complain(*error)};
  raw.options.repeated = repeated_options(command, raw.options.paths);
  return {std::move(raw.options), 0};
}

}  // namespace mmlint::app
