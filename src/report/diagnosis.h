#pragma once

#include "logs/diagnosis.h"
#include "report/report.h"

namespace mmlint::report {

// Returns what `diagnose` prints for people: of each log the cause, its place, what it means and
// what to do. Control characters come out escaped.
std::string render_diagnoses(std::span<const logs::Diagnosis> diagnoses, const Settings& settings);

// Returns the same as JSON; tests/schemas/diagnoses.schema.json describes it.
std::string render_diagnoses_json(std::span<const logs::Diagnosis> diagnoses);

}  // namespace mmlint::report
