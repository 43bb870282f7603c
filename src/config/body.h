#pragma once

#include "config/resolved.h"
#include "python/eval/evaluator.h"

namespace mmlint::config {

// The input of evaluating one config. All that it refers to must outlive the evaluation.
struct BodyInput {
  const syntax::Document& document;  // its templates expanded if it is classic
  python::Outside outside;
  std::span<const syntax::BaseVariable> base_variables;        // those in the text; classic only
  std::span<const syntax::UnknownTemplate> unknown_templates;  // those in the text; classic only
  const Value* data = nullptr;      // the dict that a JSON or YAML file holds; null for Python
  std::string_view file_name = {};  // lazy only: the value of __file__
  // The config does not load, and what is known of it is wanted: a statement that raises leaves its
  // name unknown, or ends the body, and bases may be null.
  bool in_part = false;
};

// Both evaluate a config, each in one style. They set the pool of `out` and what the body comes to:
// root, exports, problems, hazards, removals. Its links and bases must be set before, and the bases
// loaded. The values are frozen afterwards.
void evaluate_classic(Resolved& out, const BodyInput& input);
void evaluate_lazy(Resolved& out, const BodyInput& input);

// Calls `body`. Returns false, with a problem added, if the config raises an exception or reaches a
// limit.
bool run_guarded(std::vector<Problem>& problems, const std::function<void()>& body);
// Does the same for the body of a config, whose root is null after a problem. Afterwards reports
// keys that MMEngine reserves (rule F1).
void run_body(Resolved& out, const std::function<void()>& body);
// Runs a statement at the top of the body. Returns false if the body ends there, which only happens
// in part.
bool run_statement(python::Evaluator& e, const syntax::Stmt& stmt, const BodyInput& input);
// Taints the environment of the evaluator if a base has changed os.environ, which all configs of a
// chain share.
void take_environment(python::Evaluator& e, const Resolved& out);
// Returns the text of a top-level key. Raises AttributeError in the config for one that is not a
// string, as MMEngine calls its startswith().
std::string_view checked_key(python::Evaluator& e, const Entry& entry);
// Adds to `out` the hazards that the evaluator noticed, and those that only the finished values
// show.
void take_hazards(Resolved& out, python::Hazards& hazards);
// Makes `known` the part of a config that is known, where something unknown may have bound any
// other name. The pool of `out` owns it.
void keep_known(Resolved& out, const Value& known);
// Freezes the values of a finished config. Returns false, with a problem added to `out`, if a
// container holds itself or they are too many.
bool finish(Resolved& out, Value& value);

// What MMEngine refuses in a config although its body would run:

// Adds a problem to `out` for the first block that becomes empty, and so cannot be compiled, when
// MMEngine removes statements before it compiles the code (mmengine/config/utils.py,
// RemoveAssignFromAST and ImportTransformer). `is_taken_out` says which statements those are.
using IsTakenOut = std::function<bool(const syntax::Stmt&)>;
void refuse_emptied_blocks(Resolved& out, const BodyInput& input, const IsTakenOut& is_taken_out);

// Raises TypeError for a `_deprecation_` that MMEngine cannot read (rule D1; mmengine/config/
// config.py, Config._file2dict).
void check_deprecation(python::Evaluator& e, const Value& exported);

// Raises TypeError for a value that MMEngine cannot copy (rule S1), such as a module inside a
// container.
void check_copyable(python::Evaluator& e, const Value& exported);

}  // namespace mmlint::config
