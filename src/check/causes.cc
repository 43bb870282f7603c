#include "check/causes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "check/judge.h"

namespace mmlint::check {

void leave_to_scripts(Judged& judged, const ScriptCauses& causes) {
  const launch::Started& started = judged.started;
  std::vector<ReportedAt> reported;
  for (const launch::Started::BuiltBy& script : started.built_by) {
    if (causes.reported.contains(*script.path)) reported.push_back({*script.path, causes.code});
  }
  const bool is_safe =
      !started.built_by.empty() &&
      std::all_of(started.built_by.begin(), started.built_by.end(), [&](const auto& script) {
        return script.is_safe || causes.excused.contains(*script.path);
      });
  judged.started.built_by = {};
  if (reported.empty() && !is_safe) return;
  const auto is_left = [](const auto& found) {
    return !found.first->rule->cause_in_script.empty();
  };
  const bool any = std::any_of(judged.hits.begin(), judged.hits.end(), is_left);
  std::erase_if(judged.hits, is_left);
  std::erase_if(judged.written, is_left);
  if (any) judged.reported = std::move(reported);
}

}  // namespace mmlint::check
