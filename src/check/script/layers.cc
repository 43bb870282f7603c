#include "check/script/layers.h"

#include "check/script/definition.h"
#include "project/workspace.h"

namespace mmlint::check {
namespace {

using script::Summary;

bool names_layer(std::string_view text) {
  return text.find("nn.Linear(") != text.npos || text.find("nn.Conv") != text.npos ||
         text.find("nn.Parameter(") != text.npos || text.find("nn.Embedding(") != text.npos;
}

// Whether what a class makes has parameters. The classes of the project have them if they
// name such a layer.
bool has_parameters(script::Symbol maker, const Summary& script, project::Workspace& workspace) {
  constexpr std::array<std::string_view, 24> kLayers = {"Linear",
                                                        "LazyLinear",
                                                        "Bilinear",
                                                        "Conv1d",
                                                        "Conv2d",
                                                        "Conv3d",
                                                        "ConvTranspose1d",
                                                        "Embedding",
                                                        "BatchNorm1d",
                                                        "BatchNorm2d",
                                                        "BatchNorm3d",
                                                        "ConvTranspose2d",
                                                        "LayerNorm",
                                                        "GroupNorm",
                                                        "LSTM",
                                                        "GRU",
                                                        "RNN",
                                                        "PReLU",
                                                        "EmbeddingBag",
                                                        "MultiheadAttention",
                                                        "Parameter",
                                                        "LSTMCell",
                                                        "GRUCell",
                                                        "Transformer"};
  if (const auto name = maker.path_below("torch.nn")) return is_in(*name, kLayers);
  const auto definition = definition_of(maker, script, workspace);
  if (!definition) return false;
  const std::string_view text = definition->text();
  return text.substr(0, text.find('\n')).find("Module") != text.npos && names_layer(text);
}

// The same of buffers.
bool has_buffers(script::Symbol maker, const Summary& script, project::Workspace& workspace) {
  if (const auto name = maker.path_below("torch.nn"))
    return name->starts_with("BatchNorm") || *name == "SyncBatchNorm";
  if (const auto name = maker.path_below("torchvision.models")) return name->starts_with("resnet");
  const auto definition = definition_of(maker, script, workspace);
  if (!definition) return false;
  const std::string_view text = definition->text();
  return text.substr(0, text.find('\n')).find("Module") != text.npos &&
         text.find("nn.BatchNorm") != text.npos && text.find("track_running") == text.npos;
}

// Whether a call makes a module, or a sequence with a module, that a test finds something in.
template <class Test>
bool has_inside(const script::Call& maker, Test test) {
  if (test(maker.symbol)) return true;
  if (maker.symbol != "torch.nn.Sequential") return false;
  return std::ranges::any_of(maker.arguments, [&](const auto& argument) {
    return std::ranges::any_of(argument.value,
                               [&](const auto& each) { return test(each.symbol().callee()); });
  });
}

}  // namespace

bool brings_parameters(const script::Call& maker, const Summary& script,
                       project::Workspace& workspace) {
  return has_inside(
      maker, [&](script::Symbol symbol) { return has_parameters(symbol, script, workspace); });
}

bool brings_buffers(const script::Call& maker, const Summary& script,
                    project::Workspace& workspace) {
  const bool is_tracked =
      maker.symbol == "torch.nn.Sequential" || !maker.argument("track_running_stats", 4);
  return is_tracked && has_inside(maker, [&](script::Symbol symbol) {
           return has_buffers(symbol, script, workspace);
         });
}

}  // namespace mmlint::check
