#pragma once

#include "fix/script/name_reads.h"

// What a script gets from torch.cuda, and what serves instead where there is no CUDA.
namespace mmlint::fix {

// The text of a value that needs an import of contextlib.
inline constexpr std::string_view kNullContext = "contextlib.nullcontext()";

// An expression that raises without CUDA, and the Python text of a value in its place.
struct CudaValue {
  const syntax::Expr* expr;
  std::string_view text;
};

// Returns that of a call whose symbol (script/symbols.h) is in torch.cuda, such as
// `torch.cuda.get_device_properties(0).total_memory`; nullopt if no value can serve instead.
std::optional<CudaValue> value_without_cuda(const syntax::Expr& call, std::string_view symbol,
                                            const NameReads& reads);

}  // namespace mmlint::fix
