// The script puts keys into the config of which nothing is known:
// cfg.merge_from_dict(json.load(f)). What an option gives is not among them: no start gives it
// until one does.

#include "check/script/predicate.h"

namespace mmlint::check::predicates {
namespace {

bool is_open(const script::Alternative& each) {
  const auto option = each.symbol().option();
  return !each.data() && !(option && !option->empty());
}

}  // namespace

bool config_is_open(const script::Summary& script, const launch::ProgramFacts&, ScriptHits&) {
  return std::ranges::any_of(script.calls, [](const script::Call& call) {
    const auto method = call.symbol.config_key();
    const bool merges = method == "merge_from_dict" || method == "update";
    return merges && call.point.reached &&
           std::ranges::any_of(call.arguments, [](const script::Argument& argument) {
             return argument.name.empty() && std::ranges::any_of(argument.value, is_open);
           });
  });
}

}  // namespace mmlint::check::predicates
