#pragma once

#include "base/run_report.h"
#include "check/check.h"
#include "logs/diagnosis.h"

namespace mmlint::app {

// What was found in the files beside a log, with what `fix` would do, and how a run of them fails.
struct JudgedFiles {
  std::vector<check::Finding> findings;
  std::vector<Failure> failures;
};
JudgedFiles judge_files(const check::Request& request);

// Sets what the findings say of a diagnosis: the rules, the line, the command that mends it and
// what would fail next. Those count that stand at a line of the traceback, of the rules that the
// diagnosis names or, if it names none, of any; else those of its rules. Returns false if there is
// none, and leaves the diagnosis as it was.
bool narrow(logs::Diagnosis& diagnosis, const JudgedFiles& judged, const SourceStore& sources,
            const std::string& current_folder);

// Returns the place at which a span begins, its path relative to the folder; without the text of a
// line that is secret.
logs::Place place_of(const Span& span, const SourceStore& sources,
                     const std::string& current_folder);

}  // namespace mmlint::app
