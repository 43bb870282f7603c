#pragma once

#include "python/eval/evaluator.h"

// Statements with files of their own.
namespace mmlint::python {

void run_import(Evaluator& e, const syntax::Import& stmt);
void run_import_from(Evaluator& e, const syntax::ImportFrom& stmt);
void define_function(Evaluator& e, const syntax::Function& function);
void define_class(Evaluator& e, const syntax::Class& type);
// What is evaluated of annotations, for their effects and errors.
void run_annotation(Evaluator& e, const syntax::Annotated& stmt);
void run_annotations(Evaluator& e, const syntax::Function& function);
Flow run_try(Evaluator& e, const syntax::Try& stmt);

// How code that may or may not run leaves the block it stands in.
Flow way_out(std::span<syntax::Stmt const* const> block);

}  // namespace mmlint::python
