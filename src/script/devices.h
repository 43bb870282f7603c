#pragma once

#include "script/alternatives.h"
#include "value/pool.h"

// The devices of tensors and modules, and what conditions ask of them.
namespace mmlint::script {

// Returns torch.device(text).type, or .index: `cuda` and 0 of 'cuda:0', None of 'cpu' and 'cuda'.
Alternatives attribute_of_device(std::string_view text, std::string_view name, Span at, Pool& pool);
// Returns an attribute of an unknown object. An attribute of `x.device` keeps this part of its
// name: `?.device.index`.
Alternatives attribute_of_unknown(Symbol object, std::string_view name, Span at);

// Returns `asked`, which is what is known of the comparison `left == right`. If the comparison
// tells the CPU from a card, it is added that there is a card where it is false. Such comparisons
// are `x.device.type == 'cpu'`, `str(x.device) == 'cpu'`, `x.device.index is None` and
// `dist.get_backend() == 'gloo'`.
Truth with_card(Truth asked, const Alternative& left, const Alternative& right);

}  // namespace mmlint::script
