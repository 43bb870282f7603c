// A launch of several processes leaves out the option with which the script makes its group.
// needs: launches

#include "base/text.h"
#include "check/script/lone_ranks.h"

namespace mmlint::check::predicates {

namespace {

// The option that must be given for a call to be reached; null if it is another condition. Which
// process it is, and how many there are, torchrun tells by variables, which a script has to read.
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
