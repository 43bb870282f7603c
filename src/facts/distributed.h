#pragma once

#include "base/std.h"

namespace mmlint::facts {

// What functions of torch.distributed do, by their full name such as "torch.distributed.barrier":
// rules/facts/distributed_calls.json.

// Returns the position of the argument `group` of a function that every process of the group must
// call, from 0; nullopt for all else.
std::optional<std::size_t> group_of_collective(std::string_view symbol);
// Returns true if the function raises without a process group.
bool needs_group(std::string_view symbol);
// Returns true for a function of torch.distributed that may bring values from one process to
// another: false only for those that are known not to.
bool may_move_values(std::string_view symbol);
// Returns the position of the argument `tensor` or `obj` that a function takes to other processes,
// from 0; nullopt for a function of which that is not listed.
std::optional<std::size_t> moved_by(std::string_view symbol);
// Returns true if only one process gets values of the others.
bool moves_to_one(std::string_view symbol);

// What a word of exchanging_words.json may do in a way that no call shows.
enum class Exchange { kGradients, kWeights, kCalls };
// Returns the words; of kCalls those of collectives under whatever name they were imported.
const std::vector<std::string>& exchanging_words(Exchange kind);
// Returns true if a text has one of them.
bool may_exchange(std::string_view text, Exchange kind);

// Returns true for a method of torch.nn.Module that returns the module: module_methods.json.
bool returns_itself(std::string_view method);

}  // namespace mmlint::facts
