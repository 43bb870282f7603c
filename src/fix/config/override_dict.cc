#include "fix/config/override_dict.h"

#include "base/text.h"
#include "fix/config/set_key.h"
#include "fix/config/value_text.h"
#include "fix/text/entry_edits.h"
#include "fix/text/statement_edits.h"

namespace mmlint::fix {

using catalog::Literal;

namespace {

// The changed dict as Python text.
std::string changed_text(const DictChanges& changes, bool replaces, const Style& style) {
  std::vector<std::string> entries;
  const auto add = [&](std::string_view key, const std::string& text) {
    entries.push_back(to_argument(key, text, style));
  };
  if (replaces) add("_delete_", "True");
  const auto wanted = [&](std::string_view key) {
    return std::ranges::find_if(changes.set, [key](const auto& set) { return set.first == key; });
  };
  for (const Entry& entry : changes.dict->dict().entries()) {
    const std::string_view key = entry.key->text();
    if (is_in(key, changes.drop)) continue;
    const auto renamed =
        std::ranges::find_if(changes.rename, [key](const auto& r) { return r.first == key; });
    const auto set = wanted(key);
    const std::string text = set != changes.set.end() ? to_python(set->second, style)
                                                      : text_of(*entry.value, style, "    ");
    add(renamed == changes.rename.end() ? key : std::string_view(renamed->second), text);
  }
  for (const auto& [key, value] : changes.set) {
    if (!changes.dict->dict().find(key)) add(key, to_python(value, style));
  }
  const std::string separator = entries.size() < 3 ? " " : style.line_end + "    ";
  return fmt::format("{}{}{}{}", style.braces ? "{" : "dict(", entries.size() < 3 ? "" : separator,
                     fmt::join(entries, "," + separator), style.braces ? "}" : ")");
}

bool has_odd_keys(const Value& dict) {
  return std::ranges::any_of(dict.dict().entries(), [](const Entry& entry) {
    return entry.key->kind != Value::Kind::kString || !is_identifier(entry.key->text());
  });
}

using Edits = std::vector<TextEdit>;

OrRefusal<Edits> in_classic(const config::Resolved& config, const std::string& path,
                            const DictChanges& changes, const Context& context) {
  const syntax::Document& document = *context.workspace.document(config.path);
  if (!is_data(*changes.dict)) return refuse(Reason::kPartNotKnown, {std::string(path)});
  const bool inherited = std::ranges::any_of(
      config.bases, [&](const auto* base) { return value_at(*base->root, path).value != nullptr; });
  Style style = style_of(document);
  style.braces = has_odd_keys(*changes.dict);
  std::string text = changed_text(changes, inherited, style);
  const auto statements = document.statements();
  const std::vector<std::string_view> parts = key_parts(path);
  const bool written =
      std::ranges::any_of(statements, [&](const auto& s) { return s.name == parts.front(); });
  const std::string below = path + "._";
  const auto own = own_dict(config, document.source().id(), below, context);
  const auto nest = [&style](std::string inner, std::span<const std::string_view> around) {
    style.braces = false;
    for (std::size_t i = around.size(); i-- > 0;)
      inner = "dict(" + to_argument(around[i], inner, style) + ")";
    return inner;
  };
  if (own && own->rest.size() == 1) {
    const Span at{document.source().id(), own->expr->begin, own->expr->end};
    const bool comment = document.source().text(at).find('#') != std::string_view::npos;
    if (!comment) return Edits{{at, std::move(text)}};
    if (parts.size() > 1) return refuse(Reason::kCommentIn, {std::string(path)});
  } else if (own) {
    const std::span rest = std::span(own->rest).first(own->rest.size() - 1);
    style.braces = own->expr->kind == syntax::ExprKind::kDict;
    const std::string entry = to_argument(rest.front(), nest(text, rest.subspan(1)), style);
    Edits added = add_written_entries(document, *own->expr, {entry});
    if (added.empty()) return refuse_as_in_list();
    return added;
  } else if (written) {
    return refuse(Reason::kFileComputes, {std::string(parts.front())});
  }
  return Edits{add_statement(
      document, statements.size(),
      fmt::format("{} = {}", parts.front(), nest(std::move(text), std::span(parts).subspan(1))))};
}

Edits in_lazy(const config::Resolved& config, const std::string& path, const DictChanges& changes,
              const Context& context) {
  const syntax::Document& document = *context.workspace.document(config.path);
  const Style style = style_of(document);
  std::string name;
  for (const std::string_view part : key_parts(path)) {
    const bool index = part.find_first_not_of("0123456789") == part.npos;
    if (name.empty())
      name = part;
    else if (index)
      name += fmt::format("[{}]", part);
    else
      name += fmt::format("[{}]", to_python(Literal{std::string(part)}, style));
  }
  std::vector<std::string> lines;
  Literal::Dict set = changes.set;
  std::erase_if(set, [&](const auto& entry) {
    const Value* had = changes.dict->dict().get(entry.first);
    return had && check::equals(*had, entry.second, false);
  });
  if (!set.empty())
    lines.push_back(fmt::format("{}.update({})", name, to_python(Literal{std::move(set)}, style)));
  const auto quoted = [&style](const std::string& key) { return to_python(Literal{key}, style); };
  for (const std::string& key : changes.drop) {
    if (changes.dict->dict().find(key))
      lines.push_back(fmt::format("{}.pop({}, None)", name, quoted(key)));
  }
  for (const auto& [key, to] : changes.rename)
    lines.push_back(fmt::format("{}[{}] = {}.pop({})", name, quoted(to), name, quoted(key)));
  return {add_statement(document, document.statements().size(),
                        fmt::format("{}", fmt::join(lines, style.line_end)))};
}

}  // namespace

tl::unexpected<Refusal> refuse_as_in_list() {
  return refuse(Reason::kInList);
}

std::string parent_key(std::string_view key_path) {
  const std::size_t last = key_parts(key_path).back().size();
  return std::string(key_path.substr(0, key_path.size() - std::min(key_path.size(), last + 1)));
}

DictChanges changes_of(const check::Finding& finding, const check::Hit& hit, const Value& root) {
  const std::string key(key_parts(hit.key).back());
  const std::string above = parent_key(hit.key);
  const FoundValue parent =
      above.empty() ? FoundValue{&root, nullptr, false} : value_at(root, above);
  DictChanges out;
  if (!parent.value || parent.value->kind != Value::Kind::kDict) return out;
  out.dict = parent.value;
  if (const auto* change = std::get_if<catalog::verb::ChangeEntries>(&finding.fix->action)) {
    for (const auto& [name, value] : change->set)
      out.set.emplace_back(name, catalog::fill(value, *finding.target));
    out.drop = change->drop;
    return out;
  }
  const auto& rename = std::get<catalog::verb::RemoveKey>(finding.fix->action).rename;
  const auto renamed = std::ranges::find_if(rename, [&](const auto& r) { return r.first == key; });
  if (renamed != rename.end() && !out.dict->dict().find(renamed->second))
    out.rename.push_back(*renamed);
  else
    out.drop.push_back(key);
  return out;
}

OrRefusal<std::vector<TextEdit>> override_dict(const config::Resolved& config,
                                               const std::string& path, const DictChanges& changes,
                                               const Context& context) {
  if (path.empty()) return refuse(Reason::kLeafCannotRemove);
  const auto parts = key_parts(path);
  const bool in_list = std::ranges::any_of(parts, [](std::string_view part) {
    return part.find_first_not_of("0123456789") == part.npos;
  });
  const bool lazy = config.style == config::Style::kLazy;
  if (in_list && !lazy) return refuse(Reason::kListItems);
  if (lazy) return in_lazy(config, path, changes, context);
  return in_classic(config, path, changes, context);
}

}  // namespace mmlint::fix
