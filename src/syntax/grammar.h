#pragma once

#include <cstdint>

namespace mmlint::syntax {

// The version of tree-sitter's interface that the grammars are generated for; the parser refuses
// others.
inline constexpr std::uint32_t kLanguageAbi = 15;

}  // namespace mmlint::syntax
