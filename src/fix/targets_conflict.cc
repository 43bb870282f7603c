#include "fix/targets_conflict.h"

#include "fix/plan.h"

namespace mmlint::fix {
namespace {

using catalog::Literal;
using catalog::Target;

bool is_wrong_on(const check::Finding& finding, const Target& target, bool asked) {
  return std::ranges::any_of(finding.on, [&](const check::Holds& holds) {
    return holds.target == &target &&
           (holds.severity != Severity::kInfo || asked || finding.fix->of_information);
  });
}

// True if the fix writes what a fact of the target says, and this target's fact says the same.
bool is_own_choice(const check::Finding& finding, const Target& target) {
  const Literal* value = catalog::written_value(finding.fix->action);
  if (!value) return false;
  const Literal written = catalog::fill(*value, *finding.target);
  return written != *value && catalog::fill(*value, target) == written;
}

// Whether a script does on the target after the fix what it did before: the target has CUDA.
bool is_kept_on(const check::Finding& finding, const Target& target, const Context& context) {
  if (!finding.script_hit() || !target.has({{"scripts.cuda_calls_work", Literal{true}}}))
    return false;
  const Planned planned = plan_by_verb(finding, context);
  return planned && planned->keeps_cuda;
}

// Whether the rule of a finding, on any target of the run, is so.
bool any_active(const check::Finding& finding, const check::Request& request, const auto& is_so) {
  const auto in = [&](const auto& rules) {
    return std::ranges::any_of(rules, [&](const catalog::Catalog::Active& active) {
      return active.rule == finding.rule && is_so(active);
    });
  };
  return in(request.rules) ||
         std::ranges::any_of(request.others,
                             [&](const check::OnTarget& other) { return in(other.rules); });
}

}  // namespace

bool is_asked_for(const check::Finding& finding, const check::Request& request) {
  return any_active(finding, request, [](const auto& active) { return active.asked; });
}

bool may_be_fixed(const check::Finding& finding, const check::Request& request) {
  return !any_active(finding, request, [](const auto& active) { return !active.fixable; });
}

std::optional<Refusal> targets_conflict(const check::Finding& finding,
                                        const check::Request& request, const Context& context) {
  if (request.others.empty() || !finding.fix) return std::nullopt;
  if (serves_every_target(finding.fix->action)) return std::nullopt;
  const bool asked = is_asked_for(finding, request);
  for (const check::Request& one : request.each()) {
    if (is_wrong_on(finding, one.target, asked) || is_own_choice(finding, one.target) ||
        is_kept_on(finding, one.target, context))
      continue;
    // There is no other file to write for a script.
    const bool alone = finding.launch_hit() || finding.script_hit();
    return Refusal{alone ? Reason::kRightOnTargetScript : Reason::kRightOnTarget,
                   {one.target.name, finding.target->name}};
  }
  return std::nullopt;
}

}  // namespace mmlint::fix
