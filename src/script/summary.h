#pragma once

#include <memory>
#include <string>
#include <vector>

#include "script/facts.h"
#include "script/module_finder.h"
#include "syntax/document.h"

// What a training script does, found without running it: the result of walking all its feasible
// paths (walker.h).
namespace mmlint::script {

// All that a script does, each list in the order of the walk. A place that several paths reach is
// listed once, with what they share.
struct Summary {
  const syntax::Document* document = nullptr;  // not owned; spans are places of its source
  std::vector<std::string> files;              // of its modules, by absolute path
  std::vector<Import> imports;
  std::vector<Call> calls;
  std::vector<ConfigWrite> writes;
  std::vector<Build> builds;
  std::vector<Option> options;
  std::vector<EnvironmentWrite> environment;
  std::vector<AttributeWrite> stores;
  std::vector<Shadow> shadows;
  std::vector<Failure> failures;
  std::vector<Attempt> attempts;
  // The functions of all modules that the run gets to, sorted.
  std::vector<Span> covered;
  Alternatives config;         // what Config.fromfile is given; empty if nothing is loaded
  bool parser_leaves = false;  // may: code of others gets the argparse parser and may add options
  bool complete = true;        // false if the script was too large to walk: facts may be missing
  std::unique_ptr<Pool> pool;  // owns the values
};

// Summarizes a document without problems, which must outlive the summary, with the modules of the
// project that it imports; without a finder they are unknown. The parser is used while it runs.
// Never fails: what cannot be computed is unknown.
Summary summarize(const syntax::Document& document, syntax::Parser& parser,
                  ModuleFinder* finder = nullptr);
// Whether Python runs the document: it has no problem but a byte order mark.
bool is_valid(const syntax::Document& document, syntax::Parser& parser);
// Summarizes any document; null if it is not valid.
std::shared_ptr<Summary> summarize_if_valid(const syntax::Document& document,
                                            syntax::Parser& parser, ModuleFinder* finder = nullptr);

}  // namespace mmlint::script
