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

// Takes what is known of the comparison `left == right`, and returns it with what a false answer
// says about the hardware. These are false only if the run uses a card:
//   x.device.type == 'cpu'      str(x.device) == 'cpu'      x.device.index is None
//   torch.distributed.get_backend() == 'gloo'      mmengine.device.get_device() == 'cpu'
Truth with_card(Truth asked, const Alternative& left, const Alternative& right);

}  // namespace mmlint::script
