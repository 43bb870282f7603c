#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "check/shell/checks.h"
#include "launch/given.h"
#include "launch/launch_graph.h"

// The predicates {"check": NAME} about launch scripts, one function for each name, which checks.cc
// binds to it. Each returns a hit for every place that its rule reports. Internal to checks*.cc.
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
// The values that the started scripts use; checks_given.cc.
LaunchHits given_value(const LaunchView& view);
LaunchHits not_exported(const LaunchView& view);
LaunchHits missing_nodes(const LaunchView& view);  // checks_nodes.cc
// How bash and other programs read the text; checks_text.cc.
LaunchHits syntax_error(const LaunchView& view);
LaunchHits nvidia_container(const LaunchView& view);
LaunchHits option_as_command(const LaunchView& view);
// The files that are started and what they are given; checks_files.cc.
LaunchHits deprecated_launch(const LaunchView& view);
LaunchHits missing_file(const LaunchView& view);
LaunchHits amp_flag(const LaunchView& view);
LaunchHits effective_batch(const LaunchView& view);

// The arguments of the started scripts; checks_arguments.cc.
LaunchHits unknown_option(const LaunchView& view);

// Returns true for a launch by torchrun or by torch.distributed.launch, which torchrun has
// replaced.
bool starts_ranks(const shell::Launch& launch);
// Returns the setting of a variable that a launch must have, with a known value; null if it is set
// on some paths only, its value is not known, or it is not set. It belongs to the launch.
const shell::EnvironmentWrite* known_setting(const shell::Launch& launch, std::string_view name);
// Returns the setting of a variable that lists the visible devices of the target, such as
// CUDA_VISIBLE_DEVICES with "0,1"; null if there is none. It belongs to the launch.
const shell::EnvironmentWrite* visible_devices(const shell::Launch& launch,
                                               const catalog::Target& target);
// Returns the number that a text of decimal digits is; nullopt for any other text.
std::optional<int> whole_number(std::string_view text);
// Returns how many devices a list such as "0,1,2" names; nullopt for anything else.
std::optional<int> count_devices(std::string_view list);

}  // namespace mmlint::check
