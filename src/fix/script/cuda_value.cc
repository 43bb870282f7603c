#include "fix/script/cuda_value.h"

namespace mmlint::fix {
using syntax::as;
using syntax::ExprKind;

namespace {

using Row = std::pair<std::string_view, std::string_view>;

// Without CUDA a stream or an event is None, which `with torch.cuda.stream(None)` takes
// (torch/cuda/__init__.py, StreamContext).
// Scripts divide by sizes of memory, so these are not 0.
constexpr Row kValues[] = {
    {"torch.cuda.Event", "None"},
    {"torch.cuda.Event().elapsed_time", "0.0"},
    {"torch.cuda.Event().query", "True"},
    {"torch.cuda.Stream", "None"},
    {"torch.cuda.Stream().query", "True"},
    {"torch.cuda.Stream().record_event", "None"},
    {"torch.cuda.current_device", "'cpu'"},
    {"torch.cuda.device", kNullContext},
    {"torch.cuda.nvtx.range", kNullContext},
    {"torch.cuda.current_stream", "None"},
    {"torch.cuda.default_stream", "None"},
    {"torch.cuda.get_device_capability", "(0, 0)"},
    {"torch.cuda.get_device_name", "'cpu'"},
    {"torch.cuda.get_rng_state", "None"},
    {"torch.cuda.is_bf16_supported", "False"},
    {"torch.cuda.mem_get_info", "(1, 1)"},
    {"torch.cuda.memory_snapshot", "[]"},
    {"torch.cuda.memory_summary", "''"},
};

constexpr Row kProperties[] = {
    {"major", "0"},    {"minor", "0"},        {"multi_processor_count", "1"},
    {"name", "'cpu'"}, {"total_memory", "1"},
};

template <std::size_t kSize>
std::optional<std::string_view> value_of(std::string_view name, const Row (&rows)[kSize]) {
  const auto row = std::ranges::find(rows, name, &Row::first);
  return row == std::end(rows) ? std::nullopt : std::optional(row->second);
}

}  // namespace

std::optional<CudaValue> value_without_cuda(const syntax::Expr& call, std::string_view symbol,
                                            const NameReads& reads) {
  if (symbol == "torch.cuda.get_device_properties") {
    const syntax::Expr* outer = reads.around(call).expr;
    if (!outer || outer->kind != ExprKind::kAttribute) return std::nullopt;
    const auto text = value_of(as<syntax::Attribute>(*outer).name, kProperties);
    return text ? std::optional(CudaValue{outer, *text}) : std::nullopt;
  }
  const auto text = value_of(symbol, kValues);
  return text ? std::optional(CudaValue{&call, *text}) : std::nullopt;
}

}  // namespace mmlint::fix
