#include <CLI/CLI.hpp>

#include "app/command_line/command_line.h"
#include "app/commands/commands.h"
#include "app/output/output.h"
#include "base/text.h"

namespace mmlint::app {

namespace {

std::vector<std::string> long_options(const CLI::App& command) {
  std::vector<std::string> out;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
  }
  return out;
}

bool takes_value(const CLI::Option& option) {
  return option.get_expected_max() != 0;
}

// The text between single quotes, as all three shells read it, with marks of zsh's made harmless.
std::string text_for(const CLI::Option& option) {
  std::string out;
  for (const char c : option.get_description())
    out += c == '\'' ? '"' : c == '[' ? '(' : c == ']' ? ')' : c == ':' ? ',' : c;
  return out;
}

std::string without_quotes(std::string text) {
  for (char& c : text) {
    if (c == '\'') c = '"';
  }
  return text;
}

std::string for_bash(const CLI::App& all) {
  std::string names, cases;
  for (const CLI::App* command : listed_commands(all)) {
    names += command->get_name() + " ";
    cases += fmt::format("    {}) words='{}' ;;\n", command->get_name(),
                         fmt::join(long_options(*command), " "));
  }
  return fmt::format(
      "_mmlint() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} words=''\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    words='{}--help --version'\n"
      "  elif [[ $current == -* ]]; then\n"
      "    case ${{COMP_WORDS[1]}} in\n{}    esac\n"
      "  fi\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
      "}}\n"
      "complete -o default -F _mmlint mmlint\n",
      names, cases);
}

std::string for_zsh(const CLI::App& all) {
  std::string names, cases;
  for (const CLI::App* command : listed_commands(all)) {
    names += fmt::format("    '{}:{}'\n", command->get_name(),
                         without_quotes(command->get_description()));
    cases += fmt::format("    {})\n      _arguments", command->get_name());
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        cases += fmt::format(" \\\n        '*--{}[{}]{}'", name, text_for(*option),
                             takes_value(*option) ? ":value:_files" : "");
      }
    }
    cases += " \\\n        '*:file:_files' ;;\n";
  }
  return fmt::format(
      "#compdef mmlint\n"
      "_mmlint() {{\n"
      "  local -a commands\n"
      "  commands=(\n{}  )\n"
      "  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n  ((CURRENT--))\n"
      "  case $command in\n{}  esac\n"
      "}}\n"
      "_mmlint \"$@\"\n",
      names, cases);
}

std::string for_fish(const CLI::App& all) {
  std::string out;
  for (const CLI::App* command : listed_commands(all)) {
    out += fmt::format("complete -c mmlint -n __fish_use_subcommand -f -a {} -d '{}'\n",
                       command->get_name(), without_quotes(command->get_description()));
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        out +=
            fmt::format("complete -c mmlint -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n",
                        command->get_name(), name, takes_value(*option) ? " -r" : "",
                        without_quotes(option->get_description()));
      }
    }
  }
  return out;
}

// A text as roff prints it: a line that begins with a dot or quote is no command.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if ((c == '.' || c == '\'') && (out.empty() || out.ends_with('\n')))
      out += "\\&" + std::string(1, c);
    else
      out += c;
  }
  return out;
}

std::string options_of(const CLI::App& command) {
  std::string out;
  for (const CLI::Option* option : command.get_options()) {
    const bool is_argument = option->get_lnames().empty();
    const std::string value = takes_value(*option) ? " " + option->get_type_name() : "";
    const std::string name = is_argument ? option->get_name() : "--" + option->get_lnames().front();
    out += fmt::format(".TP\n.B {}\n{}\n", roff(name + (is_argument ? "" : value)),
                       roff(option->get_description()));
  }
  return out;
}

// Returns the script by which a shell completes commands and options; empty for a shell other than
// bash, zsh and fish. What it tells of them is in that language.
std::string completion(std::string_view shell, Language language) {
  RawOptions raw;
  const auto tree = command_line(raw, language);
  const CLI::App& all = *tree;
  if (shell == "bash") return for_bash(all);
  if (shell == "zsh") return for_zsh(all);
  return shell == "fish" ? for_fish(all) : "";
}

// Returns the manual page, as roff.
std::string man_page() {
  RawOptions raw;
  const auto tree = command_line(raw, Language::kEnglish);
  const CLI::App& all = *tree;
  std::string out = fmt::format(
      ".TH MMLINT 1 \"\" \"mmlint {}\"\n.SH NAME\nmmlint \\- lint and rewrite MMEngine configs for "
      "an "
      "accelerator\n.SH SYNOPSIS\n.B mmlint\n.I COMMAND\n[OPTIONS] [PATH...]\n.SH DESCRIPTION\n{}\n"
      ".SH COMMANDS\n",
      roff(MMLINT_VERSION), roff(all.get_description()));
  for (const CLI::App* command : listed_commands(all)) {
    out += fmt::format(".SS mmlint {}\n{}.\n{}.PP\n.nf\n{}\n.fi\n", roff(command->get_name()),
                       roff(command->get_description()), options_of(*command),
                       roff(command->get_footer()));
  }
  return out +
         ".SH EXIT STATUS\n0: nothing to say. 1: findings (fix: that are left). 2: a wrong option "
         "or "
         "a file that cannot be read. 3: an error in mmlint itself.\n"
         ".SH FILES\n.TP\n.B mmlint.toml\nSettings; also [tool.mmlint] in pyproject.toml.\n";
}

int print(std::string_view text) {
  RunReport report;
  if (const Status done = write_stdout(text); !done) report.errors.push_back(done.error());
  return leave(report, static_cast<int>(Exit::kClean));
}

}  // namespace

int run_completion(const Options& options) {
  static const std::vector<std::string> kShells = {"bash", "zsh", "fish"};
  const std::string shell = options.paths.size() == 1 ? options.paths.front() : "";
  if (const std::string text = completion(shell, language_of_help({})); !text.empty())
    return print(text);
  const auto near = nearest(shell, kShells);
  return leave(Error{shell.empty()
                         ? fmt::format("name one shell: {}", fmt::join(kShells, ", "))
                         : fmt::format("unknown shell '{}'{}; known: {}", shell,
                                       near ? fmt::format(", did you mean '{}'?", *near) : "",
                                       fmt::join(kShells, ", ")),
                     "", 0});
}

int run_man(const Options&) {
  return print(man_page());
}

}  // namespace mmlint::app
