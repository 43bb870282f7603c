#include "fix/config/edit_in_place.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "fix/text/statement_edits.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using catalog::FixAction;
using Verb = FixAction::Verb;
using syntax::Document;
using syntax::ExprKind;

namespace {

std::vector<TextEdit> remove_mark(const Document& document, Span at) {
  if (document.source().text(at) != "\xef\xbb\xbf") return {};
  return {{at, ""}};
}

// The `{{...}}` that is all of a text, or empty.
std::string_view only_template(std::string_view text) {
  const bool one = text.size() > 4 && text.starts_with("{{") && text.ends_with("}}") &&
                   text.find("{{", 2) == text.npos;
  return one ? text : std::string_view();
}

std::vector<TextEdit> drop_quotes(const Document& document, Span at) {
  const std::string_view text = document.source().text(at);
  for (const std::string_view quote : {"'''", "'"}) {
    if (text.size() < 2 * quote.size() || !text.starts_with(quote) || !text.ends_with(quote))
      continue;
    const std::string_view inner =
        only_template(text.substr(quote.size(), text.size() - 2 * quote.size()));
    if (inner.empty()) continue;
    return {{at, std::string(inner)}};
  }
  return {};
}

std::vector<TextEdit> use_base_name(const Document& document, Span at) {
  const std::string_view text = only_template(document.source().text(at));
  if (text.empty()) return {};
  const std::string_view name = trim(text.substr(2, text.size() - 4));
  if (!name.starts_with("_base_.")) return {};
  return {{at, std::string(name)}};
}

std::vector<TextEdit> remove_argument(const Document& document, Span key, const Context& context) {
  const std::size_t i = syntax::statement_at(document, key.begin);
  if (i >= document.statements().size()) return {};
  const syntax::Stmt* stmt = document.statement(i, context.parser);
  // In `name.update(dict(_delete_=True, ...))` it was to replace something, which this would hide.
  if (!stmt || stmt->kind == syntax::StmtKind::kExpression) return {};
  return remove_key(document, context.parser, key.begin);
}

std::vector<TextEdit> remove_suppression(const Document& document, Span code) {
  const std::string_view text = document.source().bytes();
  const auto suppressions = document.suppressions();
  const auto found = std::find_if(suppressions.begin(), suppressions.end(),
                                  [&](const auto& s) { return s.comment.contains(code); });
  if (found == suppressions.end()) return {};
  const std::string_view removed = document.source().text(code);
  std::vector<std::string_view> others;
  for (const std::string_view each : found->codes) {
    if (each != removed) others.push_back(each);
  }
  const auto open = static_cast<std::uint32_t>(text.find('[', found->comment.begin));
  const auto close = static_cast<std::uint32_t>(text.find(']', open));
  if (!others.empty()) {
    return {{{code.file, open + 1, close}, fmt::format("{}", fmt::join(others, ", "))}};
  }
  const std::string_view reason = trim(text.substr(close + 1, found->comment.end - close - 1));
  if (!reason.empty()) return {{found->comment, "# " + std::string(reason)}};
  return {remove_comment(document, found->comment)};
}

}  // namespace

bool is_in_place(Verb verb) {
  return verb == Verb::kRemoveText || verb == Verb::kRemoveArgument || verb == Verb::kDropQuotes ||
         verb == Verb::kUseBaseName || verb == Verb::kRemoveSuppression;
}

bool keeps_values(Verb verb) {
  return verb == Verb::kRemoveText || verb == Verb::kRemoveSuppression ||
         verb == Verb::kImportProcessGroup;
}

std::vector<TextEdit> edits_in_place(const check::Finding& finding, const Context& context) {
  const Span at = finding.diagnostic.primary;
  const Document& document = document_of(context, at);
  switch (finding.fix->action.verb) {
    case Verb::kRemoveText:
      return remove_mark(document, at);
    case Verb::kRemoveArgument:
      return remove_argument(document, at, context);
    case Verb::kDropQuotes:
      return drop_quotes(document, at);
    case Verb::kUseBaseName:
      return use_base_name(document, at);
    case Verb::kRemoveSuppression:
      return remove_suppression(document, at);
    default:
      return {};
  }
}

Planned plan_in_place(const check::Finding& finding, const Context& context) {
  const Span at = finding.diagnostic.primary;
  if (!may_edit(context, at))
    return refuse("it stands in " + path_of(context, at) + ", which may not be edited here" +
                  kPassItAsWell);
  return plan_of(edits_in_place(finding, context));
}

}  // namespace mmlint::fix
