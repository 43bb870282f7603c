#pragma once

#include "script/summary.h"

// What the argparse parser of a script takes.
namespace mmlint::check {

// Returns true if the summary lists every option of a script, and the script exits with an error
// when it is given any other one.
bool parses_all(const script::Summary& script);

// Returns true if a script's parser has subcommands (parser.add_subparsers()): which options it
// takes depends on the one that a start names.
bool has_commands(const script::Summary& script);
// Returns the names of the subcommands, with their aliases; none if there are no subcommands;
// nullopt if they are not known, have subcommands of their own or share the options of another
// parser.
std::optional<std::vector<std::string>> commands_of(const script::Summary& script);

// Returns true if a script builds a Runner whose launcher is the option of that name and nothing
// else.
bool hands_launcher_on(const script::Summary& script);

// Returns true for a word that argparse treats as an option. Numbers and a single dash are not
// options.
bool looks_like_option(std::string_view word);
// Return true for a text that Python's int() or float() accepts, for the forms of numbers that
// launch scripts use.
bool reads_as_int(std::string_view text);
bool reads_as_float(std::string_view text);

}  // namespace mmlint::check
