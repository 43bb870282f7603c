#include <algorithm>

#include "base/text.h"
#include "syntax/lower_stmt.h"

namespace mmlint::syntax {
namespace {

// all_feature_names of CPython's Lib/__future__.py.
constexpr std::string_view kFeatures[] = {
    "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
    "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations"};

}  // namespace

const Stmt* StmtLowering::import(const Node& node) {
  if (const Node* comma = trailing_comma(node)) refuse(*comma, kInvalid);
  return make(Import{stmt_at(StmtKind::kImport, node), imported(node, 0, false)});
}

const Stmt* StmtLowering::import_from(const Node& node) {
  const Node& from = child(node, 0);
  std::string_view module;
  int level = 0;
  if (from.kind == NodeKind::kRelativeImport) {
    const std::string_view dots = text(child(from, 0));
    level = static_cast<int>(std::count(dots.begin(), dots.end(), '.'));
    if (const Node* path = maybe_child(from, 1)) module = dotted(*path);
  } else {
    module = dotted(from);
  }
  std::span<const ImportedName> names;
  if (const Node* star = child(node, NodeKind::kWildcardImport)) {
    if (context_.function || context_.in_class)
      refuse(node, "import * only allowed at module level");
    const auto only = array<ImportedName>(1);
    only[0] = {"*", {}, place(star->begin), place(star->end)};
    names = only;
  } else {
    names = imported(node, 1, true);
  }
  return make(ImportFrom{stmt_at(StmtKind::kImportFrom, node), module, level, names});
}

const Stmt* StmtLowering::import_future(const Node& node) {
  if (nested_) refuse(node, "from __future__ imports must occur at the beginning of the file");
  const std::span<const ImportedName> names = imported(node, 0, true);
  for (const ImportedName& each : names) {
    if (each.name == "braces") {
      refuse(node, "not a chance");
    } else if (std::find(std::begin(kFeatures), std::end(kFeatures), each.name) ==
               std::end(kFeatures)) {
      refuse(node, "future feature " + std::string(each.name) + " is not defined");
    }
  }
  return make(ImportFrom{stmt_at(StmtKind::kImportFrom, node), "__future__", 0, names});
}

// The children after the first `skip` ones.
std::span<const ImportedName> StmtLowering::imported(const Node& node, int skip, bool is_from) {
  const auto names = array<ImportedName>(count_children(node) - static_cast<std::size_t>(skip));
  std::size_t at = 0;
  for (const Node& each : node.children()) {
    if (each.is_token() || skip-- > 0) continue;
    const bool has_alias = each.kind == NodeKind::kAliasedImport;
    const Node& path = has_alias ? child(each, 0) : each;
    if (is_from && count_children(path) > 1) refuse(path, kInvalid);
    names[at] = {dotted(path), {}, place(each.begin), place(each.end)};
    if (has_alias) {
      const Name& alias = *name(child(each, 1));
      names[at].alias = alias.id;
      names[at].alias_begin = alias.begin;
    }
    ++at;
  }
  if (const Node* comma = trailing_comma(node); comma != nullptr && is_from) {
    refuse(*comma, "trailing comma not allowed without surrounding parentheses");
  }
  return names;
}

// "a.b" also where blanks stand around the dots.
std::string_view StmtLowering::dotted(const Node& node) {
  if (count_children(node) == 1) return name(child(node, 0))->id;
  const std::string_view written = text(node);
  const bool is_plain = written.find_first_of(" \t\f\r\n\\#") == std::string_view::npos;
  if (is_plain && is_ascii(written)) return written;
  std::string path;
  for (const Node& part : node.children()) {
    if (part.is_token()) continue;
    if (!path.empty()) path += '.';
    path += identifier(part);
  }
  return keep(path);
}

}  // namespace mmlint::syntax
