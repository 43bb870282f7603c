#pragma once

#include "app/settings/settings.h"

namespace mmlint::app {

// Paths of a run whose settings stand in the same file.
struct Batch {
  Settings settings;
  Options
      options;  // of this batch: `paths` are those of --files-from as well, relative or absolute
};

// Cuts what was passed into batches: one for each root that has settings, in the order of the
// paths, and one for all that have none. What is wrong with a path stays in its batch, whose
// Project says it; settings that cannot be read become errors of the report, and their paths are in
// no batch.
std::vector<Batch> batches_of(const Options& given, RunReport& report);

// Returns a batch for a folder with settings of its own that was found inside of another batch;
// nullopt if they cannot be read, which becomes an error of the report.
std::optional<Batch> nested_batch(const std::string& folder, const Options& given,
                                  RunReport& report);

}  // namespace mmlint::app
