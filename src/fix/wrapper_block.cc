#include "fix/wrapper_block.h"

namespace mmlint::fix {

using catalog::Literal;

Literal wrapper_block(bool find_unused_parameters) {
  return Literal{Literal::Dict{{"type", Literal{"MMDistributedDataParallel"}},
                               {"device_ids", Literal{nullptr}},
                               {"output_device", Literal{nullptr}},
                               {std::string(kFlagKey), Literal{find_unused_parameters}},
                               {"broadcast_buffers", Literal{false}}}};
}

}  // namespace mmlint::fix
