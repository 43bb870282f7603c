// A script calls Runner(...) directly, and no cfg.model_wrapper_cfg turns device_ids off. The
// Runner then wraps the model with a card number (mmengine/runner/runner.py, wrap_model); hits: the
// argument cfg, or the calls without cfg.
// judges: each run

#include "check/script/predicate.h"
#include "launch/reachable.h"

namespace mmlint::check::predicates {
namespace {

using script::Alternative;
using script::Call;

// Whether a model_wrapper_cfg leads to card numbers: MMEngine sets device_ids, or the dict lists
// them.
bool lacks_device_ids(const Value& wrapper) {
  if (wrapper.kind == Value::Kind::kNone) return true;
  const Value* type = wrapper.dict().get("type");
  if (wrapper.kind != Value::Kind::kDict || !type ||
      !type->text().ends_with("MMDistributedDataParallel"))
    return false;
  const Value* ids = wrapper.dict().get("device_ids");
  const bool is_list = ids && ids->kind == Value::Kind::kList;
  return !ids || (is_list && !ids->items().empty());
}

bool lacks_wrapper(const Alternative& cfg) {
  const Value* dict = cfg.data();
  if (!dict || dict->kind == Value::Kind::kNone) return dict != nullptr;
  if (dict->kind != Value::Kind::kDict) return false;
  const Value* wrapper = dict->dict().get("model_wrapper_cfg");
  return !wrapper || lacks_device_ids(*wrapper);
}

// Returns a path to a call on which cfg does not turn device_ids off; nullopt if there is no such
// path.
std::optional<script::ProgramPoint> without_device_ids(const Call& call,
                                                       const catalog::Target& target) {
  const script::Argument* cfg = call.argument("cfg", 26);
  if (!cfg && !launch::ways_to(call.point, target).empty()) return call.point;
  for (const Alternative& each : cfg ? cfg->value : script::Alternatives()) {
    script::ProgramPoint point = call.point;
    if (lacks_wrapper(each) && point.guard.add(each.guard) &&
        !launch::ways_to(point, target).empty())
      return point;
  }
  return std::nullopt;
}

bool names_launcher(const Call& call) {
  const script::Argument* launcher = call.argument("launcher", 18);
  return launcher && std::ranges::any_of(launcher->value, [](const Alternative& each) {
           return each.data() && each.data()->kind == Value::Kind::kString && !each.is_text("none");
         });
}

// Whether the model is already wrapped. MMEngine does not wrap such a model again.
bool gets_wrapper(const Call& call) {
  const script::Argument* model = call.argument("model", 0);
  return model && std::ranges::any_of(model->value, [](const Alternative& each) {
           return each.symbol().str().find("Parallel") != std::string::npos;
         });
}

}  // namespace

bool wraps_by_card(const script::Summary& script, const launch::ProgramFacts& facts,
                   ScriptHits& hits) {
  std::vector<ScriptPlace> out;
  for (const script::Build& build : script.builds) {
    const Call& call = script.calls[build.call];
    const bool is_built = call.symbol == "mmengine.runner.Runner" && !call.more &&
                          !build.wraps_itself && call.point.reached &&
                          call.point.group != script::OnPaths::kNone;
    if (!is_built || !names_launcher(call) || gets_wrapper(call)) continue;
    const script::Argument* cfg = call.argument("cfg", 26);
    if (auto point = without_device_ids(call, facts.target()))
      out.push_back({cfg ? cfg->span : call.callee, call.span, call.symbol.str(), *point});
  }
  return add_places(out, hits);
}

}  // namespace mmlint::check::predicates
