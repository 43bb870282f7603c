// A script calls Runner(...) directly, and no cfg.model_wrapper_cfg turns device_ids off. The
// Runner then wraps the model with a card number (mmengine/runner/runner.py, wrap_model); hits: the
// argument cfg, or the calls without cfg.
// judges: each run

#include "check/script/predicate.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"
#include "script/symbols.h"

namespace mmlint::check::predicates {
namespace {

using script::Alternative;
using script::Call;
using script::Summary;

// Whether a model_wrapper_cfg leads to card numbers: MMEngine sets device_ids, or the dict lists
// them. MMEngine also chooses the type if the dict has none.
bool lacks_device_ids(const Value& wrapper) {
  if (wrapper.kind == Value::Kind::kNone) return true;
  if (wrapper.kind != Value::Kind::kDict) return false;
  const Value* type = wrapper.dict().get("type");
  if (type && !type->text().ends_with("MMDistributedDataParallel")) return false;
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

// Returns the point on a path to a call on which cfg does not turn device_ids off; nullopt if there
// is no such path.
std::optional<script::ProgramPoint> without_device_ids(const Call& call,
                                                       const script::ProgramPoint& at,
                                                       const catalog::Target& target) {
  const script::Argument* cfg = call.argument("cfg", 26);
  if (!cfg && !launch::ways_to(at, target).empty()) return at;
  for (const Alternative& each : cfg ? cfg->value : script::Alternatives()) {
    script::ProgramPoint point = at;
    if (lacks_wrapper(each) && point.guard.add(each.guard) &&
        !launch::ways_to(point, target).empty())
      return point;
  }
  return std::nullopt;
}

bool is_launcher(const Alternative& each) {
  return each.data() && each.data()->kind == Value::Kind::kString && !each.is_text("none");
}

// Whether the launcher is an option that accepts more than 'none'.
bool is_launcher_option(const Alternative& each, const Summary& script) {
  const auto option = each.symbol().option();
  return option && std::ranges::any_of(script.options, [&](const script::Option& declared) {
           const Value* choices = script::only_data(declared.choices);
           return declared.dest == *option && !declared.is_flag &&
                  (!choices || choices->items().size() > 1);
         });
}

// Whether a path is one on which an option has another value than its default or 'none'.
bool asks_for(const script::Guard& path, std::string_view option) {
  return std::ranges::any_of(path.conditions(), [&](const script::Condition& each) {
    const bool is_given = each.question.kind == Question::Kind::kGiven ||
                          each.question.kind == Question::Kind::kOption;
    return (each.holds && is_given && each.question.subject == option) ||
           (!each.holds && each.question.kind == Question::Kind::kEquals &&
            each.question.subject == "none");
  });
}

// Returns the paths to a call on which it gets a launcher. If an option names the launcher, these
// are the paths on which the script has made the process group.
std::vector<script::ProgramPoint> with_launcher(const Call& call, const Summary& script) {
  std::vector<script::ProgramPoint> out;
  const script::Argument* launcher = call.argument("launcher", 18);
  const auto add = [&](const script::Guard& path, const script::Guard& value) {
    script::ProgramPoint point = call.point;
    if (point.guard.add(path) && point.guard.add(value)) out.push_back(std::move(point));
  };
  if (!launcher) return out;
  for (const Alternative& each : script::with_defaults(launcher->value, script.options)) {
    if (is_launcher(each)) add({}, each.guard);
  }
  for (const Alternative& each : launcher->value) {
    if (!is_launcher_option(each, script)) continue;
    for (const Call& maker : script.calls) {
      if (script::makes_group(maker.symbol) && maker.point.reached && !maker.point.open &&
          asks_for(maker.point.guard, *each.symbol().option()))
        add(maker.point.guard, each.guard);
    }
  }
  return out;
}

// Whether the model is already wrapped. MMEngine does not wrap such a model again.
bool gets_wrapper(const Call& call) {
  const script::Argument* model = call.argument("model", 0);
  return model && std::ranges::any_of(model->value, [](const Alternative& each) {
           return each.symbol().str().find("Parallel") != std::string::npos;
         });
}

// Adds the calls of a script, as it is started in any way or in one.
void add_calls(const Summary& script, const catalog::Target& target,
               std::map<Span, ScriptPlace>& out) {
  for (const script::Build& build : script.builds) {
    const Call& call = script.calls[build.call];
    const bool is_built = call.symbol == "mmengine.runner.Runner" && !call.more &&
                          !build.wraps_itself && call.point.reached &&
                          call.point.group != script::OnPaths::kNone;
    if (!is_built || gets_wrapper(call)) continue;
    const script::Argument* cfg = call.argument("cfg", 26);
    for (const script::ProgramPoint& at : with_launcher(call, script)) {
      auto point = without_device_ids(call, at, target);
      if (!point) continue;
      // A start answers these, so they are no conditions of the script.
      for (const script::Condition& each : script.start.conditions())
        point->guard.forget(each.question);
      out.try_emplace(call.span, ScriptPlace{cfg ? cfg->span : call.callee, call.span,
                                             call.symbol.str(), *point});
      break;
    }
  }
}

}  // namespace

bool wraps_by_card(const Summary& script, const launch::ProgramFacts& facts, ScriptHits& hits) {
  std::map<Span, ScriptPlace> found;  // by the call
  add_calls(script, facts.target(), found);
  for (const launch::KnownRun& each : facts.get_big<launch::builds_as_started>()) {
    if (each.run) add_calls(*each.run, facts.target(), found);
  }
  std::vector<ScriptPlace> places;
  for (auto& [call, place] : found) places.push_back(std::move(place));
  return add_places(places, hits);
}

}  // namespace mmlint::check::predicates
