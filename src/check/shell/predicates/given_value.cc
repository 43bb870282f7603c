// A launch gives its script the name of a backend or device that the target does not have.
// captures: script, given
// forms: backend, device, open-backend, open-device

#include "check/shell/predicate.h"
#include "launch/given.h"
#include "launch/known_runs.h"

namespace mmlint::check::predicates {

LaunchHits given_value(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.reached()) {
    if (!linked->script_summary || linked->launch->kind == shell::LaunchKind::kShell) continue;
    const script::Summary& script = *linked->script_summary;
    const auto run_of = [&] { return launch::known_run(view.facts_of(*linked), *linked).get(); };
    const auto use = launch::given_use(*linked, script, run_of, view.request.target);
    if (!use) continue;
    const Span at = linked->through ? view.cause(*use->word) : use->at;
    if (linked->through && !view.has(at)) continue;
    LaunchHit hit;
    hit.at = at;
    hit.linked = linked;
    hit.name = use->value;
    hit.form = use->open ? "open-" + use->what : use->what;
    hit.captures["script"] = shown_target(*linked->launch);
    hit.captures["given"] = use->value;
    hit.places.push_back({use->call, {"used here", "用在这里"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
