#pragma once

#include "launch/launch_graph.h"

// Which options of a script the launches of the project give.
namespace mmlint::launch {

// Returns true if a launch gives the option that has this attribute, under any of its names or an
// abbreviation of one, another value than its default.
bool gives_option(const LinkedLaunch& launch, const script::Summary& script, std::string_view dest);
// Returns true if a launch gives KEY=VALUE to an option of MMEngine's DictAction.
bool gives_pairs(const LinkedLaunch& launch, const script::Summary& script);
// Returns true if there is a launch, all arguments of all launches are known, and no launch passes
// a launcher other than 'none'.
bool none_names_launcher(const std::vector<const LinkedLaunch*>& launches);
// Returns the attributes of all options that one of the launches gives so.
std::set<std::string> given_options(const std::vector<const LinkedLaunch*>& launches,
                                    const script::Summary& script);

}  // namespace mmlint::launch
