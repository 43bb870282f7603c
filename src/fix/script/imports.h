#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text_edit.h"
#include "syntax/document.h"

namespace mmlint::fix {

// What new code in a script has to import.
class ScriptImports {
 public:
  // The code will stand at `place`, a byte offset.
  ScriptImports(const syntax::Document& document, syntax::Parser& parser, std::uint32_t place);

  // How the code can say "os", "datetime" or "torch.distributed": by a name that the module
  // imports, else by one that edits() imports. An error if the script uses that name for something
  // else.
  Result<std::string> use(std::string_view module);
  // Python's own modules behind the docstring and the imports from __future__, torch.distributed
  // in front of the first import that loads torch anyway: what the script sets before that still
  // counts. Empty if nothing is missing.
  std::vector<TextEdit> edits() const;
  // Where nothing loads torch before `place`: the imports that have to stand there.
  std::vector<std::string> local() const;

 private:
  const syntax::Stmt* loads_torch() const;

  const syntax::Document& document_;
  std::vector<const syntax::Stmt*> statements_;
  std::uint32_t place_;
  std::set<std::string> standard_, other_;  // lines that are missing
};

}  // namespace mmlint::fix
