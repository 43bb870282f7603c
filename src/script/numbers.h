#pragma once

#include "script/alternatives.h"
#include "syntax/operator.h"
#include "value/pool.h"

// Arithmetic and comparison of numbers: literals of the script, and symbols that stand for numbers
// that differ within one run, such as the rank of a process or the counter of a loop.
namespace mmlint::script {

// Returns what min(a, b) is, or max(a, b), of numbers that are known. The least of a number of
// cards and another number is such a number again, or 0 where there are none.
Alternatives extreme(bool is_least, const Alternatives& a, const Alternatives& b, Span at);
// Returns true if a symbol stands for the rank of a process, global or local: <rank>, the variables
// RANK and LOCAL_RANK, get_rank() and the like, and for what remains of it: "<rank>[%]". The option
// local_rank is not among them.
bool is_rank(Symbol symbol);
// Returns true if launchers give the rank of a process as the option of this name.
bool is_rank_option(std::string_view option);
// Returns true if a condition holds only in a process that neither torchrun nor
// torch.distributed.launch has started: a variable of theirs is not set.
bool lacks_launcher(const Condition& condition);
// Returns a condition that holds in the process of which the index is 0, or in one on each machine.
Truth is_first(Symbol rank);

// Returns true for a list or tuple of numbers and texts that are all known.
bool are_scalars(const Value& value);

// Returns what int() makes of texts that are numbers, and other alternatives as they are. The pool
// owns the numbers.
Alternatives numbers_of(Alternatives alternatives, Pool& pool);
// Returns the alternatives of `left op right`; unknown where an operand is unknown or the result
// does not fit into 64 bits. A pair of operands that divides by zero is left out. The pool owns the
// values.
Alternatives arithmetic(syntax::Operator op, const Alternatives& left, const Alternatives& right,
                        Span at, Pool& pool);
// Returns the guard of each alternative of `right` that is zero, if `op` divides: Python raises
// ZeroDivisionError there. Empty for other operators.
std::vector<Guard> zero_divisions(syntax::Operator op, const Alternatives& right);
// Returns what is known of `left op right`, where `op` is <, <=, > or >=.
Truth order(syntax::Operator op, const Alternative& left, const Alternative& right);
// Returns what is known of `left == right` if one of them is a rank or a count, such as WORLD_SIZE,
// or differs in each turn of a loop; otherwise both outcomes are open.
Truth number_equality(const Alternative& left, const Alternative& right);

}  // namespace mmlint::script
