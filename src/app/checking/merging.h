#pragma once

#include "app/checking/parts.h"
#include "report/baseline.h"

// How the reports of files that are judged differently become one.
namespace mmlint::app {

// Adds the targets and the release of MMEngine that a part is judged for, each once.
void add_description(const Judging& judging, RunReport& report);
// May: a run of the project uses MMEngine. Returns false if its scripts use PyTorch, and nothing
// names MMEngine or a key that only it reads.
bool may_use_mmengine(const check::Request& request);
// Adds the targets on which MMEngine leaves the model in CPU memory, each once.
void add_unknown_targets(const Judging& judging, RunReport& report);
// Notes which files are judged, and by which rules.
void add_judged(const Judging& judging, std::span<const std::string> files,
                report::JudgedFiles& judged);
// Says in each finding and failure of a part on which targets it holds, where that is not said.
void name_targets(const Judging& judging, RunReport& part);
// The same for all that was found so far, before files are judged that may be for other targets.
void name_targets(RunReport& all);
// Adds what was found and done in a part; a file that it changed once more keeps what it was
// before all parts. Sentences are not said twice.
void add_part(RunReport part, RunReport& all);
// Counts in how many parts each config is, unless it is one for all.
void count_parts(std::span<const Part> parts, std::map<std::string, std::size_t>& parts_of_file);
// Makes one finding of those that several parts have alike, and sorts them as one run does: by
// path, then by place. Failures of the same stage become one. A comment that suppresses something
// in one part is not called unused because it does not in another: that has to be found in as many
// parts as `parts_of_file` says, by absolute path. (Of a rule that only one of their targets has,
// nothing is said then.)
void merge_parts(const std::map<std::string, std::size_t>& parts_of_file,
                 const SourceStore& sources, RunReport& report);

}  // namespace mmlint::app
