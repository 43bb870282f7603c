#include "fix/plan.h"

#include <algorithm>

#include "base/internal_error.h"
#include "data/data_file.h"
#include "fix/script/shared_code.h"
#include "fix/trial.h"
#include "fix/verbs.h"

namespace mmlint::fix {

using check::Finding;
using check::Reach;
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
  if (context.workspace.kind(path) == config::DocumentKind::kShell)
    return context.workspace.launch_scripts(std::span(&path, 1)).front() != nullptr;
  const syntax::Document* document = context.workspace.document(path);
  if (!document || !document->templates().empty() || document->parse_all(context.parser))
    return document != nullptr;
  const auto problems = document->problems();
  return std::all_of(problems.begin(), problems.end(), [](const SyntaxProblem& problem) {
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

}  // namespace

Planned plan_of(std::vector<TextEdit> edits) {
  if (edits.empty()) return refuse(Reason::kCannotExtend);
  return Plan{without_repeats(std::move(edits))};
}

std::optional<Refusal> data_file_refusal(const Finding& finding, const Context& context) {
  const std::string& path = path_of(context, finding.diagnostic.primary);
  if (!data::is_data_file(path)) return std::nullopt;
  const bool may_override =
      std::any_of(finding.reaches().begin(), finding.reaches().end(),
                  [&](const Reach& reach) { return may_edit(context, *reach.view.config); });
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

}  // namespace mmlint::fix
