#pragma once

#include "syntax/document.h"
#include "value/pool.h"

namespace mmlint::script {

// A module of the project, as an import finds it.
struct FoundModule {
  std::string path;  // absolute path of its file, or of the folder of a package without __init__.py
  // The parsed file, which has no problems and is not owned; null for a package without
  // __init__.py.
  const syntax::Document* document = nullptr;
  // Whether no two of its statements bind one name; see deferred.h. It is asked once for all
  // programs that import the module.
  bool binds_each_once = false;
};

// Returns the module that a parsed file without problems is.
FoundModule found_module(std::string path, const syntax::Document& document);

// Finds the modules below the project's roots that the imports of one program name, by the search
// path that Python uses when it runs the program's entry script. A finder is for one thread; the
// documents that it returns are shared by several threads.
class ModuleFinder {
 public:
  virtual ~ModuleFinder() = default;
  // Returns the module with the dotted name `dotted`. `level` is the number of dots before it in
  // the import: 0 looks on the program's search path, 1 in the folder of the importer, each further
  // one a folder above. nullopt if the project has no module of that name that is valid Python.
  virtual std::optional<FoundModule> find(const syntax::Document& importer, int level,
                                          std::string_view dotted) = 0;
  // Returns the content of a YAML or JSON file of the project that a script opens by this path,
  // with `at` as the place of all values; null if there is none that can be read. `pool` owns it.
  virtual const Value* data(std::string_view, Span, Pool&) { return nullptr; }
  // Returns the dict or list that a text of YAML or JSON is, with `at` as the place of all values;
  // null if it is none. `pool` owns it.
  virtual const Value* data_in(std::string_view, Span, Pool&) { return nullptr; }
  // Returns the Python file of the project that a script opens by this path, whatever it is called;
  // nullopt if there is none, or if it is no valid Python.
  virtual std::optional<FoundModule> code(std::string_view) { return std::nullopt; }
};

}  // namespace mmlint::script
