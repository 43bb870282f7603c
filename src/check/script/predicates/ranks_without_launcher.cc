// A launch starts several ranks of the script and gives no --launcher.

#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool ranks_without_launcher(const script::Summary&, const launch::ProgramFacts& facts,
                            ScriptHits&) {
  const auto& launches = facts.program().launches();
  return std::ranges::any_of(launches, [](const launch::LinkedLaunch* linked) {
    const auto& words = linked->launch->arguments;
    const bool known = std::ranges::none_of(words, [](const auto& word) {
      return word.precision == shell::ExpandedWord::Precision::kAnyWords;
    });
    return known && linked->processes().value_or(1) > 1 && !linked->option("--launcher", nullptr);
  });
}

}  // namespace mmlint::check::predicates
