#include "fix/config/set_key.h"

#include "base/text.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"
#include "fix/text/statement_edits.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using catalog::Literal;

namespace {

// value as dict(a=dict(b=value)) for the parts a, b.
Literal nested(std::span<const std::string_view> parts, const Literal& value) {
  if (parts.empty()) return value;
  return Literal{Literal::Dict{{std::string(parts.front()), nested(parts.subspan(1), value)}}};
}

// The link of a key's chain that stands in a file itself.
const Origin* link_in(const Origin* origin, FileId file) {
  while (origin && origin->value().file != file) origin = origin->shadows();
  return origin;
}

}  // namespace

std::optional<OwnDict> own_dict(const config::Resolved& config, FileId file,
                                std::string_view key_path, const Context& context) {
  std::vector<std::string_view> parts = split(key_path, '.');
  const Entry* entry = config.root->dict().find(parts.front());
  const Origin* origin = entry ? link_in(entry->origin, file) : nullptr;
  if (!origin || !origin->set() || !origin->set()->literal ||
      origin->set()->kind != Value::Kind::kDict) {
    return std::nullopt;
  }
  const Value* dict = origin->set();
  std::size_t next = 1;
  while (next + 1 < parts.size()) {
    const Value* below = dict->dict().get(parts[next]);
    if (!below || below->kind != Value::Kind::kDict || !below->literal || below->span.file != file)
      break;
    dict = below;
    ++next;
  }
  const syntax::Expr* expr =
      syntax::find_expr(document_of(context, dict->span), dict->span.begin, dict->span.end);
  if (!expr) return std::nullopt;
  return OwnDict{expr, {parts.begin() + static_cast<std::ptrdiff_t>(next), parts.end()}};
}

bool base_lacks(const config::Resolved& config, std::string_view key_path, const Context& context) {
  for (const config::Resolved* base : config.bases) {
    if (base_lacks(*base, key_path, context)) return true;
    if (!may_edit(context, *base) || base->root->kind != Value::Kind::kDict) continue;
    const FoundValue found = value_at(*base->root, key_path);
    const bool lacks = !found.unknown && (!found.value || found.value->kind == Value::Kind::kNone);
    const auto view = check::view_of(*base, context.index.is_inherited(*base));
    if (lacks && view.runnable && view.may_run_distributed) return true;
  }
  return false;
}

std::vector<TextEdit> set_key(const config::Resolved& config, std::string_view key_path,
                              const Literal& value, const Context& context,
                              std::string_view beside) {
  const syntax::Document& document = *context.workspace.document(config.path);
  const FileId file = document.source().id();
  if (const auto own = own_dict(config, file, key_path, context); own && !own->rest.empty()) {
    // The key itself may stand there with another value: that is for replacing, not for adding.
    const FoundValue found = value_at(*config.root, key_path);
    if (!found.value || found.value->span.file != file) {
      const std::span rest(own->rest);
      return add_entries(document, *own->expr,
                         {{std::string(rest.front()), nested(rest.subspan(1), value)}});
    }
  }
  const std::vector<std::string_view> parts = split(key_path, '.');
  const std::span rest = std::span(parts).subspan(1);
  const Style style = style_of(document);
  const Value* inherited = config.root->dict().get(parts.front());
  std::string text;
  if (config.style == config::Style::kLazy && inherited && inherited->kind == Value::Kind::kDict) {
    text = std::string(parts.front()) + ".update(" + to_python(nested(rest, value), style) + ")";
  } else {
    text = to_statement(parts.front(), nested(rest, value), style);
  }
  std::size_t after = document.statements().size();
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (!beside.empty() && document.statements()[i].name == beside) after = i;
  }
  return {add_statement(document, after, text)};
}

}  // namespace mmlint::fix
