#include "fix/text/statement_edits.h"

#include "base/algorithms.h"
#include "fix/text/entry_edits.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Block;
using syntax::Stmt;
using syntax::StmtKind;

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {}  // namespace

std::vector<TextEdit> remove_statement(const Document& document, const Stmt& stmt) {
  const std::string_view text = document.source().bytes();
  const std::uint32_t begin = begin_of_line(text, stmt.begin);
  const std::uint32_t end = end_of_line(text, stmt.end);
  const bool alone = text.substr(begin, stmt.begin - begin).find_first_not_of(" \t") == text.npos &&
                     text.substr(stmt.end, end - stmt.end).find_first_not_of(" \t)") == text.npos;
  if (!alone) return {};
  return {{{document.source().id(), begin, begin_of_next_line(text, stmt.end)}, ""}};
}

std::vector<TextEdit> remove_keys(const Document& document,
                                  const std::vector<std::uint32_t>& keys) {
  std::vector<TextEdit> edits;
  std::set<std::size_t> statements;
  for (const std::uint32_t key : keys) statements.insert(statement_at(document, key));
  for (const std::size_t i : statements) {
    const Stmt* stmt = i < document.statements().size() ? document.statement(i) : nullptr;
    if (!stmt) return {};
    const auto add = [&](const std::vector<TextEdit>& own) {
      edits.insert(edits.end(), own.begin(), own.end());
    };
    if (is_in(stmt->begin, keys))
      add(remove_statement(document, *stmt));
    else
      for_each_expr(*stmt, [&](const Expr& x) { add(remove_entries(document, x, keys)); });
  }
  const bool all = std::ranges::all_of(keys, [&](std::uint32_t key) {
    return std::ranges::any_of(edits, [key](const TextEdit& edit) {
      return edit.span.begin <= key && key < edit.span.end;
    });
  });
  return all ? edits : std::vector<TextEdit>();
}

TextEdit remove_comment(const Document& document, Span comment) {
  const std::string_view text = document.source().bytes();
  std::uint32_t begin = comment.begin;
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
  const bool alone = begin == 0 || is_line_end(text[begin - 1]);
  const std::uint32_t end = alone ? begin_of_next_line(text, comment.end) : comment.end;
  return {{comment.file, begin, end}, ""};
}

TextEdit add_statement(const Document& document, std::size_t after, std::string_view text) {
  const std::string_view bytes = document.source().bytes();
  const FileId file = document.source().id();
  const std::string line_end(document.source().line_end());
  const auto statements = document.statements();
  const bool at_end = after >= statements.size();
  const std::uint32_t from =
      at_end ? static_cast<std::uint32_t>(bytes.size()) : statements[after].end;
  const std::uint32_t line = end_of_line(bytes, from);
  if (line < bytes.size()) return insertion(file, line, line_end + std::string(text));
  // The end of the file, with or without a line end.
  if (bytes.empty() || is_line_end(bytes.back())) {
    return insertion(file, line, std::string(text) + line_end);
  }
  return insertion(file, line, line_end + std::string(text));
}

std::vector<TextEdit> remove_import(const Document& document, const ImportFrom& import,
                                    std::size_t name) {
  const FileId file = document.source().id();
  if (import.names.size() == 1) return remove_statement(document, import);
  const ImportedName& n = import.names[name];
  if (name + 1 < import.names.size()) return {{{file, n.begin, import.names[name + 1].begin}, ""}};
  return {{{file, import.names[name - 1].end, n.end}, ""}};
}

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

std::uint32_t end_of_line(std::string_view text, std::uint32_t at) {
  while (at < text.size() && !is_line_end(text[at])) ++at;
  return at;
}

std::uint32_t begin_of_line(std::string_view text, std::uint32_t at) {
  while (at > 0 && !is_line_end(text[at - 1])) --at;
  return at;
}

std::optional<std::string> indent_before(std::string_view text, std::uint32_t at) {
  std::uint32_t begin = at;
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
  if (begin > 0 && !is_line_end(text[begin - 1])) return std::nullopt;
  return std::string(text.substr(begin, at - begin));
}

std::uint32_t next_token(std::string_view text, std::uint32_t at) {
  while (at < text.size()) {
    if (text[at] == '#')
      at = end_of_line(text, at);
    else if (text[at] == ' ' || text[at] == '\t' || text[at] == '\\' || text[at] == '\f' ||
             is_line_end(text[at]))
      ++at;
    else
      break;
  }
  return at;
}

std::uint32_t begin_of_next_line(std::string_view text, std::uint32_t at) {
  at = end_of_line(text, at);
  if (text.substr(at).starts_with("\r\n")) return at + 2;
  return at < text.size() ? at + 1 : at;
}

bool is_blank(std::string_view text, std::uint32_t begin, std::uint32_t end) {
  return text.substr(begin, end - begin).find_first_not_of(" \t\r\n") == text.npos;
}

namespace {

// The blocks that stand directly inside a statement; some may be empty.
std::vector<Block> blocks_of(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::kIf:
      return {as<syntax::If>(stmt).then, as<syntax::If>(stmt).otherwise};
    case StmtKind::kFor:
      return {as<syntax::For>(stmt).body, as<syntax::For>(stmt).otherwise};
    case StmtKind::kWhile:
      return {as<syntax::While>(stmt).body, as<syntax::While>(stmt).otherwise};
    case StmtKind::kWith:
      return {as<syntax::With>(stmt).body};
    case StmtKind::kTry: {
      const auto& attempt = as<syntax::Try>(stmt);
      std::vector<Block> blocks = {attempt.body, attempt.otherwise, attempt.finally};
      for (const syntax::Handler& handler : attempt.handlers) blocks.push_back(handler.body);
      return blocks;
    }
    case StmtKind::kFunction:
      return {as<syntax::Function>(stmt).body};
    case StmtKind::kClass:
      return {as<syntax::Class>(stmt).body};
    default:
      return {};
  }
}

}  // namespace

std::vector<EnclosingStatement> enclosing(const syntax::Document& document, Span span) {
  const std::size_t top = syntax::statement_at(document, span.begin);
  const Stmt* stmt = top < document.statements().size() ? document.statement(top) : nullptr;
  std::vector<EnclosingStatement> out;
  if (stmt) out.push_back({stmt, {}});
  while (stmt && (stmt->begin != span.begin || stmt->end != span.end)) {
    const Stmt* outer = stmt;
    stmt = nullptr;
    for (const Block block : blocks_of(*outer)) {
      const auto inner = std::ranges::find_if(block, [span](const Stmt* one) {
        return one->begin <= span.begin && span.end <= one->end;
      });
      if (inner == block.end()) continue;
      stmt = *inner;
      out.push_back({stmt, block});
    }
  }
  return stmt ? out : std::vector<EnclosingStatement>();
}

const syntax::Function* function_around(const std::vector<EnclosingStatement>& enclosing) {
  for (std::size_t i = enclosing.size(); i-- > 1;) {
    if (enclosing[i - 1].stmt->kind == StmtKind::kFunction)
      return &as<syntax::Function>(*enclosing[i - 1].stmt);
  }
  return nullptr;
}

}  // namespace mmlint::fix
