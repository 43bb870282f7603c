#pragma once

#include "syntax/document.h"

namespace mmlint::launch {

// A module of the project, parsed as a whole.
class ParsedModule : Pinned {
 public:
  // Returns null if the text is not valid Python.
  static std::shared_ptr<const ParsedModule> of(const std::string& path, const std::string& text);

  const std::string& path() const { return path_; }  // absolute
  const syntax::Document& document() const { return *document_; }
  std::string_view text(const syntax::Expr& expr) const;
  // Resolves an expression to a dotted name by the module's imports: nn.Module becomes
  // "torch.nn.Module". A relative import gives a name with one leading dot per level. A name that
  // the module does not import is returned unchanged. Empty if the expression is not a name.
  std::string dotted(const syntax::Expr& name) const;
  // Returns the class that the module registers or defines under a name; null if no class matches.
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

  // Returns a method that the class body defines; null if it does not define it.
  const syntax::Function* method(std::string_view name) const;
  // Returns the last value that the class body assigns to a name; null without an assignment.
  const syntax::Expr* attribute(std::string_view name) const;
};

// Returns the class that a module registers or defines under a name; nullopt if no class matches.
// `module` is null if the file is not valid Python.
std::optional<ProjectClass> class_in_module(std::shared_ptr<const ParsedModule> module,
                                            std::string_view name, bool by_registry);

}  // namespace mmlint::launch
