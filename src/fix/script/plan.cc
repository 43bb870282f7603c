#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "check/script/matcher.h"
#include "fix/config/set_key.h"
#include "fix/edit_text.h"
#include "fix/plan.h"
#include "fix/python_text.h"
#include "fix/script/imports.h"
#include "fix/script/other_use.h"
#include "fix/script/text.h"
#include "fix/verify.h"
#include "syntax/walk.h"

// Fixes of training scripts: they act on the text where the finding stands.
namespace mmlint::fix {

using catalog::FixAction;
using check::Finding;

namespace {

// An index behind a device: the 0 of 'cuda:0', and all of an f-string behind its beginning.
std::string kept(std::string_view text, const std::string& from) {
  const std::size_t at = from.empty() ? text.npos : text.find(from);
  return at == text.npos ? "" : std::string(text.substr(at));
}

// Empty if the value at the hit goes nowhere but to what the hit is about.
std::string shared(const Finding& finding, const Context& context) {
  const auto* script = script_of(finding, context.workspace);
  if (!script || script->document->source().id() != finding.hit->at.file) return "";
  const auto other = other_use(*finding.hit, *script, context.parser);
  if (!other) return "";
  const Source& source = document_of(context, *other).source();
  return fmt::format("it goes elsewhere as well, in line {}",
                     source.lines().position(other->begin).line);
}

// The tested entry is replaced; a dict display that has none gets it.
Plan add_key(const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.hit;
  if (hit.value) return plan_script_value(finding, context);
  const bool display = hit.whole && hit.whole->kind == Kind::kDict && hit.whole->literal &&
                       hit.whole->span == hit.at;
  if (!display) return refuse("no dict is written here that could get the key");
  const FixAction& action = finding.fix->action;
  const syntax::Document& document = document_of(context, hit.at);
  const syntax::Expr* dict = syntax::find_expr(document, context.parser, hit.at.begin, hit.at.end);
  if (!dict) return refuse("it is computed");
  return {
      add_entries(document, *dict, {{action.key, catalog::fill(action.value, *finding.target)}}),
      ""};
}

std::string_view text_at(const syntax::Document& document, Span span) {
  return document.source().bytes().substr(span.begin, span.end - span.begin);
}

Plan add_arguments(const Finding& finding, const Context& context) {
  const Span at = finding.hit->fact;
  const syntax::Document& document = document_of(context, at);
  const syntax::Expr* call = syntax::find_expr(document, context.parser, at.begin, at.end);
  if (!call || call->kind != syntax::ExprKind::kCall) return refuse("it is computed");
  const FixAction& action = finding.fix->action;
  ScriptImports imports(document, context.parser, at.begin);
  const auto module = imports.use(action.import);
  if (!module) return refuse(module.error().message);
  if (*module != action.import)
    return refuse(fmt::format("it calls {} {}", action.import, *module));
  const char quote = style_of(document).quote;
  std::vector<std::string> texts;
  for (const auto& [name, value] : action.values) {
    const auto& given = syntax::as<syntax::Call>(*call).arguments;
    const auto is_it = [&keyword = name](const syntax::Argument& argument) {
      return argument.name == keyword;
    };
    if (std::any_of(given.begin(), given.end(), is_it)) continue;
    texts.push_back(name + "=" + *value.string());
    std::replace(texts.back().begin(), texts.back().end(), '\'', quote);
  }
  Plan plan{imports.edits(), ""};
  for (TextEdit& edit : fix::add_arguments(document, syntax::as<syntax::Call>(*call), texts))
    plan.edits.push_back(std::move(edit));
  return plan;
}

// os.environ['X'] = value
Plan set_default(const Finding& finding, const Context& context) {
  const Span at = finding.hit->fact;
  const syntax::Document& document = document_of(context, at);
  const syntax::Stmt* stmt = syntax::find_stmt(document, context.parser, at.begin, at.end);
  if (!stmt || stmt->kind != syntax::StmtKind::kAssign) return refuse("it is no assignment");
  const auto& assign = syntax::as<syntax::Assign>(*stmt);
  if (assign.targets.size() != 1 || assign.targets.front()->kind != syntax::ExprKind::kSubscript)
    return refuse("more than one thing is assigned");
  const auto& target = syntax::as<syntax::Subscript>(*assign.targets.front());
  const Span between{at.file, target.object->end, target.index->begin};
  const Span behind{at.file, target.index->end, assign.value->begin};
  std::string sign(text_at(document, behind));
  std::erase(sign, ' ');
  const bool plain =
      text_at(document, between) == "[" && sign == "]=" && assign.value->end == at.end;
  if (!plain) return refuse("it is not written as os.environ['NAME'] = value");
  return {{{between, ".setdefault("}, {behind, ", "}, {{at.file, at.end, at.end}, ")"}}, ""};
}

// if torch.cuda.is_available(): in front of torch.cuda.set_device(...)
Plan guard(const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.hit;
  const syntax::Document& document = document_of(context, hit.at);
  const auto line = line_of(document, hit.fact);
  const std::string_view callee = text_at(document, hit.at);
  const std::size_t dot = callee.rfind('.');
  if (!hit.name.starts_with("torch.cuda.") || dot == callee.npos)
    return refuse("no torch.cuda is named here that could be asked");
  const syntax::Stmt* stmt =
      syntax::find_stmt(document, context.parser, hit.fact.begin, hit.fact.end);
  if (!line || !line->ends || !stmt) return refuse("it is part of a longer line");
  const std::string text = fmt::format("if {}.is_available():{}{}{}", callee.substr(0, dot),
                                       document.source().line_end(), line->indent, line->unit);
  return {{{{hit.fact.file, hit.fact.begin, hit.fact.begin}, text}}, ""};
}

struct Faults {
  bool valid = false;
  std::size_t hits = 0;
  std::size_t places = 0;   // of hits
  std::size_t shadows = 0;  // names that would have no value
};

Faults faults_of(const Finding& finding, project::Workspace& workspace) {
  const auto* script = script_of(finding, workspace);
  if (!script) return {};
  const check::ScriptMatcher matcher(finding.rule->match, *finding.target);
  const auto hits = matcher.find(*script, *finding.hit->together);
  std::set<Span> places;
  for (const check::ScriptHit& hit : hits) places.insert(hit.at);
  return {true, hits.size(), places.size(), script->shadows.size()};
}

Plan by_verb(const Finding& finding, const Context& context) {
  switch (finding.fix->action.verb) {
    case FixAction::Verb::kShow:
      return refuse("it is only shown");
    case FixAction::Verb::kReplaceValue:
      return plan_script_value(finding, context);
    case FixAction::Verb::kAddKey:
      return add_key(finding, context);
    case FixAction::Verb::kMakeProcessGroup:
      return plan_script_group(finding, context);
    case FixAction::Verb::kReplaceArgument:
      return plan_script_argument(finding, context);
    case FixAction::Verb::kAddArguments:
      return add_arguments(finding, context);
    case FixAction::Verb::kSetDefault:
      return set_default(finding, context);
    case FixAction::Verb::kRemoveImport:
      return plan_script_import(finding, context);
    case FixAction::Verb::kGuard:
      return guard(finding, context);
    default:
      return refuse("the rule's fix is for configs");
  }
}

// A comment inside an expression or a statement has a line end behind it.
bool has_comment(std::string_view text) {
  const std::size_t at = text.find('#');
  return at != text.npos && text.find_first_of("\r\n", at) != text.npos;
}

}  // namespace

Plan plan_script_value(const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.hit;
  if (!hit.value || !hit.value->literal || hit.value->span != hit.at)
    return refuse("it is computed");
  if (std::string why = shared(finding, context); !why.empty()) return refuse(std::move(why));
  const FixAction& action = finding.fix->action;
  catalog::Literal to = catalog::fill(action.value, *finding.target);
  if (to.string()) to.value = *to.string() + kept(hit.value->text, action.keep_from);
  const syntax::Document& document = document_of(context, hit.at);
  return {{{hit.at, to_python(to, style_near(document, hit.at))}}, ""};
}

Plan plan_script(const Finding& finding, const Context& context) {
  Plan plan = by_verb(finding, context);
  for (const TextEdit& edit : plan.edits) {
    if (has_comment(document_of(context, edit.span).source().text(edit.span)))
      return refuse("a comment inside it would be lost");
  }
  return plan;
}

std::string script_fault(std::span<const Candidate* const> candidates, const Context& context) {
  const Plan plan = together(candidates);
  const auto trial = Trial::make(context.workspace, plan.edits, plan.files);
  if (!trial) return trial.error().message;
  const Finding& first = *candidates.front()->finding;
  const Faults before = faults_of(first, context.workspace);
  const Faults after = faults_of(first, (*trial)->workspace());
  if (!after.valid) return "the script would not be valid Python";
  if (after.shadows > before.shadows) return "a name would have no value where it is used";
  const bool repaired = candidates.size() == 1 ? after.hits < before.hits
                                               : after.places + candidates.size() <= before.places;
  return repaired ? "" : "the edit would not repair it";
}

}  // namespace mmlint::fix
