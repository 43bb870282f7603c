// init_process_group is called by a name that the script took from torch before the target's bridge
// replaced it, with a backend that the target cannot start; hits: the call, and the import that
// took the name as the other place.

#include "catalog/on_target.h"
#include "check/script/bridge.h"
#include "check/script/predicate.h"
#include "project/workspace.h"

namespace mmlint::check::predicates {

bool made_past_bridge(const script::Summary& script, const launch::ProgramFacts& facts,
                      ScriptHits& hits) {
  const auto bridge = find_bridge(script.imports, facts.target());
  if (bridge == script.imports.end()) return false;
  const catalog::Literal* usable = facts.target().fact("backends.usable");
  for (const script::Call& call : script.calls) {
    const script::Argument* backend = call.argument("backend", 0);
    if (call.symbol != "torch.distributed.init_process_group" || !call.point.reached || !backend)
      continue;
    const auto early = std::find_if(script.imports.begin(), bridge, [&](const auto& import) {
      return import.symbol == call.symbol && import.span.file == call.callee.file;
    });
    const bool is_wrong = std::ranges::any_of(backend->value, [&](const auto& each) {
      const Value* text = each.data();
      return text && text->kind == Value::Kind::kString && !catalog::lists(usable, text->text());
    });
    const std::string_view name =
        facts.program().workspace().sources().get(call.callee.file).text(call.callee);
    if (early == bridge || !is_wrong || name.find('.') != name.npos) continue;
    hits.push_back({.at = call.callee, .fact = call.span, .name = call.symbol.str()});
    hits.back().point = call.point;
    hits.back().other = early->span;
  }
  return !hits.empty();
}

}  // namespace mmlint::check::predicates
