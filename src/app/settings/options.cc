#include "app/settings/options.h"

#include <unistd.h>

namespace mmlint::app {
namespace {

// The first that is set and not empty decides, as setlocale(3) says.
std::string_view locale_of_messages() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (value && *value != '\0') return value;
  }
  return "";
}

}  // namespace

Language language_of_help(std::span<char* const> words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::string_view next = i + 1 < words.size() ? words[i + 1] : "";
    if (word == "--lang=zh" || (word == "--lang" && next == "zh")) return Language::kChinese;
    if (word == "--lang=en" || (word == "--lang" && next == "en")) return Language::kEnglish;
  }
  return locale_of_messages().starts_with("zh") ? Language::kChinese : Language::kEnglish;
}

Language language_of(const Options& options) {
  if (!options.lang.empty()) return options.lang == "zh" ? Language::kChinese : Language::kEnglish;
  if (options.command == "show" || options.command == "why") return Language::kEnglish;
  const auto is_text = [](const report::Format* format) {
    return format == &report::formats().front();
  };
  const auto is_stdout = [](const std::string& output) { return output == "-"; };
  const bool for_people = std::ranges::all_of(options.formats, is_text) &&
                          std::ranges::all_of(options.outputs, is_stdout) &&
                          isatty(STDOUT_FILENO) == 1;
  return for_people && locale_of_messages().starts_with("zh") ? Language::kChinese
                                                              : Language::kEnglish;
}

}  // namespace mmlint::app
