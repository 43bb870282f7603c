#pragma once

#include "syntax/ast.h"

namespace mmlint::script {

// Returns true for a function or a class whose definition does nothing but bind its name, so that
// it makes no difference when that is done: no call is in its decorators, defaults and bases, or in
// the body of the class, but for decorators that are known to leave what they decorate as it is.
// The walk of a module defers such a definition until somebody asks for the name.
bool only_binds(const syntax::Stmt& stmt);
// Returns true if no two of the statements bind one name, what stands inside of them aside: then it
// makes no difference to what their definitions read when these are walked.
bool binds_each_once(std::span<const syntax::Stmt* const> statements);
// Returns the name of a function or class.
std::string_view defined_name(const syntax::Stmt& stmt);

}  // namespace mmlint::script
