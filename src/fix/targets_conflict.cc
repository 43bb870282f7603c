#include "fix/targets_conflict.h"

#include <algorithm>

#include <fmt/format.h>

#include "fix/verbs.h"

namespace mmlint::fix {
namespace {

using catalog::Literal;
using catalog::Target;

bool is_wrong_on(const check::Finding& finding, const Target& target) {
  return std::any_of(finding.on.begin(), finding.on.end(), [&target](const check::Holds& holds) {
    return holds.target == &target && holds.severity != Severity::kInfo;
  });
}

// True if the fix writes what a fact of the target says, and this target's fact says the same.
bool is_own_choice(const check::Finding& finding, const Target& target) {
  const Literal* value = catalog::written_value(finding.fix->action);
  if (!value) return false;
  const Literal written = catalog::fill(*value, *finding.target);
  return written != *value && catalog::fill(*value, target) == written;
}

}  // namespace

std::optional<Refusal> targets_conflict(const check::Finding& finding,
                                        const check::Request& request) {
  if (request.others.empty() || !finding.fix) return std::nullopt;
  if (serves_every_target(finding.fix->action)) return std::nullopt;
  for (const check::Request& one : request.each()) {
    if (is_wrong_on(finding, one.target) || is_own_choice(finding, one.target)) continue;
    static const LocalizedText kReason = {
        "on {0} nothing is wrong with what is there; for {1} alone: mmlint port CONFIG --target "
        "{1} "
        "-o OUT",
        "在 {0} 上现有的值没有错；只针对 {1} 时可用：mmlint port CONFIG --target {1} -o OUT"};
    // There is no other file to write for a script.
    static const LocalizedText kAlone = {
        "on {0} nothing is wrong with what is there; for {1} alone: --target {1}",
        "在 {0} 上现有的值没有错；只针对 {1} 时请用 --target {1}"};
    const LocalizedText& reason = finding.launch_hit() || finding.script_hit() ? kAlone : kReason;
    return Refusal{fmt::format(fmt::runtime(reason.in(request.language)), one.target.name,
                               finding.target->name)};
  }
  return std::nullopt;
}

}  // namespace mmlint::fix
