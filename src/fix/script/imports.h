#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_edit.h"
#include "fix/refusal.h"
#include "syntax/document.h"

namespace mmlint::fix {

// The imports that new code in a script needs, and that it lacks.
class ScriptImports {
 public:
  // The code will stand at `place`, a byte offset. The document and the parser must outlive this.
  ScriptImports(const syntax::Document& document, syntax::Parser& parser, std::uint32_t place);

  // Returns the name by which the code can use the module "os", "datetime" or "torch.distributed":
  // one that the script imports, else one that edits() imports. A refusal if the script uses that
  // name for something else.
  OrRefusal<std::string> use(std::string_view module);
  // Returns the edits that import what use() found missing, where isort puts them (import_order.h).
  // torch.distributed goes beside the first import that loads torch anyway, so that what the script
  // sets before that import still counts. Empty if nothing is missing.
  std::vector<TextEdit> edits() const;
  // Returns the lines with which the code itself has to begin: the import of torch.distributed, if
  // nothing loads torch before `place`.
  std::vector<std::string> local() const;

 private:
  const syntax::Stmt* loads_torch() const;

  const syntax::Document& document_;
  std::vector<const syntax::Stmt*> statements_;
  std::uint32_t place_;
  std::set<std::string> standard_, other_;  // lines that are missing
};

}  // namespace mmlint::fix
