#include "app/command_line/option_mistakes.h"

#include <filesystem>
#include <system_error>

#include <CLI/CLI.hpp>

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

}  // namespace

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

std::optional<std::string> split_pairs(const std::vector<std::string>& pairs, std::string_view form,
                                       std::map<std::string, std::string>& out) {
  for (const std::string& pair : pairs) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) return fmt::format("{}, not '{}'", form, pair);
    out[pair.substr(0, equals)] = pair.substr(equals + 1);
  }
  return std::nullopt;
}

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

namespace {

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

}  // namespace

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

}  // namespace mmlint::app
