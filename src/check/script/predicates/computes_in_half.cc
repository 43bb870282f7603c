// A model runs a forward pass after its half(); hits: the forward passes.
// judges: each run

#include "check/script/layers.h"
#include "check/script/predicate.h"
#include "script/objects.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

constexpr std::array<std::string_view, 6> kRecurrent = {
    "GRU", "GRUCell", "LSTM", "LSTMCell", "RNN", "MultiheadAttention"};

// Whether a call may change the dtype of a model or of its tensors.
bool converts(const Call& call) {
  constexpr std::array<std::string_view, 6> kMethods = {"bfloat16", "double", "float",
                                                        "half",     "to",     "type"};
  return is_in(call.symbol.name(), kMethods);
}

// Returns the call that makes the module of a method call; null unless the module is certain and
// has parameters.
const Call* module_of(const Call& call, const script::Objects& objects, const Summary& run,
                      project::Workspace& workspace) {
  const Span* made = call.object.only();
  const Call* maker = made ? objects.maker(*made) : nullptr;
  return maker && brings_parameters(*maker, run, workspace) ? maker : nullptr;
}

// Whether a run makes a layer that has no float16 kernel on the CPU. Embedding tables and simple
// arithmetic have one.
bool makes_layer(const Summary& run) {
  return std::ranges::any_of(run.calls, [](const Call& call) {
    const auto name = call.symbol.path_below("torch.nn");
    return name && (name->starts_with("Conv") || name->ends_with("Linear") ||
                    name->find("Norm") != name->npos || is_in(*name, kRecurrent));
  });
}

}  // namespace

bool computes_in_half(const Summary& script, const launch::ProgramFacts& facts, ScriptHits& hits) {
  if (!makes_layer(script)) return false;
  project::Workspace& workspace = facts.program().workspace();
  const script::Objects objects(script);
  std::map<const Call*, const Call*> halved;  // by the call that makes the module
  for (const Call& call : script.calls) {
    if (!call.point.reached || !(converts(call) || script::is_forward(call))) continue;
    const bool is_method = script::path_in_object(call.symbol).find('.') == std::string::npos;
    const Call* module = is_method ? module_of(call, objects, script, workspace) : nullptr;
    if (!module) continue;
    const auto known = halved.find(module);
    if (converts(call)) {
      halved.erase(module);
      // A half() under an unknown condition may never run.
      if (call.symbol.is_method("half") && !call.point.open) halved.emplace(module, &call);
    } else if (known != halved.end()) {
      script::ProgramPoint point = call.point;
      if (!point.guard.add(known->second->point.guard)) continue;
      hits.push_back({.at = call.span, .fact = call.span, .name = call.symbol.str()});
      hits.back().point = std::move(point);
      hits.back().other = known->second->span;
      hits.back().callee = call.callee;
    }
  }
  return !hits.empty();
}

}  // namespace mmlint::check::predicates
