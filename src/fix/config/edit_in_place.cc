#include "fix/config/planners.h"

#include "base/text.h"
#include "config/base_names.h"
#include "fix/text/statement_edits.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using syntax::Document;

namespace {

// The `{{...}}` that is all of a text, or empty.
std::string_view only_template(std::string_view text) {
  const bool one = text.size() > 4 && text.starts_with("{{") && text.ends_with("}}") &&
                   text.find("{{", 2) == text.npos;
  return one ? text : std::string_view();
}

}  // namespace

std::vector<TextEdit> remove_mark(const Document& document, Span at) {
  if (document.source().text(at) != "\xef\xbb\xbf") return {};
  return {{at, ""}};
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
  const std::string_view written = document.source().text(at);
  const std::string_view text = only_template(written);
  if (written == "_base_") {
    const auto edit = config::as_imported_name(document, at);
    return edit ? std::vector{*edit} : std::vector<TextEdit>();
  }
  if (text.empty() && std::ranges::all_of(written, is_name_byte))
    return {{at, "_base_." + std::string(written)}};
  if (text.empty()) return {};
  const std::string_view name = trim(text.substr(2, text.size() - 4));
  if (!name.starts_with("_base_.")) return {};
  return {{at, std::string(name)}};
}

std::vector<TextEdit> remove_argument(const Document& document, Span key) {
  const std::size_t i = syntax::statement_at(document, key.begin);
  if (i >= document.statements().size()) return {};
  const syntax::Stmt* stmt = document.statement(i);
  // In `name.update(dict(_delete_=True, ...))` it was to replace something, which this would hide.
  if (!stmt || stmt->kind == syntax::StmtKind::kExpression) return {};
  return remove_keys(document, {key.begin});
}

std::vector<TextEdit> remove_suppression(const Document& document, Span code) {
  const std::string_view text = document.source().bytes();
  const auto& comments = document.suppressions().comments;
  const auto found = std::lower_bound(
      comments.begin(), comments.end(), code.end,
      [](const Suppression& s, std::uint32_t offset) { return s.comment.end < offset; });
  if (found == comments.end() || !found->comment.contains(code)) return {};
  const auto& codes = found->rules;
  const auto own = std::lower_bound(codes.begin(), codes.end(), code);
  if (own == codes.end() || *own != code) return {};
  // With what stands between it and its neighbour.
  if (own != codes.begin()) return {{{code.file, std::prev(own)->end, code.end}, ""}};
  if (codes.size() > 1) return {{{code.file, code.begin, codes[1].begin}, ""}};
  const auto close = static_cast<std::uint32_t>(text.find(']', code.end));
  const std::string_view reason = trim(text.substr(close + 1, found->comment.end - close - 1));
  if (!reason.empty()) return {{found->comment, "# " + std::string(reason)}};
  return {remove_comment(document, found->comment)};
}

std::vector<TextEdit> edits_in_place(EditInPlace edit, const check::Finding& finding,
                                     const Context& context) {
  const Span at = finding.diagnostic.primary;
  return edit(document_of(context, at), at);
}

Planned plan_in_place(EditInPlace edit, const check::Finding& finding, const Context& context) {
  const Span at = finding.diagnostic.primary;
  if (!may_edit(context, at))
    return refuse({Reason::kNotEditableHere, {path_of(context, at)}, {Reason::kPassItAsWell}});
  return plan_of(edits_in_place(edit, finding, context));
}

}  // namespace mmlint::fix
