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

// A from-import that copies names of a base.
struct BaseImport {
  const syntax::ImportFrom* stmt;
  std::size_t link;  // index of the first statement of the block with that module text
};

// How MMEngine rewrites the imports of a lazy config before it runs any of it
// (mmengine/config/utils.py, ImportTransformer and _gather_abs_import_lazyobj): rules Z5 to Z7.
struct LazyImports {
  std::vector<BaseImport> bases;   // in the order of the text; some may stand outside the block
  std::vector<std::string> names;  // imported names, which to_dict() drops, even if never reached
  // The imports `import a.b` at top level, by package. MMEngine makes one object per package of
  // them and binds it before the body runs.
  std::map<std::string_view, std::vector<const syntax::ImportedName*>> packages;
  std::unordered_set<const syntax::Stmt*> taken_out;  // statements removed before the body runs
  std::unordered_set<const syntax::Stmt*> taken_out_of_functions;  // those of them in functions
  std::optional<Problem> refused;  // the first import that MMEngine refuses
};

// Returns the imports of a lazy config. `block` is what read_base_block() returned, which may be
// null.
LazyImports lazy_imports(const syntax::Document& document, syntax::Parser& parser,
                         const syntax::With* block);

}  // namespace mmlint::config
