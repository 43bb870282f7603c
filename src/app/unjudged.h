#pragma once

#include <string>
#include <vector>

#include "app/judging.h"

namespace mmlint::app {

// Returns the question that stays open because a file, whose path is relative to the current
// folder, cannot be read: it was not passed, but might say how what was passed is started.
std::string not_read(const std::string& path, Language language);

// Returns notes, in the language of the run, for the cases in which finding nothing means nothing
// because of --select and --ignore: no rule is left, or a config does not load and the rules that
// would report it are left out.
std::vector<std::string> unjudged_notes(const Judging& judging, const check::Request& request,
                                        const std::string& current_folder);

// Adds to what is open which rules of errors and warnings were not asked, if nothing was found:
// that is no proof then. To be called when the findings are in the report.
void note_left_out(const Judging& judging, RunReport& report);

}  // namespace mmlint::app
