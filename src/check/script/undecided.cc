#include "check/script/undecided.h"

#include <algorithm>

#include "check/check.h"
#include "check/launch_graph.h"
#include "check/walked_imports.h"
#include "project/workspace.h"
#include "script/symbols.h"

namespace mmlint::check {
namespace {

using script::Alternative;
using script::Summary;

// An option that has a default, which is what the rules ask about.
bool has_default(const std::string& symbol, const Summary& script) {
  return std::any_of(script.options.begin(), script.options.end(), [&](const auto& option) {
    return symbol == "<options>." + option.dest && !option.default_value.empty();
  });
}

// What comes from the script's own objects, such as the loaded config, is judged there.
bool is_unknown(const Alternative& backend, const Summary& script) {
  const std::string& symbol = backend.symbol();
  if (symbol.starts_with("<options>.")) return !has_default(symbol, script);
  if (backend.is_symbol()) return !symbol.starts_with('<') && !symbol.starts_with("torch.");
  return !backend.data() || backend.data()->kind == Value::Kind::kUnknown;
}

// Whether a process group is made, and nothing is known of the condition for any place that does
// so.
bool makes_group_maybe(const Summary& script) {
  bool any = false;
  for (const script::Call& call : script.calls) {
    if (!call.point.reached || !script::makes_group(call.symbol)) continue;
    if (!call.point.open) return false;
    any = true;
  }
  return any;
}

bool is_backend_unknown(const Summary& script) {
  if (!script.trains) return false;
  return std::any_of(script.calls.begin(), script.calls.end(), [&](const script::Call& call) {
    if (!call.point.reached || call.symbol != "torch.distributed.init_process_group") return false;
    const script::Argument* backend = call.argument("backend", 0);
    if (!backend) return call.more;
    return std::any_of(
        backend->value.begin(), backend->value.end(),
        [&](const Alternative& alternative) { return is_unknown(alternative, script); });
  });
}

// The argument by which it moves something to a device that nobody can tell; unknown if there is
// none.
Span unknown_device(const Summary& script) {
  if (!script.trains) return {};
  const auto is_of_others = [&](const Alternative& device) {
    const std::string& symbol = device.symbol();
    if (const auto name = script::below(symbol, "<environment>"))
      return !script::is_set_by_starters(*name);  // which is the number of a card
    const std::string module = symbol.substr(0, symbol.find_first_of(".("));
    const auto imports = [&](const script::Import& each) {
      return each.symbol.substr(0, each.symbol.find('.')) == module && !is_walked(each, script);
    };
    return symbol.find('(') != symbol.npos &&
           std::any_of(script.imports.begin(), script.imports.end(), imports);
  };
  for (const script::Call& call : script.calls) {
    if (!call.point.reached || call.own || !call.symbol.ends_with(".to")) continue;
    const script::Argument* device = call.argument("device", 0);
    if (device && std::any_of(device->value.begin(), device->value.end(), is_of_others))
      return device->span;
  }
  return {};
}

bool is_group_undecided(const Summary& script, const ScriptContext& context) {
  const auto starts_several = [](const LinkedLaunch* linked) {
    return linked->processes().value_or(1) > 1;
  };
  const auto& launches = context.launches;
  if (!script.builds.empty() || !script.trains ||
      std::none_of(launches.begin(), launches.end(), starts_several))
    return false;
  if (context.runs.empty()) return makes_group_maybe(script);
  return std::any_of(context.runs.begin(), context.runs.end(),
                     [](const StartedRun& each) { return makes_group_maybe(*each.run); });
}

}  // namespace

void note_undecided(const Summary& script, const ScriptContext& context, const Request& request,
                    OpenQuestions& open) {
  const std::string& path = script.document->source().path();
  const SourceStore& sources = request.workspace.sources();
  if (is_group_undecided(script, context)) open.group_open(path);
  if (is_backend_unknown(script)) open.unknown("init_process_group(backend=...)", path);
  if (const Span device = unknown_device(script); device.known())
    open.unknown(std::string(sources.text(device)), sources.get(device.file).path());
}

}  // namespace mmlint::check
