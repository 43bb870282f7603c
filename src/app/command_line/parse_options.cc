#include "app/command_line/command_line.h"

#include <iostream>

#include <CLI/CLI.hpp>

#include "app/command_line/option_mistakes.h"
#include "app/output/output.h"
#include "base/text.h"

namespace mmlint::app {
namespace {

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
