#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "syntax/document.h"
#include "value/problem.h"
#include "value/value.h"

namespace mmlint::config {

enum class Style : std::uint8_t { kClassic, kLazy };

// A place at which a config names a base.
struct BaseLink {
  Span span;                 // the string, or the dotted module of an import
  std::string path;          // absolute; of a base in a package that is not known: "pkg::path"
  bool star = false;         // lazy: imported with *
  std::string text;          // as it is written, without quotes
  std::string scope = {};    // classic: the package of `pkg::path`, else empty
  std::string spelled = {};  // lazy: the path with the `..` in it that MMEngine leaves there
};

// What one config means, with its bases merged in. The Workspace owns it.
struct Resolved {
  std::string path;
  const syntax::Document* document = nullptr;  // what was evaluated; null if it could not be read
  config::Style style = config::Style::kClassic;
  std::vector<config::BaseLink> links;           // in merge order
  std::vector<const config::Resolved*> bases;    // those of links that loaded
  std::vector<const config::Resolved*> refused;  // and those that did not
  const Value* root = nullptr;                   // what to_dict() gives; null if it did not load
  const Value* exports = nullptr;                // lazy: every name an importer can see
  std::set<std::string> imported_names;          // lazy: dropped by to_dict(), bases' included
  // Lazy: imports that are no part of the body, bases' included, as their functions are run too.
  std::unordered_set<const syntax::Stmt*> taken_out;
  std::vector<Problem> problems;       // of this file; not those of its bases
  std::vector<Problem> root_problems;  // only when it is loaded itself (reserved keys)
  std::vector<Removal> removals;       // keys that the body took out
  std::vector<Problem> hazards;        // of this file, also if it does not load
  bool changes_environment = false;    // the environment variables, as a base's may have
  bool bases_ok = true;                // false: a base did not load, so this one does not
  std::unique_ptr<Pool> pool;
  // Classic, if only bases keep it from loading: what it and the bases that load say. A key that is
  // not there may come from the others. Null if that cannot be said.
  std::shared_ptr<const Resolved> partial;

  bool ok() const { return root != nullptr; }
};

}  // namespace mmlint::config
