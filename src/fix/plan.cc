#include "fix/plan.h"

#include <algorithm>

#include "base/internal_error.h"
#include "base/text.h"
#include "check/shell/starts.h"
#include "config/mode.h"
#include "data/data_file.h"
#include "fix/config/edit_in_place.h"
#include "fix/config/override_keys.h"
#include "fix/config/set_key.h"
#include "fix/edit_text.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using catalog::FixAction;
using catalog::Literal;
using check::Finding;
using check::Hit;
using check::Reach;

namespace {

Plan checked(std::vector<TextEdit> edits) {
  if (edits.empty())
    return refuse("the place to edit is not written in a form that can be extended");
  return {without_repeats(std::move(edits)), ""};
}

const std::string& path_of(const Context& context, Span span) {
  return context.workspace.sources().get(span.file).path();
}

// --at leaf spares what others inherit; a leaf's own wrong value is still replaced where it stands.
bool may_edit_origin(const Context& context, Span span) {
  const std::string& path = path_of(context, span);
  if (context.where == Where::kLeaf && context.index.is_inherited(path)) return false;
  return context.editable(path);
}

// What the rule wants instead of a value; nullopt if it does not say.
std::optional<Literal> wanted(const Finding& finding, const Value& value) {
  const FixAction& action = finding.fix->action;
  if (action.values.empty()) {
    Literal to = catalog::fill(action.value, *finding.target);
    const std::size_t kept =
        action.keep_from.empty() ? value.text.npos : value.text.find(action.keep_from);
    if (to.string() && kept != value.text.npos)
      to.value = *to.string() + std::string(value.text.substr(kept));
    return to;
  }
  const std::string_view text = value.text.substr(value.text.rfind('.') + 1);
  for (const auto& [from, to] : action.values) {
    if (from == value.text || from == text) return catalog::fill(to, *finding.target);
  }
  return std::nullopt;
}

// A value that an environment variable may set: it goes on doing so, only its default changes.
// Nullopt if the default is not all of the value.
std::optional<TextEdit> edit_of_default(const syntax::Document& document, Span at,
                                        std::string_view value, const Literal& to) {
  const auto* wanted = std::get_if<std::string>(&to.value);
  const std::string_view text = document.source().text(at);
  const std::size_t open = text.find("{{"), close = text.find("}}"), colon = text.find(':', open);
  const bool alone = close != text.npos && text.find_first_not_of("'\"") == open &&
                     text.find_last_not_of("'\"") == close + 1;
  const std::size_t begin = colon > close ? text.npos : text.find(value, colon);
  if (!wanted || !alone || begin > close || value.empty()) return std::nullopt;
  if (wanted->find_first_of("'\"\\{}: ") != wanted->npos) return std::nullopt;
  const auto from = at.begin + static_cast<std::uint32_t>(begin);
  return TextEdit{{at.file, from, from + static_cast<std::uint32_t>(value.size())}, *wanted};
}

bool may_come_from_environment(std::string_view text) {
  const std::size_t open = text.find("{{");
  return open != text.npos && text.find('$', open) != text.npos;
}

// Where the cause cannot be edited, each passed leaf overrides it.
Plan in_leaves(
    const Finding& finding, const Context& context,
    const std::function<std::optional<std::pair<std::string, Literal>>(const Hit&)>& key_of) {
  if (context.where == Where::kOrigin) return refuse("the file that sets it may not be edited");
  std::vector<TextEdit> edits;
  for (const Reach& reach : finding.reaches) {
    const config::Resolved& config = *reach.view.config;
    if (!context.editable(config.path)) continue;
    if (!reach.view.runnable && context.index.is_inherited(config.path)) continue;
    KeyValues values;
    for (const Hit& hit : reach.hits) {
      auto key = key_of(hit);
      if (!key) return refuse("the rule has no value for this");
      values.push_back(std::move(*key));
    }
    Plan own = override_keys(config, values, context);
    if (!own.refused.empty()) return own;
    edits.insert(edits.end(), own.edits.begin(), own.edits.end());
  }
  if (edits.empty()) {
    return refuse("it is set in " + path_of(context, finding.diagnostic.primary) +
                  ", which is not among the passed files; pass it as well, or use --at origin");
  }
  return {without_repeats(std::move(edits)), ""};
}

Plan replace_value(const Finding& finding, const Context& context) {
  const Hit& hit = finding.reaches.front().hits.front();
  const Value& value = *hit.found.value;
  const auto to = wanted(finding, value);
  if (!to) return refuse("the rule has no value for this");
  const Span at = finding.diagnostic.primary;
  const bool environment = may_come_from_environment(document_of(context, at).source().text(at));
  if (!may_edit_origin(context, at)) {
    if (environment) return refuse("an environment variable may set it, which an override hides");
    return in_leaves(finding, context,
                     [&](const Hit& h) { return std::optional(std::make_pair(h.key, *to)); });
  }
  if (environment) {
    const auto edit = edit_of_default(document_of(context, at), at, value.text, *to);
    return edit ? checked({*edit}) : refuse("an environment variable sets part of it");
  }
  if (!value.literal && value.kind != Kind::kReference) return refuse("the value is computed here");
  return checked({{at, to_python(*to, style_near(document_of(context, at), at))}});
}

// The dict that the hit names gets a key, where it was first written.
Plan add_key(const Finding& finding, const Context& context) {
  const FixAction& action = finding.fix->action;
  const Literal value = catalog::fill(action.value, *finding.target);
  std::vector<TextEdit> edits;
  for (const Reach& reach : finding.reaches) {
    for (const Hit& hit : reach.hits) {
      const Origin* origin = hit.found.entry ? check::definer(hit.found.entry->origin) : nullptr;
      if (!origin || !origin->value.known()) return refuse("the dict is computed");
      if (!may_edit_origin(context, origin->value)) {
        return in_leaves(finding, context, [&](const Hit& h) {
          return std::optional(std::make_pair(h.key + "." + action.key, value));
        });
      }
      const Value* dict = origin->set && origin->set->literal ? origin->set : hit.found.value;
      if (!dict->literal) return refuse("the dict is computed");
      const syntax::Document& document = document_of(context, dict->span);
      const syntax::Expr* expr =
          syntax::find_expr(document, context.parser, dict->span.begin, dict->span.end);
      if (!expr) return refuse("the dict is computed");
      const auto own = add_entries(document, *expr, {{action.key, value}});
      edits.insert(edits.end(), own.begin(), own.end());
    }
  }
  return checked(std::move(edits));
}

// A key path must have a value in every affected config: added to the dict that is there, or as the
// whole block where nothing is.
Plan ensure_key(const Finding& finding, const Context& context) {
  const FixAction& action = finding.fix->action;
  const Literal value = catalog::fill(action.value, *finding.target);
  const Literal block = catalog::fill(action.block, *finding.target);
  const std::string top = action.key.substr(0, action.key.find('.'));
  std::vector<TextEdit> edits;
  for (const Reach& reach : finding.reaches) {
    const config::Resolved& config = *reach.view.config;
    const Entry* entry = config.root->dict.find(top);
    const Origin* origin = check::nearest_definer(config, action.key);
    if (origin && may_edit_origin(context, origin->value)) {
      const auto own = own_dict(config, origin->value.file, action.key, context);
      if (!own) return refuse("the dict is computed");
      Literal inner = value;
      for (std::size_t i = own->rest.size(); i-- > 1;) {
        inner = Literal{Literal::Dict{{std::string(own->rest[i]), inner}}};
      }
      const auto added = add_entries(document_of(context, origin->value), *own->expr,
                                     {{std::string(own->rest.front()), inner}});
      edits.insert(edits.end(), added.begin(), added.end());
      continue;
    }
    if (!context.editable(config.path) || base_lacks(config, action.key, context)) continue;
    const auto own = entry || block.is_null() ? set_key(config, action.key, value, context)
                                              : set_key(config, top, block, context);
    edits.insert(edits.end(), own.begin(), own.end());
  }
  if (edits.empty()) return refuse("no file that may be edited can hold it");
  return checked(std::move(edits));
}

// An import may be all that makes a file a lazy config, which its other imports need.
bool needed_as_import(const syntax::Document& document, const Context& context,
                      const syntax::Stmt& import) {
  bool others = false;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::StatementRange& range = document.statements()[i];
    if (range.keyword != "from" && range.keyword != "import" && range.keyword != "with") continue;
    const syntax::Stmt* stmt = document.statement(i, context.parser);
    if (!stmt || stmt == &import) continue;
    if (config::makes_lazy(document, *stmt)) return false;
    others = true;
  }
  return others;
}

