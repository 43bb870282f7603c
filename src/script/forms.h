#pragma once

#include "syntax/ast.h"

// Forms of statements and expressions that the walk knows by their syntax alone.
namespace mmlint::script {

// Returns true if a body leaves the function by an exception, or the program.
bool raises(syntax::Block body);

// Returns true for `torch.device(...)` and `device(...)`.
bool makes_device(const syntax::Expr& expr);

// Returns the X of `torch.device(X)` and `device(X)`; null for any other expression.
const syntax::Expr* name_of_device(const syntax::Expr& expr);

// Returns the x of `enumerate(x)`, `tqdm(x)` and the like, at any depth, if it is a name; any other
// expression as it is.
const syntax::Expr& iterated(const syntax::Expr& expr);

// Returns true if `except type:` catches what a statement raises that fails on a device: all but
// what a user, a full memory, the end of an iteration or of the program raises. Null is a bare
// `except:`; of a tuple, one such class is enough, and a class that is not known may be one.
bool catches_failures(const syntax::Expr* type);

// Returns true if `except type:` may catch what PyTorch raises where there is no CUDA:
// RuntimeError, AssertionError of a build without it, AttributeError of torch._C. As above.
bool may_catch_no_cuda(const syntax::Expr* type);

// Returns true if a handler is not of the run that trains: it ends the run, or it handles what only
// a full card or a user raises.
bool is_aside(const syntax::Handler& handler);

// Returns true if a handler handles what PyTorch raises where there is no CUDA: RuntimeError, or
// AssertionError of a build without it.
bool handles_no_cuda(const syntax::Handler& handler);

// Returns the only argument of `all(...)` or `any(...)` if that is a list, tuple or set display or
// a comprehension; null for any other expression.
const syntax::Expr* quantified(const syntax::Expr& expr);

// Returns true for `next(x for x in items if test(x))`, with or without a default, whose generator
// has one `for`.
bool searches(const syntax::Expr& expr);

}  // namespace mmlint::script
