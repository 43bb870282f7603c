#include "fix/plan.h"

#include <algorithm>

#include "base/internal_error.h"
#include "data/data_file.h"
#include "fix/config/edit_in_place.h"
#include "fix/config/planners.h"
#include "fix/script/planners.h"
#include "fix/shell/planners.h"
#include "fix/trial.h"

namespace mmlint::fix {

using catalog::FixAction;
using check::Finding;
using check::Reach;

namespace {

Planned plan_in_config(const Finding& finding, const Context& context) {
  const bool of_comment = finding.fix->action.verb == FixAction::Verb::kRemoveSuppression;
  if (finding.reaches.empty() && !of_comment) return refuse("no config is affected");
  if (auto refusal = data_file_refusal(finding, context)) return refuse(std::move(refusal->reason));
  switch (finding.fix->action.verb) {
    case FixAction::Verb::kShow:
      return refuse("it is only shown");
    case FixAction::Verb::kReplaceValue:
      return plan_replace_value(finding, context);
    case FixAction::Verb::kAddKey:
      return plan_add_key(finding, context);
    case FixAction::Verb::kEnsureKey:
      return plan_ensure_key(finding, context);
    case FixAction::Verb::kChangeEntries:
    case FixAction::Verb::kRemoveKey:
      return plan_change_entries(finding, context);
    case FixAction::Verb::kMoveValue:
      return plan_move_value(finding, context);
    case FixAction::Verb::kEnsureWrapper:
      return plan_ensure_wrapper(finding, context);
    case FixAction::Verb::kImportProcessGroup:
      return plan_import_process_group(finding, context);
    case FixAction::Verb::kClassToString:
      return plan_class_to_string(finding, context);
    case FixAction::Verb::kRemoveText:
    case FixAction::Verb::kRemoveArgument:
    case FixAction::Verb::kDropQuotes:
    case FixAction::Verb::kUseBaseName:
    case FixAction::Verb::kRemoveSuppression:
      return plan_in_place(finding, context);
    default:
      return refuse("the rule's fix is not for configs");
  }
}

Planned plan_in_script(const Finding& finding, const Context& context) {
  switch (finding.fix->action.verb) {
    case FixAction::Verb::kShow:
      return refuse("it is only shown");
    case FixAction::Verb::kReplaceValue:
      return plan_replace_script_value(finding, context);
    case FixAction::Verb::kAddKey:
      return plan_add_script_key(finding, context);
    case FixAction::Verb::kMakeProcessGroup:
      return plan_make_process_group(finding, context);
    case FixAction::Verb::kReplaceArgument:
      return plan_replace_argument(finding, context);
    case FixAction::Verb::kAddArguments:
      return plan_add_arguments(finding, context);
    case FixAction::Verb::kSetDefault:
      return plan_set_default(finding, context);
    case FixAction::Verb::kRemoveImport:
      return plan_remove_import(finding, context);
    case FixAction::Verb::kGuard:
      return plan_guard(finding, context);
    default:
      return refuse("the rule's fix is not for scripts");
  }
}

Planned plan_in_launch_script(const Finding& finding, const Context& context) {
  switch (finding.fix->action.verb) {
    case FixAction::Verb::kShow:
      return refuse("it is only shown");
    case FixAction::Verb::kUseTorchrun:
      return plan_use_torchrun(finding, context);
    case FixAction::Verb::kRenameVariable:
      return plan_rename_variable(finding, context);
    case FixAction::Verb::kReadPipestatus:
      return plan_read_pipestatus(finding, context);
    default:
      return refuse("the rule's fix is not for launch scripts");
  }
}

// A comment inside an expression or a statement has a line end behind it.
bool has_comment(std::string_view text) {
  const std::size_t at = text.find('#');
  return at != text.npos && text.find_first_of("\r\n", at) != text.npos;
}

// Of a script of either kind.
Planned plan_where_found(const Finding& finding, const Context& context) {
  if (finding.launch) return plan_in_launch_script(finding, context);
  Planned plan = plan_in_script(finding, context);
  if (!plan) return plan;
  for (const TextEdit& edit : plan->edits) {
    if (has_comment(source_of(context, edit.span).text(edit.span)))
      return refuse("a comment inside it would be lost");
  }
  return plan;
}

}  // namespace

Planned plan_of(std::vector<TextEdit> edits) {
  if (edits.empty())
    return refuse("the place to edit is not written in a form that can be extended");
  return Plan{without_repeats(std::move(edits))};
}

std::optional<Refusal> data_file_refusal(const Finding& finding, const Context& context) {
  const std::string& path = path_of(context, finding.diagnostic.primary);
  const bool may_override =
      std::any_of(finding.reaches.begin(), finding.reaches.end(),
                  [&](const Reach& reach) { return context.editable(reach.view.config->path); });
  if (!data::is_data_file(path) || may_override) return std::nullopt;
  return Refusal{"it stands in " + path + ", and mmlint does not edit YAML and JSON files"};
}

bool offers_fix(const Finding& finding, const Context& context) {
  if (!finding.fix) return false;
  const FixAction::Verb verb = finding.fix->action.verb;
  if ((finding.hit || finding.launch) && verb != FixAction::Verb::kShow)
    return plan_where_found(finding, context).has_value();
  if (is_in_place(verb)) return !edits_in_place(finding, context).empty();
  return verb != FixAction::Verb::kReplaceValue || has_replacement(finding);
}

Planned plan(const Finding& finding, const Context& context) {
  MM_CHECK(finding.fix);
  if (!finding.hit && !finding.launch) return plan_in_config(finding, context);
  const std::string& path = path_of(context, finding.diagnostic.primary);
  if (!context.editable(path)) return refuse("it stands in " + path + ", which was not passed");
  return plan_where_found(finding, context);
}

}  // namespace mmlint::fix