Plan in_place(const Finding& finding, const Context& context) {
  if (!may_edit_origin(context, finding.diagnostic.primary)) {
    return refuse("it stands in " + path_of(context, finding.diagnostic.primary) +
                  ", which may not be edited here; pass it as well, or use --at origin");
  }
  return checked(edits_in_place(finding, context));
}

// A lazy reference becomes its class name in quotes; an import that nobody uses any more goes.
Plan class_to_string(const Finding& finding, const Context& context) {
  const Span at = finding.diagnostic.primary;
  if (!may_edit_origin(context, at)) {
    return in_leaves(finding, context, [](const Hit& h) {
      const std::string_view text = h.found.value->text;
      return std::optional(
          std::make_pair(h.key, Literal{std::string(text.substr(text.rfind('.') + 1))}));
    });
  }
  const std::string_view dotted = finding.reaches.front().hits.front().found.value->text;
  const syntax::Document& document = document_of(context, at);
  const Literal name{std::string(dotted.substr(dotted.rfind('.') + 1))};
  std::vector<TextEdit> edits{{at, to_python(name, style_of(document))}};
  document.parse_all(context.parser);
  const std::string_view used = document.source().text(at);
  int uses = 0;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::Stmt* stmt = document.statement(i, context.parser);
    if (!stmt) continue;
    syntax::for_each_expr(*stmt, [&](const syntax::Expr& x) {
      if (x.kind == syntax::ExprKind::kName && syntax::as<syntax::Name>(x).id == used) ++uses;
    });
  }
  if (uses > 1) return {edits, ""};
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::Stmt* stmt = document.statement(i, context.parser);
    if (!stmt || stmt->kind != syntax::StmtKind::kImportFrom) continue;
    const auto& import = syntax::as<syntax::ImportFrom>(*stmt);
    for (std::size_t n = 0; n < import.names.size(); ++n) {
      const syntax::ImportedName& imported = import.names[n];
      if ((imported.alias.empty() ? imported.name : imported.alias) != used) continue;
      if (needed_as_import(document, context, *stmt)) continue;
      const auto removal = remove_import(document, import, n);
      edits.insert(edits.end(), removal.begin(), removal.end());
    }
  }
  return checked(std::move(edits));
}

}  // namespace

