#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/launch_graph.h"
#include "check/shell/checks.h"

// The checks of launch scripts, by what they look at. Each returns a hit for every place that its
// rule is about. Internal to checks*.cc.
namespace mmlint::check {

using LaunchHits = std::vector<LaunchHit>;

// Who starts how many ranks, with which environment; checks_ranks.cc.
LaunchHits started_alone(const LaunchView& view);
LaunchHits ranks_overridden(const LaunchView& view);
LaunchHits shared_kernel_cache(const LaunchView& view);
LaunchHits hand_made_ranks(const LaunchView& view);
LaunchHits process_count(const LaunchView& view);        // checks_counts.cc
LaunchHits same_port(const LaunchView& view);            // checks_ports.cc
LaunchHits ranks_without_group(const LaunchView& view);  // checks_groups.cc
LaunchHits given_value(const LaunchView& view);          // checks_given.cc
// What bash makes of the text; checks_text.cc.
LaunchHits syntax_error(const LaunchView& view);
LaunchHits nvidia_container(const LaunchView& view);
LaunchHits option_as_command(const LaunchView& view);
// The files that are started and what they are given; checks_files.cc.
LaunchHits deprecated_launch(const LaunchView& view);
LaunchHits missing_file(const LaunchView& view);
LaunchHits amp_flag(const LaunchView& view);
LaunchHits effective_batch(const LaunchView& view);

// What the scripts are given; checks_arguments.cc.
LaunchHits unknown_option(const LaunchView& view);

// Returns true if torch's cuda names work on the target: cuda itself and what stands in for it.
bool works_with_cuda(const catalog::Target& target);
// Returns true for torchrun and for the module that it has replaced.
bool starts_ranks(const shell::Launch& launch);
// Returns the value of a variable that a launch surely has; null if it has none or is not known.
const shell::EnvironmentWrite* known_setting(const shell::Launch& launch, std::string_view name);
// Returns the variable that hides cards on the target, where it lists them; null without one.
const shell::EnvironmentWrite* visible_devices(const shell::Launch& launch,
                                               const catalog::Target& target);
// Returns the whole number from 0 on that a text is; nullopt for anything else.
std::optional<int> whole_number(std::string_view text);
// Returns how many devices a list such as "0,1,2" names; nullopt for anything else.
std::optional<int> count_devices(std::string_view list);

}  // namespace mmlint::check
