#pragma once

#include "app/settings/options.h"

namespace mmlint::app {

// Each function runs one command and returns the exit code.
int run_check(const Options& options);
int run_fix(const Options& options);
int run_show_settings(const Options& options);  // check --show-settings
int run_port(const Options& options);
int run_show(const Options& options);
int run_why(const Options& options);
int run_diagnose(const Options& options);
int run_groups(const Options& options);
int run_probe(const Options& options);
int run_rules(const Options& options);
int run_rules_check(const Options& options);  // rules --check
int run_targets(const Options& options);
int run_completion(const Options& options);
int run_man(const Options& options);

}  // namespace mmlint::app
