#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_edit.h"
#include "syntax/document.h"

namespace mmlint::fix {


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
