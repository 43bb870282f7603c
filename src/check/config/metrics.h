#pragma once

#include "check/config/matcher.h"

namespace mmlint::check {

// A metric of val_evaluator, and the names of its results (mmengine/evaluator/metric.py,
// BaseMetric.evaluate): PREFIX/NAME, or NAME without a prefix.
struct Metric {
  std::string key;   // its key path: "val_evaluator.1"
  FoundValue found;  // its dict
  // Empty if it has no prefix; nullopt if that is not known.
  std::optional<std::string> prefix;
  // The names without the prefix that compute_metrics may return, and those that it always returns.
  // nullopt if they are not known.
  std::optional<std::set<std::string>> may, always;

  // May: it reports a result of this name.
  bool may_report(std::string_view name) const;
};

// Returns the metrics of val_evaluator of a config; nullopt if they are not known.
std::optional<std::vector<Metric>> metrics_of(const ConfigView& view, const FileSystem& files);

// Returns the hooks of default_hooks and custom_hooks of a config, each with its key path: those of
// a class of MMEngine, or all if `type` is empty.
std::vector<std::pair<std::string, const Value*>> hooks_of(const Value& root,
                                                           std::string_view type = {});

// Adds the names of results that a hook or scheduler has at a key: a text, or a list of texts.
void add_names(const std::string& key, const Value& dict, std::string_view name,
               std::vector<Hit>& names);
// Returns the names that no metric of a config can report, with the one that was most likely meant.
// None if the project has a validation loop, or a hook, that may change the results.
std::vector<Hit> unreported(std::vector<Hit> names, const ConfigView& view,
                            const FileSystem& files);

}  // namespace mmlint::check
