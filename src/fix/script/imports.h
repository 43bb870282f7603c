#pragma once

#include "base/text_edit.h"
#include "fix/refusal.h"
#include "syntax/document.h"

namespace mmlint::fix {

// Returns the index of the first statement behind the docstring and the imports from __future__.
std::size_t index_behind_future(std::span<const syntax::Stmt* const> statements);

// Returns how many times a statement may bind a name, at any depth: parameters and
// `from a import *` count.
std::size_t count_bindings(const syntax::Stmt& stmt, std::string_view name);

// The imports that new code in a script needs, and that it lacks.
class ScriptImports {
 public:
  // The code will stand at `place`, a byte offset. The document and the parser must outlive this.
  ScriptImports(const syntax::Document& document, std::uint32_t place);

  // Returns the name by which the code can use the module "torch", "torch.distributed" or one
  // of Python's own library, or the function "mmengine.device.get_device": one that the script
  // imports, for torch also in a function around the place, else one that edits() imports. A
  // refusal if the script uses that name for something else.
  OrRefusal<std::string> use(std::string_view module);
  // Returns the edits that import what use() found missing, where isort puts them.
  // torch.distributed goes beside the first import that loads torch anyway, so that what the script
  // sets before that import still counts. So does torch; where nothing loads it, it follows the
  // imports of Python's own library. Empty if nothing is missing.
  std::vector<TextEdit> edits() const;
  // Returns the lines with which the code itself has to begin: the import of torch.distributed, if
  // nothing loads torch before `place`.
  std::vector<std::string> local() const;

 private:
  const syntax::Stmt* loads_torch() const;
  // Imports in the functions around the place that are executed before it, outer ones first.
  std::vector<const syntax::Stmt*> imports_around() const;

  const syntax::Document& document_;
  std::vector<const syntax::Stmt*> statements_;
  std::uint32_t place_;
  std::set<std::string> standard_;               // lines that are missing
  std::set<std::string, std::greater<>> other_;  // the same; `import` is in front of `from`
  bool needs_torch_ = false;
};

// Adds lines such as "import os" and "import torch.distributed as dist" to the imports at the top
// level of a script, where isort puts them: the lines of a section are sorted, in front of those
// that say `from`, and a section that is new gets a blank line behind it.
class ImportOrder {
 public:
  // `statements` are those of the top level, `first` is the first of them behind the docstring and
  // the imports from __future__. All must outlive this.
  ImportOrder(const syntax::Document& document, std::span<const syntax::Stmt* const> statements,
              std::size_t first)
      : document_(document), statements_(statements), first_(first) {}

  // Adds a line that imports a module of Python's own library, in its section among the first
  // imports.
  void add_standard(const std::string& line);
  // Adds a line that imports another module to the block of lines in which `import` stands.
  void add_beside(const syntax::Stmt& import, const std::string& line);
  // Adds such a line behind the first imports, which are all of Python's own library or the
  // project's.
  void add_last(const std::string& line);
  std::vector<TextEdit> edits() const;

 private:
  void add(const std::vector<const syntax::Stmt*>& section, const std::string& line);

  const syntax::Document& document_;
  std::span<const syntax::Stmt* const> statements_;
  std::size_t first_;
  std::string new_section_;                     // in front of the first statement
  std::map<std::uint32_t, std::string> texts_;  // by offset
};

}  // namespace mmlint::fix
