#pragma once

#include "python/eval/evaluator.h"

// Each of these functions runs a kind of statement that has a file of its own. They throw Raised
// for the exceptions of the config.
namespace mmlint::python {

void run_import(Evaluator& e, const syntax::Import& stmt);
void run_import_from(Evaluator& e, const syntax::ImportFrom& stmt);
void define_function(Evaluator& e, const syntax::Function& function);
void define_class(Evaluator& e, const syntax::Class& type);
Flow run_try(Evaluator& e, const syntax::Try& stmt);

// What annotations change is not computed; only the exceptions that they raise are missed.
inline constexpr std::string_view kAnnotation = "an annotation, which is not computed";

// Returns how code that may or may not run leaves the block it stands in: kNext, kMaybeBreak or
// kMaybeReturn.
Flow way_out(std::span<syntax::Stmt const* const> block);

}  // namespace mmlint::python
