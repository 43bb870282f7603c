// A launch gives --amp on a target that has no automatic mixed precision.
// captures: script
// forms: dead, maybe

#include "base/text.h"
#include "check/shell/argument_parser.h"
#include "check/shell/predicate.h"
#include "launch/undone_writes.h"

namespace mmlint::check::predicates {

using script::Summary;

namespace {

// What an option --amp does in a script: it asks for AmpOptimWrapper, nothing, or something else,
// such as torch.autocast on the CPU.
enum class Amp { kWrapper, kNothing, kOther };

Amp amp_of(const Summary& script) {
  const auto option =
      std::ranges::find_if(script.options, [](auto& each) { return is_in("--amp", each.names); });
  const bool declared = option != script.options.end();
  if (!declared && parses_all(script)) return Amp::kOther;
  if (declared && !option->is_read) return Amp::kNothing;
  if (script.document->source().bytes().find("AmpOptimWrapper") != std::string_view::npos)
    return Amp::kWrapper;
  const bool elsewhere = std::ranges::any_of(
      script.writes, [](const auto& write) { return write.key.starts_with("optim_wrapper"); });
  return elsewhere || !script.complete ? Amp::kWrapper : Amp::kOther;
}

// Of a script that is not in the project: one that is given a config builds MMEngine's Runner,
// while `python -m paddle.distributed.launch train.py --amp` is about another framework.
Amp amp_of(const launch::LinkedLaunch& linked) {
  if (linked.script_summary) return amp_of(*linked.script_summary);
  const bool is_file = std::holds_alternative<shell::ScriptTarget>(linked.launch->target);
  const bool builds_runner =
      (is_file && linked.config_word) || linked.launch->kind == shell::LaunchKind::kPackage;
  return builds_runner ? Amp::kWrapper : Amp::kOther;
}

}  // namespace

LaunchHits amp_flag(const LaunchView& view) {
  LaunchHits out;
  std::map<const launch::LinkedLaunch*, const launch::LinkedLaunch*>
      inner;  // what starts through a launch
  for (const launch::LinkedLaunch* each : view.graph.reached(view.path)) {
    if (each->through && each->script_summary) inner.emplace(each->through, each);
  }
  for (const launch::LinkedLaunch* linked : view.own()) {
    const shell::Launch& launch = *linked->launch;
    const auto started = inner.find(linked);
    const launch::LinkedLaunch& script = started == inner.end() ? *linked : *started->second;
    if (launch.kind == shell::LaunchKind::kShell && !script.script_summary) continue;
    std::vector<std::pair<Span, bool>> places;  // whether it is surely given
    for (const shell::ExpandedWord& word : launch.arguments) {
      if (word.is("--amp")) places.emplace_back(word.span, !word.overridable);
      for (const auto& possible : word.possible_values) {
        const auto words = split(possible.value, ' ');
        if (is_in("--amp", words)) places.emplace_back(possible.span, false);
      }
    }
    if (places.empty()) continue;
    const Amp use = amp_of(script);
    if (use == Amp::kOther) continue;
    if (use == Amp::kWrapper && script.script_summary &&
        launch::leaves_out_amp(view.facts_of(script), script))
      continue;
    for (const auto& [at, surely] : places) {
      LaunchHit hit;
      hit.at = at;
      hit.linked = linked;
      hit.form = use == Amp::kNothing ? "dead" : surely ? "" : "maybe";
      hit.captures["script"] = shown_target(*script.launch);
      out.push_back(std::move(hit));
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates
