#pragma once

#include "project/workspace.h"

namespace mmlint::project {

// One import that a text seems to have.
struct ScannedImport {
  int level = 0;                   // how many dots stand before the module
  std::string dotted;              // the module; empty if there are only dots
  std::vector<std::string> names;  // what `from` imports of it; these may be modules too

  friend bool operator==(const ScannedImport&, const ScannedImport&) = default;
};

// Returns the imports of a Python text, found without parsing: lines that begin like one, at any
// indentation, even inside of strings. All imports of a valid text are found, except those behind a
// semicolon.
std::vector<ScannedImport> scan_imports(std::string_view text);

// Returns true if a Python text does something when it is started, beyond defining what others
// import: it has the word __main__, or a call, a loop or a `with` that is not indented. Found
// without parsing, so a string of several lines may look like it.
bool runs_when_started(std::string_view text);

// Returns those of the `candidates` that some of the `scripts` import as a module, anywhere in the
// script, and those of the `loadable` files of which that is true and whose names stand in none of
// the scripts and launch scripts, so that nothing loads them. All are absolute paths.
std::set<std::string> imported_modules(Workspace& workspace, std::span<const std::string> scripts,
                                       std::span<const std::string> launch_scripts,
                                       std::span<const std::string> candidates,
                                       std::span<const std::string> loadable);

}  // namespace mmlint::project
