#pragma once

#include "catalog/literal.h"

// The model_wrapper_cfg that fixes write into configs and scripts.
namespace mmlint::fix {

inline constexpr std::string_view kWrapperKey = "model_wrapper_cfg";
inline constexpr std::string_view kFlagKey = "find_unused_parameters";

// Returns the model_wrapper_cfg with which MMEngine wraps a model as it does without one, except
// that DDP gets no card numbers (mmengine/runner/runner.py, Runner.wrap_model). Without a
// model_wrapper_cfg, MMEngine takes `find_unused_parameters` from the top level of the config; with
// one it ignores that key.
catalog::Literal wrapper_block(bool find_unused_parameters);

}  // namespace mmlint::fix
