#pragma once

#include "syntax/document.h"
#include "value/pool.h"
#include "value/problem.h"

namespace mmlint::config {

enum class Style : std::uint8_t { kClassic, kLazy };

// A place at which a config names a base.
struct BaseLink {
  Span span;                 // the string, or the dotted module of an import
  std::string path;          // absolute; of a base in a package that is not known: "pkg::path"
  bool star = false;         // lazy: imported by `import *`
  std::string text;          // as it is written, without quotes
  std::string spelled = {};  // lazy: the path with the `..` in it that MMEngine leaves there

  // Returns the package of `pkg::path`, which MMEngine notes in the base's values (rule P1); else
  // an empty text.
  std::string_view scope() const {
    const std::size_t colons = text.find("::");
    return colons == text.npos ? std::string_view() : std::string_view(text).substr(0, colons);
  }
};

// One config with its bases merged in, as MMEngine would load it. The Workspace owns it.
struct Resolved {
  std::string path;
  std::uint32_t number = 0;  // of its file on its own, as the workspace counts files
  const syntax::Document* document = nullptr;  // what was evaluated; null if it could not be read
  config::Style style = config::Style::kClassic;
  std::vector<config::BaseLink> links;           // in merge order
  std::vector<const config::Resolved*> bases;    // those of links that loaded
  std::vector<const config::Resolved*> refused;  // those that were read but did not load
  const Value* root = nullptr;                   // what to_dict() gives; null if it does not load
  const Value* exports = nullptr;                // lazy: every name an importer can see
  std::set<std::string> imported_names;          // lazy: dropped by to_dict(), bases' included
  // Lazy: statements that MMEngine removes before it runs the body, of this file and those in
  // functions of its bases, which may be called here; and those in functions alone.
  std::unordered_set<const syntax::Stmt*> taken_out, taken_out_of_functions;
  std::vector<Problem> problems;       // of this file; not those of its bases
  std::vector<Problem> root_problems;  // that only arise if it is loaded itself (reserved keys)
  std::vector<Removal> removals;       // keys that the body deleted
  std::vector<Problem> hazards;        // of this file, even if it does not load
  bool changes_environment = false;    // it, or a base, changes environment variables
  bool bases_ok = true;                // false: a base did not load, so this one does not
  std::unique_ptr<Pool> pool;
  // For a Python config that does not load: the values that are known, with those of the bases that
  // load. A key that is missing here may be in another base, or behind a statement that raises.
  // For one that loads while eval() or the like may have bound any name: the values that were set
  // afterwards. Null if it cannot be evaluated so either, and for all other configs.
  std::shared_ptr<const Resolved> partial;

  bool ok() const { return root != nullptr; }
};

}  // namespace mmlint::config
