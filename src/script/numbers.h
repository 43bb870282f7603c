#pragma once

#include <string_view>
#include <vector>

#include "script/alternatives.h"
#include "syntax/operator.h"
#include "value/value.h"

// What is known of numbers: those that are written in the script, and those that number the
// processes of a run and its turns.
namespace mmlint::script {

// What is another one in each turn of a loop.
inline constexpr std::string_view kTurn = "?turn";
// The number of the process, which torch.multiprocessing.spawn gives the function that it starts.
inline constexpr std::string_view kRank = "<rank>";

// Whether a symbol is the number of a process, by whatever name: RANK, get_rank(), args.local_rank.
bool is_rank(std::string_view symbol);

// What an arithmetic operator makes of two operands; unknown if nothing is known of one of them.
// The values are made in the pool.
Alternatives arithmetic(syntax::Operator op, const Alternatives& left, const Alternatives& right,
                        Span at, Pool& pool);
// The guards under which Python divides by zero; none for other operators.
std::vector<Guard> zero_divisions(syntax::Operator op, const Alternatives& right);
// What is known of an order (<, <=, >, >=) between one alternative each.
Truth order(syntax::Operator op, const Alternative& left, const Alternative& right);
// What is known of the equality of a number of the run and what it is compared with; both outcomes
// are open if it is none.
Truth number_equality(const Alternative& left, const Alternative& right);

}  // namespace mmlint::script
