#pragma once

#include "app/settings/options.h"

namespace CLI {
class App;
}

// What is wrong with a command line, beyond what CLI11 sees. Each returns a message for the user,
// or nullopt if nothing is.
namespace mmlint::app {

// Returns what to say of a word that a command does not know, with the option that it may be.
std::string unknown_word(const CLI::App& command, const std::string& word);
// Splits each NAME=VALUE into the map. `form` is what the option takes, as help has it.
std::optional<std::string> split_pairs(const std::vector<std::string>& pairs, std::string_view form,
                                       std::map<std::string, std::string>& out);
// An option without a value in `--root= FILE`, for which CLI11 would take the next word.
std::optional<std::string> empty_option(std::span<char* const> words);
// An option of which a value is empty: `--root ""`.
std::optional<std::string> empty_option(const CLI::App& command);
// A file that two reports, or a report and the baseline, would be written to, also by way of links;
// or standard output, unless all that goes there are lines for people.
std::optional<std::string> doubled_output(const Options& options);
// Returns what to say of a first word that is none of the commands `names`.
std::string unknown_command(const std::string& word, const std::vector<std::string>& names);
// A first word of argv that looks like an option, and is none that stands before a command.
std::optional<std::string> before_command(std::span<char* const> words, const CLI::App& all,
                                          const std::vector<std::string>& names);
// What is wrong with the words after `mmlint probe`.
std::optional<std::string> wrong_probing(const Options& options);

// Returns the words of a command that say what to judge and by what, quoted for a shell, so that
// another command can be given the same: the paths, --target, --select and so on, but not how to
// print or what to change. Empty if they can't be given again: for standard input.
std::string repeated_options(const CLI::App& command, const std::vector<std::string>& paths);

}  // namespace mmlint::app
