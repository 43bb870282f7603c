#pragma once

#include "base/result.h"
#include "base/source.h"

namespace mmlint::probe {

// The method of MMEngine's Runner that wraps the model for distributed training.
struct WrapModel {
  std::uint32_t line = 0;               // of its `def`, 1-based
  std::string sha256;                   // of its body behind the docstring, with LF for CRLF
  std::vector<std::uint32_t> wrapping;  // byte offsets of the statements that wrap the model
};

// Finds Runner.wrap_model in the text of mmengine/runner/runner.py, by syntax. The error says why
// the text is not MMEngine's.
Result<WrapModel> find_wrap_model(const Source& runner);

// Returns true if wrap_model of a release of MMEngine, from 0.1.0 to 0.10.7, has the body with this
// SHA-256.
bool is_in_a_release(std::string_view body_sha256);

}  // namespace mmlint::probe
