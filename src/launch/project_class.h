#pragma once

#include "syntax/document.h"

namespace mmlint::launch {

// A module of the project, parsed as a whole.
class ParsedModule : Pinned {
 public:
  // Null if Python does not take the text.
  static std::shared_ptr<const ParsedModule> of(const std::string& path, const std::string& text);

  const std::string& path() const { return path_; }  // absolute
  const syntax::Document& document() const { return *document_; }
  std::string_view text(const syntax::Expr& expr) const;
  // Returns the dotted name that an expression stands for in the module: "torch.nn.Module" for
  // nn.Module. A name that the module imports relatively begins with a dot for each level; one that
  // it does not import is returned as it is written. Empty if the expression is not a name.
  std::string dotted(const syntax::Expr& name) const;
  // Returns the class that the module registers or defines under a name; null if there is none.
  const syntax::Class* class_named(std::string_view name, bool by_registry) const;

 private:
  ParsedModule() = default;
  std::string path_;
  SourceStore sources_;
  std::unique_ptr<const syntax::Document> document_;
  std::map<std::string_view, std::string> imported_;
};

// A class of the project that a config names.
struct ProjectClass {
  std::string_view text;                       // decorators included
  std::vector<std::string> bases;              // as they are written: "nn.Module"
  std::string_view module;                     // the text of the file that defines it
  std::shared_ptr<const ParsedModule> source;  // owns the texts and the node
  const syntax::Class* node;

  // Returns a method of its own body; null if it has none.
  const syntax::Function* method(std::string_view name) const;
  // Returns the last value that its own body assigns to a name; null if there is none.
  const syntax::Expr* attribute(std::string_view name) const;
};

// Returns the class that a module registers or defines under a name; nullopt if there is none.
// Null stands for a module that Python does not take.
std::optional<ProjectClass> class_in_module(std::shared_ptr<const ParsedModule> module,
                                            std::string_view name, bool by_registry);

}  // namespace mmlint::launch
