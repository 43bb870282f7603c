#include "fix/plan.h"

#include "fix/config/planners.h"
#include "fix/script/other_use.h"
#include "fix/script/planners.h"
#include "fix/shell/planners.h"
#include "fix/trial.h"

namespace mmlint::fix {
using check::Finding;
namespace verb = catalog::verb;

namespace {

// A comment inside an expression or a statement has a line end behind it.
bool has_comment(std::string_view text) {
  const std::size_t at = text.find('#');
  return at != text.npos && text.find_first_of("\r\n", at) != text.npos;
}

// Returns true if Python or bash takes the file, so that an edit of it means what it says. What a
// config with templates becomes is judged where it is resolved.
bool is_valid(const std::string& path, const Context& context) {
  if (context.workspace.kind(path) == config::DocumentKind::kShell) {
    const auto* script = context.workspace.launch_scripts(std::span(&path, 1)).front();
    return script && script->is_valid();
  }
  const syntax::Document* document = context.workspace.document(path);
  if (!document || !document->templates().empty() || document->parse_all())
    return document != nullptr;
  const auto problems = document->problems();
  return std::ranges::all_of(problems, [](const SyntaxProblem& problem) {
    return problem.kind == SyntaxProblem::Kind::kBom;
  });
}

// For a finding in a script of either kind. What is written in Python may hold comments.
Planned plan_in_script(const Finding& finding, const Context& context) {
  context.read += source_of(context, finding.diagnostic.primary).bytes().size();
  if (context.read > Context::kMostRead) return refuse(Reason::kTooMuch);
  if (!is_valid(path_of(context, finding.diagnostic.primary), context))
    return refuse(Reason::kInvalidBefore);
  Planned plan = plan_by_verb(finding, context);
  if (!plan || finding.launch_hit()) return plan;
  for (const TextEdit& edit : plan->edits) {
    if (has_comment(source_of(context, edit.span).text(edit.span)))
      return refuse(Reason::kCommentInside);
  }
  return plan;
}

template <class Verb>
using Planner = Planned (*)(const Verb&, const Finding&, const Context&);

// One verb. A planner is null where kVerbs does not let the verb into a rule.
template <class Verb>
struct Row {
  Planner<Verb> config = nullptr;
  Planner<Verb> script = nullptr;
  Planner<Verb> launch_script = nullptr;
  // In place of `config`: the edits of the very text where the finding stands. None if that is not
  // written in a form that the fix is for.
  EditInPlace in_place = nullptr;
  // Whether the fix is for what a finding in a config found; null if it is for everything.
  bool (*applies)(const Verb&, const Finding&) = nullptr;
  bool may_change_nothing = false;
  bool serves_every_target = false;
};

Planned only_shown(const verb::Show&, const Finding&, const Context&) {
  return refuse(Reason::kOnlyShown);
}

constexpr std::tuple kRows = {
    Row<verb::Show>{.config = only_shown, .script = only_shown, .launch_script = only_shown},
    Row<verb::ReplaceValue>{.config = plan_replace_value,
                            .script = plan_replace_script_value,
                            .applies = has_replacement},
    Row<verb::AddKey>{.config = plan_add_key, .script = plan_add_script_key},
    Row<verb::EnsureKey>{.config = plan_ensure_key},
    Row<verb::ChangeEntries>{.config = plan_change_entries},
    Row<verb::RemoveKey>{.config = plan_remove_key},
    Row<verb::MoveValue>{.config = plan_move_value},
    Row<verb::EnsureWrapper>{.config = plan_ensure_wrapper, .script = plan_ensure_script_wrapper},
    Row<verb::ClassToString>{.config = plan_class_to_string},
    Row<verb::ImportProcessGroup>{.config = plan_import_process_group, .may_change_nothing = true},
    Row<verb::RemoveText>{
        .in_place = remove_mark, .may_change_nothing = true, .serves_every_target = true},
    Row<verb::RemoveArgument>{.in_place = remove_argument},
    Row<verb::DropQuotes>{.launch_script = plan_drop_delimiter_quotes, .in_place = drop_quotes},
    Row<verb::UseBaseName>{.in_place = use_base_name, .may_change_nothing = true},
    Row<verb::RemoveSuppression>{
        .in_place = remove_suppression, .may_change_nothing = true, .serves_every_target = true},
    Row<verb::MakeProcessGroup>{.script = plan_make_process_group},
    Row<verb::ReplaceArgument>{.script = plan_replace_argument},
    Row<verb::ChangeArguments>{.script = plan_change_arguments},
    Row<verb::SetDefault>{.script = plan_set_default},
    Row<verb::RemoveImport>{.script = plan_remove_import},
    Row<verb::UseTorchrun>{.launch_script = plan_use_torchrun},
    Row<verb::RenameVariable>{.launch_script = plan_rename_variable},
    Row<verb::ReadPipestatus>{.launch_script = plan_read_pipestatus},
    Row<verb::ReplaceWord>{.launch_script = plan_replace_word},
    Row<verb::AddLine>{.launch_script = plan_add_line},
    Row<verb::SetVariable>{.launch_script = plan_set_variable},
    Row<verb::GiveFlag>{.script = plan_give_flag},
    Row<verb::AssignAlways>{.script = plan_assign_always},
    Row<verb::ImportBridge>{.script = plan_import_bridge},
    Row<verb::AskCuda>{.script = plan_ask_cuda},
    Row<verb::GoOn>{.script = plan_go_on},
    Row<verb::ShareSamples>{.script = plan_share_samples},
    Row<verb::UseDdp>{.script = plan_use_ddp},
    Row<verb::TellEpochs>{.script = plan_tell_epochs},
    Row<verb::CallWrapper>{.script = plan_call_wrapper},
    Row<verb::SetLauncher>{.script = plan_set_launcher},
    Row<verb::SetMaster>{.script = plan_set_master},
    Row<verb::RemoveWord>{.launch_script = plan_remove_word},
};

// Calls `use` with the verb of an action and its row. A verb without a row does not compile.
template <class Use>
auto with_row(const catalog::FixAction& action, Use use) {
  return std::visit(
      [&]<class Verb>(const Verb& verb) { return use(verb, std::get<Row<Verb>>(kRows)); }, action);
}

}  // namespace

Planned plan_of(std::vector<TextEdit> edits) {
  if (edits.empty()) return refuse(Reason::kCannotExtend);
  return Plan{without_repeats(std::move(edits))};
}

std::optional<Refusal> data_file_refusal(const Finding& finding, const Context& context) {
  const std::string& path = path_of(context, finding.diagnostic.primary);
  if (!data::is_data_file(path)) return std::nullopt;
  const bool may_override = std::ranges::any_of(finding.reaches(), [&](const check::Reach& reach) {
    return may_edit(context, *reach.view.config);
  });
  return may_override ? std::nullopt : std::optional(Refusal{Reason::kDataFile, {path}});
}

bool offers_fix(const Finding& finding, const Context& context) {
  if (!finding.fix) return false;
  const bool of_script = finding.script_hit() || finding.launch_hit();
  if (of_script && !std::holds_alternative<verb::Show>(finding.fix->action))
    return plan_in_script(finding, context).has_value();
  return verb_applies(finding, context);
}

bool changes_cuda_code(const Finding& finding, const Context& context) {
  if (!finding.fix || !finding.script_hit()) return false;
  const auto& action = finding.fix->action;
  if (!std::holds_alternative<verb::ReplaceValue>(action) &&
      !std::holds_alternative<verb::ReplaceArgument>(action))
    return false;
  const Span at = finding.script_hit()->at;
  if (context.read > Context::kMostRead) return true;  // nor is it planned
  if (!shares_with_cuda(finding, at, context)) return false;
  const Planned plan = plan_by_verb(finding, context);
  return plan && !plan->keeps_cuda;
}

Planned plan(const Finding& finding, const Context& context) {
  MM_CHECK(finding.fix);
  if (finding.script_hit() || finding.launch_hit()) {
    const std::string& path = path_of(context, finding.diagnostic.primary);
    if (!context.editable(path)) return refuse(Reason::kNotPassed, {path});
    return plan_in_script(finding, context);
  }
  const bool of_comment = std::holds_alternative<verb::RemoveSuppression>(finding.fix->action);
  if (finding.reaches().empty() && !of_comment) return refuse(Reason::kNoConfig);
  if (of_comment && !is_valid(path_of(context, finding.diagnostic.primary), context))
    return refuse(Reason::kInvalidBefore);
  if (auto refusal = data_file_refusal(finding, context)) return refuse(std::move(*refusal));
  return plan_by_verb(finding, context);
}

Planned plan_by_verb(const Finding& finding, const Context& context) {
  return with_row(finding.fix->action, [&](const auto& verb, const auto& row) {
    if (row.in_place && !finding.launch_hit()) return plan_in_place(row.in_place, finding, context);
    const auto planner = finding.launch_hit()   ? row.launch_script
                         : finding.script_hit() ? row.script
                                                : row.config;
    MM_CHECK(planner);
    return planner(verb, finding, context);
  });
}

bool verb_applies(const Finding& finding, const Context& context) {
  return with_row(finding.fix->action, [&](const auto& verb, const auto& row) {
    if (row.in_place) return !edits_in_place(row.in_place, finding, context).empty();
    return !row.applies || row.applies(verb, finding);
  });
}

bool may_change_nothing(const catalog::FixAction& action) {
  return with_row(action, [](const auto&, const auto& row) { return row.may_change_nothing; });
}

bool serves_every_target(const catalog::FixAction& action) {
  return with_row(action, [](const auto&, const auto& row) { return row.serves_every_target; });
}

}  // namespace mmlint::fix
