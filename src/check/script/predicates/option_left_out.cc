// A launch starts several processes without the option with which the script makes its process
// group.
// needs: launches

#include "base/text.h"
#include "check/script/lone_ranks.h"

namespace mmlint::check::predicates {

namespace {

// Returns the option without which a call is unreachable; null if another condition decides.
// Options for the rank or the world size do not count: torchrun sets variables for both, and a
// script has to read these variables.
const script::Option* deciding_option(const script::Call& call, const script::Summary& script) {
  for (const script::Condition& each : call.point.guard.conditions()) {
    const bool asks = each.question.kind == Question::Kind::kOption ||
                      each.question.kind == Question::Kind::kGiven;
    const std::string& dest = each.question.subject;
    const bool is_told = contains(dest, "rank") || contains(dest, "world");
    if (!asks || !each.holds || is_told) continue;
    for (const script::Option& option : script.options)
      if (option.dest == dest && !option.names.empty()) return &option;
  }
  return nullptr;
}

}  // namespace

bool option_left_out(const script::Summary& script, const launch::ProgramFacts& facts,
                     ScriptHits& hits) {
  const auto& alone = facts.get<lone_ranks>();
  if (!alone || !alone->group.known()) return false;
  for (const script::Call& call : script.calls) {
    const auto* option = call.callee == alone->group ? deciding_option(call, script) : nullptr;
    if (!option) continue;
    hits.push_back({.at = alone->count, .fact = alone->count, .name = option->names.front()});
    hits.back().other = call.callee;
    return true;
  }
  return false;
}

}  // namespace mmlint::check::predicates
