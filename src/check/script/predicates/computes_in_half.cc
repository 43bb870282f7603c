// A model runs a forward pass after its conversion to float16; hits: the forward passes.
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

// Whether an argument of to() certainly is a device and no dtype.
bool is_device(const script::Argument& argument) {
  return argument.name == "device" || argument.name == "non_blocking" ||
         std::ranges::all_of(argument.value, [](const script::Alternative& each) {
           return each.value() || each.symbol() == "torch.device()";
         });
}

// Whether a call may change the dtype of a model or of its tensors.
bool converts(const Call& call) {
  constexpr std::array<std::string_view, 5> kMethods = {"bfloat16", "double", "float", "half",
                                                        "type"};
  if (call.symbol.is_method("to"))
    return call.more || !std::ranges::all_of(call.arguments, is_device);
  return is_in(call.symbol.name(), kMethods);
}

// Whether a call converts a model to float16: model.half(), model.to(dtype=torch.float16).
bool halves(const Call& call) {
  if (call.symbol.is_method("half")) return true;
  const auto is_half = [](const script::Alternative& each) {
    return each.symbol() == "torch.float16" || each.symbol() == "torch.half";
  };
  return call.symbol.is_method("to") && !call.more &&
         std::ranges::any_of(call.arguments, [&](const script::Argument& argument) {
           return std::ranges::all_of(argument.value, is_half);
         });
}

// Returns the only call that makes the module which a wrapper gets; null if there is no such call.
const Call* wrapped_by(const Call& wrapper, const script::Objects& objects) {
  const script::Argument* module = wrapper.argument("module", 0);
  if (!module) return nullptr;
  const script::Sites& sites = module->value.front().sites;
  const bool is_one = sites.only() && std::ranges::all_of(module->value, [&](const auto& each) {
                        return each.sites == sites;  // itself, or what its half() returns
                      });
  return is_one ? objects.maker(*sites.only()) : nullptr;
}

// Returns the call that makes the module of a method call, or the module inside of a wrapper; null
// unless the module is certain and has parameters.
const Call* module_of(const Call& call, const script::Objects& objects, const Summary& run,
                      project::Workspace& workspace) {
  const Span* made = call.object.only();
  const Call* maker = made ? objects.maker(*made) : nullptr;
  if (maker && maker->symbol.is_inside("torch.nn.parallel")) maker = wrapped_by(*maker, objects);
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
      // A conversion under an unknown condition may never run.
      if (halves(call) && !call.point.open) halved.emplace(module, &call);
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
