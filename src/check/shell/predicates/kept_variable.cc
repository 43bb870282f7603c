// A launch gets a JSON file that contains an unexpanded shell variable, because a quoted
// here-document has written the file.
// captures: file

#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

LaunchHits kept_variable(const LaunchView& view) {
  LaunchHits out;
  for (const shell::KeptVariable& kept : view.summary.kept) {
    for (const launch::LinkedLaunch* linked : view.own()) {
      if (linked->launch->kind == shell::LaunchKind::kShell) continue;
      const auto& words = linked->launch->arguments;
      const auto word = std::ranges::find_if(words, [&](const shell::ExpandedWord& each) {
        const std::size_t at = each.value.size() - std::min(each.value.size(), kept.path.size());
        return each.is_known() && each.value.ends_with(kept.path) &&
               (at == 0 || each.value[at - 1] == '=' || each.value[at - 1] == '/');
      });
      if (word == words.end()) continue;
      LaunchHit hit;
      hit.at = word->span;
      hit.name = "$" + kept.name;
      hit.linked = linked;
      hit.captures["file"] = kept.path;
      hit.places.push_back({kept.span, {"not expanded", "不会展开"}});
      out.push_back(std::move(hit));
      break;
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates
