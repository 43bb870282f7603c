#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "syntax/document.h"

namespace mmlint::script {

// A module of the project, as an import finds it.
struct FoundModule {
  std::string path;  // of its file, absolute; of the folder of a package without __init__.py
  // Parsed without problems, and not owned; null for a package without __init__.py.
  const syntax::Document* document = nullptr;
};

// Finds the modules that the imports of one program name below the project's roots, as Python does
// that runs its entry script. A finder is for one thread; the documents are shared by several.
class ModuleFinder {
 public:
  virtual ~ModuleFinder() = default;
  // Returns the module `dotted`, looked for beside the importer if `level` is 1, one folder further
  // up for each level more, and where the program looks for modules if it is 0. nullopt if the
  // project has none of that name, or none that is valid Python.
  virtual std::optional<FoundModule> find(const syntax::Document& importer, int level,
                                          std::string_view dotted) = 0;
};

}  // namespace mmlint::script
