// A script makes a device of CUDA with torch.device, which raises nothing, and does not use it only
// where the target cannot get to; hits: the names of such devices.
// judges: each run

#include "check/script/predicate.h"
#include "launch/reachable.h"

namespace mmlint::check::predicates {
namespace {

using script::Alternative;
using script::Call;

bool names_cuda(const Alternative& each) {
  const Value* text = each.value();
  if (!text || text->kind != Value::Kind::kString) return false;
  return text->text() == "cuda" || text->text().starts_with("cuda:");
}

// The paths on which a run on the target gets to a call with that value; none if there are none.
std::vector<script::Guard> ways(const Call& call, const Alternative& value,
                                const catalog::Target& target) {
  script::ProgramPoint point = call.point;
  if (!point.guard.add(value.guard)) return {};
  return launch::ways_to(point, target);
}

// Of each name that calls of libraries get: whether a run on the target gets to one of these calls.
// It does not if the device is replaced before: `if not torch.cuda.is_available(): device = ...`.
using Uses = std::map<std::pair<const Value*, Span>, bool>;

Uses uses_of(const script::Summary& script, const catalog::Target& target) {
  Uses out;
  for (const Call& call : script.calls) {
    if (call.own || call.symbol == "torch.device") continue;
    for (const script::Argument& argument : call.arguments) {
      for (const Alternative& each : argument.value) {
        if (!names_cuda(each)) continue;
        bool& any = out.try_emplace({each.value(), each.at}, false).first->second;
        any = any || !ways(call, each, target).empty();
      }
    }
  }
  return out;
}

}  // namespace

bool uses_cuda_device(const script::Summary& script, const launch::ProgramFacts& facts,
                      ScriptHits& hits) {
  const Uses uses = uses_of(script, facts.target());
  std::map<std::pair<Span, Span>, ScriptPlace> found;  // by the call and the name
  for (const Call& call : script.calls) {
    const script::Argument* type = call.argument("type", 0);
    if (call.own || call.symbol != "torch.device" || !type) continue;
    for (const Alternative& each : type->value) {
      if (!names_cuda(each)) continue;
      std::vector<script::Guard> own = ways(call, each, facts.target());
      const auto use = uses.find({each.value(), each.at});
      if (own.empty() || (use != uses.end() && !use->second)) continue;
      const Span at = each.at.known() ? each.at : type->span;
      const auto [known, is_new] = found.try_emplace(
          {call.span, at}, ScriptPlace{at, call.span, call.symbol.str(), call.point, call.callee});
      script::ProgramPoint& point = known->second.point;
      if (is_new) point.ways.clear();
      point.ways.insert(point.ways.end(), own.begin(), own.end());
    }
  }
  for (auto& [where, place] : found) {
    if (place.point.ways.size() != 1) continue;
    place.point.guard = place.point.ways.front();
    place.point.ways.clear();
  }
  std::vector<ScriptPlace> places;
  for (auto& [where, place] : found) places.push_back(std::move(place));
  return add_places(places, hits);
}

}  // namespace mmlint::check::predicates
