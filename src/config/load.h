#pragma once

#include "config/document_kind.h"
#include "config/links.h"
#include "config/mode.h"
#include "data/data_file.h"
#include "syntax/templates.h"

namespace mmlint::config {

// One file before its body is evaluated: scanned; once it is read as a config, its style decided
// and its bases named.
struct LoadedFile {
  // Set if it could not be read; then most of the rest is empty.
  std::unique_ptr<const Error> error;
  // The file shares it with itself as a lazy base (see as_lazy_base).
  std::shared_ptr<const syntax::Document> raw;
  std::unique_ptr<syntax::Document> expanded;    // classic files with templates: these replaced
  std::unique_ptr<syntax::Expansion> expansion;  // without the text and map that `expanded` has
  std::unique_ptr<data::DataFile> data;          // set for a JSON or YAML file
  DocumentKind kind = DocumentKind::kOther;
  bool by_folder = false;  // see Classified
  // Whether what stands below is known. A script is not parsed until somebody inherits it.
  bool is_read_as_config = false;
  Mode mode;
  Links links;
  std::vector<Problem> problems;
  std::vector<Problem> hazards;
  std::string spelled;     // its path as MMEngine puts it together, if that is another one
  bool says_file = false;  // the text contains `__file__`

  // Returns the value of __file__; the file must have been read.
  const std::string& file_name() const { return spelled.empty() ? raw->source().path() : spelled; }
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

// Reads and scans a file. Never returns null: a file that cannot be read has an `error`. Safe to
// call from several threads for different paths.
std::shared_ptr<LoadedFile> load_file(const std::string& path, const python::Outside& outside,
                                      SourceStore& sources, const Packages& packages);

// Reads a loaded file as a config, unless that is done. Safe to call from several threads, each
// with a parser of its own, for different files.
void read_as_config(LoadedFile& file, const python::Outside& outside, const Packages& packages);

// Returns a file, which must be Python and have been read, as a base of a lazy config: it follows
// the rules of lazy configs, whatever it contains (rules K3 and Z5). Never null. Shares `raw` with
// `file`.
std::shared_ptr<LoadedFile> as_lazy_base(const LoadedFile& file, std::string spelled,
                                         const Packages& packages);

// Puts a syntax error of a config that does not load before its other problems, because MMEngine
// parses the whole text before it looks for bases or runs anything.
void put_syntax_error_first(Resolved& out);

// Converts a syntax problem of a document to a problem of a config.
Problem as_problem(const SyntaxProblem& problem);

}  // namespace mmlint::config
