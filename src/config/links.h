#pragma once

#include "config/resolved.h"
#include "python/eval/outside.h"

namespace mmlint::config {

// The bases that a config names, in the order in which MMEngine loads them.
struct Links {
  std::vector<BaseLink> links;
  std::vector<Problem> problems;  // a `_base_` that MMEngine refuses
  bool unknown = false;           // the value of `_base_` is not known
};

// Returns the bases of a classic config: those of its first top-level `_base_ = ...` (rules B1 to
// B6). The templates of `document` must be expanded.
Links classic_links(const syntax::Document& document, const python::Outside& outside,
                    const Packages& packages);

// Returns the bases of a JSON or YAML file: those of its top-level `_base_` (rule B4). A root that
// is not a dict is a problem (rules E42, E43). `path` is the absolute path of the file.
Links data_links(const Value& root, const std::string& path, const Packages& packages);

// Returns the bases of a lazy config: the from-imports of its first top-level `with read_base():`
// (rules Z2 to Z4). `spelled` is the path of the document with any `..` left in it, as MMEngine
// puts it together.
Links lazy_links(const syntax::Document& document, const std::string& spelled,
                 const Packages& packages);

// Returns the first top-level `with` of a lazy config, or null if there is none. MMEngine refuses
// one that is not `with read_base():`, which lazy_links() reports.
const syntax::With* read_base_block(const syntax::Document& document);

// Returns true for `_base_ = ...`.
bool is_base_assignment(const syntax::Stmt& stmt);

// Returns the problem of a `with` that is not `with read_base():`. MMEngine reads the called name
// as `.func.id`, which only a plain name has.
Problem refused_context(const syntax::Expr& context, Span at, std::string detail);

}  // namespace mmlint::config
