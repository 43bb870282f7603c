#pragma once

#include "check/shell/matcher.h"
#include "launch/launch_graph.h"
#include "shell/summary.h"

namespace mmlint::check {

// Questions about one launch that several predicates ask.

// Returns true for a launch by torchrun or by torch.distributed.launch, which torchrun has
// replaced.
bool starts_ranks(const shell::Launch& launch);
// Returns true if a launch sets the environment variable of that name.
bool is_set(const shell::Launch& launch, std::string_view name);
// Returns the setting of a variable that a launch must have, with a known value; null if it is set
// on some paths only, its value is not known, or it is not set. It belongs to the launch.
const shell::EnvironmentWrite* known_setting(const shell::Launch& launch, std::string_view name);
// Returns the setting of a variable that lists the visible devices of the target, such as
// CUDA_VISIBLE_DEVICES with "0,1"; null if there is none. It belongs to the launch.
const shell::EnvironmentWrite* visible_devices(const shell::Launch& launch,
                                               const catalog::Target& target);
// Returns true if a loop starts a launch once for each of several values, all at once.
bool meets_itself(const launch::LinkedLaunch& linked);
// Returns true if the caller of a launch script has left out an argument, so that the number of
// processes is the option behind it, or nothing.
bool lacks_argument(const launch::LinkedLaunch& linked);
// Returns true for a condition that holds in a run.
using Settles = std::function<bool(const script::Condition& condition)>;
// Returns where a run of a script surely ends with a KeyError if the variable of that name is not
// set; null if there is no such place. It belongs to the summary.
const script::EnvironmentRead* needed_variable(const script::Summary& script, std::string_view name,
                                               const Settles& holds);
// Returns the first place where the script of a launch needs a variable that only another launcher
// sets, such as SLURM_PROCID under torchrun; nullopt if it needs no such variable.
std::optional<script::EnvironmentRead> variable_of_other_launcher(
    const launch::LinkedLaunch& linked, const LaunchView& view);
// Returns the number that a text of decimal digits is; nullopt for any other text.
std::optional<int> whole_number(std::string_view text);
// Returns the number that a launch must have for an option of its launcher, and `usual` without
// the option; nullopt if the caller decides, or if it is not known.
std::optional<int> number_of(const shell::Launch& launch, std::string_view option, int usual);
// Returns how many nodes a launch waits for at least: 1 for --nnodes=1:3. nullopt if the caller
// decides, or if it is not known.
std::optional<int> nodes_needed(const shell::Launch& launch);
// Returns how many devices a list such as "0,1,2" names; nullopt for anything else.
std::optional<int> count_devices(std::string_view list);
// Returns the place of a backslash that does not continue the line of a command, because a blank
// follows it; only a comment may follow the blank. The command gets the blank as a word. `text` is
// the text of the launch script. Returns an unknown span if the command has no such backslash.
Span broken_continuation(const shell::Command& command, std::string_view text);

// Says that a hit may have meant another name, if there is one, and lets a fix write it where the
// hit's name is written as it is. Of short names such as -n one is like any other.
void propose(LaunchHit& hit, std::optional<std::string> meant, const LaunchView& view);

// Helpers of fixes that replace the command which starts a script by torchrun.
// Returns the words of a part of a launch script as they are written, where a backslash before the
// end of a line continues it. They are views of `text`.
std::vector<std::string_view> written_words(std::string_view text);

// Returns the command with which a fix replaces the starter of a launch. That is "torchrun" for a
// bare `python` or `python3` and where there is no interpreter; "torch.distributed.run", the module
// behind torchrun, where the launch names a launcher's module, another interpreter, or options of
// it. `text` is the text of the launch script.
std::string_view rank_starter(const shell::Launch& launch, std::string_view text);

}  // namespace mmlint::check
