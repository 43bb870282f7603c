#include "app/command_line/repeated_options.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "report/shown.h"

namespace mmlint::app {
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
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain))
    return report::printable(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return report::printable(out + "'");
}

}  // namespace

std::string repeated_options(const CLI::App& command, const std::vector<std::string>& paths) {
  std::string out;
  const auto add = [&out](const std::string& word) { out += (out.empty() ? "" : " ") + word; };
  if (std::find(paths.begin(), paths.end(), "-") != paths.end()) return "";
  const bool is_option = std::any_of(paths.begin(), paths.end(),
                                     [](const auto& path) { return path.starts_with('-'); });
  if (is_option) return "";
  if (paths.size() > kMostPaths) {
    add("FILES");
  } else {
    for (const std::string& path : paths) add(shell_word(path));
  }
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_lnames().empty() || option->count() == 0) continue;
    const std::string& name = option->get_lnames().front();
    if (std::find(kRepeated.begin(), kRepeated.end(), name) == kRepeated.end()) continue;
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