std::string left_alone(const Finding& finding, const Context& context) {
  const std::string& path = path_of(context, finding.diagnostic.primary);
  const bool may_override =
      std::any_of(finding.reaches.begin(), finding.reaches.end(),
                  [&](const Reach& reach) { return context.editable(reach.view.config->path); });
  if (!data::is_data_file(path) || may_override) return "";
  return "it stands in " + path + ", and mmlint does not edit YAML and JSON files";
}

Plan refuse(std::string reason) {
  return {{}, std::move(reason)};
}

bool offers_fix(const Finding& finding, const Context& context) {
  if (!finding.fix) return false;
  const FixAction::Verb verb = finding.fix->action.verb;
  if (finding.hit && verb != FixAction::Verb::kShow)
    return plan_script(finding, context).refused.empty();
  if (finding.launch && verb != FixAction::Verb::kShow)
    return plan_launch(finding, context).refused.empty();
  if (is_in_place(verb)) return !edits_in_place(finding, context).empty();
  if (verb != FixAction::Verb::kReplaceValue || finding.reaches.empty()) return true;
  const Value* value = finding.reaches.front().hits.front().found.value;
  return value == nullptr || wanted(finding, *value);
}

Plan plan(const Finding& finding, const Context& context) {
  MM_CHECK(finding.fix);
  if (finding.hit) {
    const std::string& path = path_of(context, finding.diagnostic.primary);
    if (!context.editable(path)) return refuse("it stands in " + path + ", which was not passed");
    return plan_script(finding, context);
  }
  if (finding.launch) {
    const std::string& path = path_of(context, finding.diagnostic.primary);
    if (!context.editable(path)) return refuse("it stands in " + path + ", which was not passed");
    return plan_launch(finding, context);
  }
  const bool of_comment = finding.fix->action.verb == FixAction::Verb::kRemoveSuppression;
  if (finding.reaches.empty() && !of_comment) return refuse("no config is affected");
  if (std::string reason = left_alone(finding, context); !reason.empty())
    return refuse(std::move(reason));
  switch (finding.fix->action.verb) {
    case FixAction::Verb::kShow:
      return refuse("it is only shown");
    case FixAction::Verb::kReplaceValue:
      return replace_value(finding, context);
    case FixAction::Verb::kAddKey:
      return add_key(finding, context);
    case FixAction::Verb::kEnsureKey:
      return ensure_key(finding, context);
    case FixAction::Verb::kChangeEntries:
    case FixAction::Verb::kRemoveKey:
      return plan_entries(finding, context);
    case FixAction::Verb::kMoveValue:
      return plan_move(finding, context);
    case FixAction::Verb::kEnsureWrapper:
      return plan_wrapper(finding, context);
    case FixAction::Verb::kImportProcessGroup:
      return plan_process_group(finding, context);
    case FixAction::Verb::kClassToString:
      return class_to_string(finding, context);
    case FixAction::Verb::kRemoveText:
    case FixAction::Verb::kRemoveArgument:
    case FixAction::Verb::kDropQuotes:
    case FixAction::Verb::kUseBaseName:
    case FixAction::Verb::kRemoveSuppression:
      return in_place(finding, context);
    case FixAction::Verb::kMakeProcessGroup:
    case FixAction::Verb::kReplaceArgument:
    case FixAction::Verb::kAddArguments:
    case FixAction::Verb::kSetDefault:
    case FixAction::Verb::kRemoveImport:
    case FixAction::Verb::kGuard:
      return refuse("the rule's fix is for scripts");
    case FixAction::Verb::kUseTorchrun:
    case FixAction::Verb::kRenameVariable:
    case FixAction::Verb::kReadPipestatus:
      return refuse("the rule's fix is for launch scripts");
  }
  return refuse("it is only shown");
}

}  // namespace mmlint::fix
