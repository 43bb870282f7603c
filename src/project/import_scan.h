#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mmlint::project {

// A module that a text seems to import.
struct ScannedImport {
  int level = 0;                   // how many dots stand before it
  std::string dotted;              // the module; empty behind dots alone
  std::vector<std::string> names;  // what `from` takes from it, which may be modules too

  friend bool operator==(const ScannedImport&, const ScannedImport&) = default;
};

// Returns what the import statements of a Python text name, found without parsing: lines that begin
// like one, at any indentation, also those in strings. No import of a valid text is missing but
// those behind a semicolon.
std::vector<ScannedImport> scan_imports(std::string_view text);

// Returns true if a Python text does something when it is started, beyond defining what others
// import: it asks whether __name__ is "__main__", or has a call or a loop that is not indented.
// Found without parsing, so a string of several lines may look like it.
bool runs_when_started(std::string_view text);

}  // namespace mmlint::project
