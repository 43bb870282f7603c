#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "syntax/document.h"
#include "value/problem.h"

namespace mmlint::config {

// A from-import that copies names of a base, and the statement of read_base whose module it names.
struct BaseImport {
  const syntax::ImportFrom* stmt;
  std::size_t link;  // the first statement of the block with the same module text
};

// What MMEngine makes of the imports of a lazy config before it runs any of it
// (mmengine/config/utils.py, ImportTransformer and _gather_abs_import_lazyobj): rules Z5 to Z7.
struct LazyImports {
  std::vector<BaseImport> bases;   // as they are written; one outside the block may be one too
  std::vector<std::string> names;  // that to_dict() drops, also of imports that are never reached
  // import a.b and the like at top level: all of one package are one object, which is there from
  // the beginning. By package: the dotted names.
  std::map<std::string_view, std::vector<const syntax::ImportedName*>> packages;
  std::unordered_set<const syntax::Stmt*> taken_out;  // are no part of what is run
  std::optional<Problem> refused;                     // the first import that MMEngine refuses
};

// Reads the imports of a lazy config. `block` is its read_base, or null if it has none.
LazyImports lazy_imports(const syntax::Document& document, syntax::Parser& parser,
                         const syntax::With* block);

}  // namespace mmlint::config
