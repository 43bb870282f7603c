#pragma once

#include "app/settings/options.h"

// The folders of rules that users name: --rules, --check, and the setting `rules`.
namespace mmlint::app {

// Returns the folders, absolute.
std::vector<std::string> rules_folders(const Options& options);
// Returns the rules and targets in them as they are written, or the error of a folder that cannot
// be read or has none.
Result<std::vector<catalog::Catalog::File>> extra_rules(const Options& options);
// Returns the folder that `rules` explains or judges examples in, absolute: the last one; empty if
// there is none.
std::string rules_folder(const Options& options);
// Returns the folder of the examples of these rules, absolute; it holds one folder for each code.
std::string examples_folder(const Options& options);
// Returns the examples of a rule: for a rule in rules_folder() those in its own file and all in the
// folder of examples, for any other rule those inside the binary.
Result<std::vector<catalog::Example>> examples_of(const catalog::Rule& rule,
                                                  const catalog::Catalog& catalog,
                                                  const Options& options);

}  // namespace mmlint::app
