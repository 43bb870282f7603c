#pragma once

#include "script/alternatives.h"
#include "value/pool.h"

// The devices of tensors and modules, and what conditions ask of them.
namespace mmlint::script {

// Returns torch.device(text).type, or .index: `cuda` and 0 of 'cuda:0', None of 'cpu' and 'cuda'.
Alternatives attribute_of_device(std::string_view text, std::string_view name, Span at, Pool& pool);
// Returns an attribute of an object that is not known. Of `x.device.index`, it stays known that it
// is of a device.
Alternatives attribute_of_unknown(Symbol object, std::string_view name, Span at);

// Adds to what is known of `left == right` that there is a card where this tells a card from the
// CPU: where `x.device.type == 'cpu'`, `str(x.device) == 'cpu'`, `x.device.index is None` or
// `dist.get_backend() == 'gloo'` fails.
Truth with_card(Truth asked, const Alternative& left, const Alternative& right);

}  // namespace mmlint::script
