#include "base/algorithms.h"
#include "script/walk_calls.h"

// What Python's logging calls back: filters, formatters and handlers of the project, which run in
// each call that logs something (logging/__init__.py: Filterer.filter, Handler.format and emit).
namespace mmlint::script {
namespace {

constexpr std::string_view kAdders[] = {"addFilter", "addHandler", "setFormatter"};
constexpr std::string_view kCalledBack[] = {"filter", "format", "emit"};
// Without a level of its own the root logger takes these alone.
constexpr std::string_view kLogged[] = {"warning", "error", "critical", "exception"};

}  // namespace

void call_logging(Walk& walk, Symbol callee, const Givens& given, State& state) {
  if (!callee.is_inside("logging")) return;
  static const Symbol objects = Symbol::mark("logging").attribute("called_back");
  static const Symbol level = Symbol::mark("logging").attribute("level");
  const Span at = walk.frame->statement;
  const std::string_view method = callee.name();
  if (method == "setLevel" || method == "basicConfig") state.attributes.set(level, unknown(at));
  const Alternatives* known = state.attributes.find(objects);
  const Alternative* handed = given.empty() ? nullptr : only_symbol(given.front().value);
  if (is_in(method, kAdders)) {
    if (!handed || !handed->symbol().is_instance() || !walk.program.class_of(handed->symbol()))
      return;
    Alternatives all = known ? *known : Alternatives();
    if (all.size() < kMaxAlternatives) all.push_back(*handed);
    state.attributes.set(objects, std::move(all));
    return;
  }
  const bool logs = is_in(method, kLogged) || (method == "info" && state.attributes.find(level));
  if (!known || !logs) return;
  for (const Alternative& object : Alternatives(*known)) {
    for (const std::string_view name : kCalledBack) {
      if (!walk.program.method(object.symbol().class_of(), name)) continue;
      State own = state;
      call_method(walk, object, name, {{"", 0, unknown(at), at}}, own);
    }
  }
}

}  // namespace mmlint::script
