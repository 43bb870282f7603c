#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "config/document_kind.h"
#include "config/links.h"
#include "config/mode.h"
#include "config/resolved.h"
#include "data/data_file.h"
#include "syntax/templates.h"

namespace mmlint::config {

// One file before its body is evaluated: scanned, its style decided, its bases named.
struct LoadedFile {
  std::optional<Error> error;  // it could not be read
  std::shared_ptr<const syntax::Document> raw;
  // Held by who parses `raw`, which the file has in common with itself as a lazy base.
  std::shared_ptr<std::mutex> parsing = std::make_shared<std::mutex>();
  std::unique_ptr<syntax::Document> expanded;  // if the file holds templates and is classic
  std::optional<syntax::Expansion> expansion;
  std::optional<data::DataFile> data;  // of a JSON or YAML file
  DocumentKind kind = DocumentKind::kOther;
  Mode mode;
  Links links;
  std::vector<Problem> problems;
  std::vector<Problem> hazards;
  std::string spelled;     // its path as MMEngine puts it together, what __file__ is
  bool says_file = false;  // the text has `__file__`

  // Returns what is to be evaluated, or null if the file could not be read.
  const syntax::Document* document() const { return expanded ? expanded.get() : raw.get(); }
  std::span<const syntax::BaseVariable> base_variables() const {
    if (!expansion) return {};
    return expansion->base_variables;
  }
  std::span<const syntax::UnknownTemplate> unknown_templates() const {
    if (!expansion) return {};
    return expansion->unknown;
  }
};

// Never null. Safe to call from several threads for different paths.
std::shared_ptr<LoadedFile> load_file(const std::string& path, const python::Outside& outside,
                                      SourceStore& sources, const Packages& packages,
                                      syntax::Parser& parser);

// Returns the same file as a base of a lazy config, which follows the rules of lazy configs
// whatever the file itself looks like (rules K3 and Z5); null for what is no Python.
std::shared_ptr<LoadedFile> as_lazy_base(const LoadedFile& file, std::string spelled,
                                         const Packages& packages, syntax::Parser& parser);

// MMEngine parses all of the text before it looks for bases or runs anything.
void put_syntax_error_first(Resolved& out, syntax::Parser& parser);

Problem as_problem(const SyntaxProblem& problem);

}  // namespace mmlint::config
