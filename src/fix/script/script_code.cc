#include "fix/script/script_code.h"

#include "fix/text/statement_edits.h"
#include "syntax/bindings.h"

namespace mmlint::fix {
ScriptCode::ScriptCode(const syntax::Document& document) : cuda(document), document_(document) {
  for (std::size_t i = 0; i < document.statements().size() && !torch_; ++i) {
    const syntax::Stmt* stmt = document.statement(i);
    if (!stmt) continue;
    for (const auto& [name, symbol] : syntax::imported_names(*stmt)) {
      if (!torch_ && symbol == "torch") torch_.emplace(stmt->begin, name);
    }
  }
}

const NameReads& ScriptCode::reads() {
  if (!reads_) reads_.emplace(document_);
  return *reads_;
}

std::optional<std::string> ScriptCode::torch_at(std::uint32_t place) const {
  if (!torch_ || torch_->first >= place) return std::nullopt;
  return torch_->second;
}

ScriptCode& code_of(const syntax::Document& document, const Context& context) {
  std::shared_ptr<ScriptCode>& code = context.scripts[&document];
  if (!code) code = std::make_shared<ScriptCode>(document);
  return *code;
}

const std::string& script_path_of(const check::Finding& finding, project::Workspace& workspace) {
  const check::ScriptHit* hit = finding.script_hit();
  const bool started = hit && hit->facts && !hit->facts->program().path().empty();
  return started ? hit->facts->program().path()
                 : workspace.sources().get(finding.diagnostic.primary.file).path();
}

const script::Summary* script_of(const check::Finding& finding, project::Workspace& workspace) {
  const std::string& path = script_path_of(finding, workspace);
  return workspace.scripts(std::span(&path, 1)).front();
}

const script::Call* call_at(const script::Summary& script, Span call) {
  const auto found = std::ranges::find(script.calls, call, &script::Call::span);
  return found == script.calls.end() ? nullptr : &*found;
}

bool is_path(const syntax::Expr& expr) {
  return expr.kind == syntax::ExprKind::kName ||
         (expr.kind == syntax::ExprKind::kAttribute &&
          is_path(*syntax::as<syntax::Attribute>(expr).object));
}

Planned put_before(const syntax::Document& document, const syntax::Stmt& stmt,
                   std::span<const std::string> lines, const ScriptImports& imports) {
  const FileId file = document.source().id();
  const auto line = line_of(document, {file, stmt.begin, stmt.end});
  if (!line) return refuse(Reason::kPartOfLine);
  std::string text;
  for (const std::string& each : lines)
    text += fmt::format("{}{}{}", each, document.source().line_end(), line->indent);
  std::vector<TextEdit> edits = imports.edits();
  edits.push_back(insertion(file, stmt.begin, std::move(text)));
  return plan_of(std::move(edits));
}

std::optional<StatementLine> line_of(const syntax::Document& document, Span statement) {
  const std::string_view bytes = document.source().bytes();
  auto indent = indent_before(bytes, statement.begin);
  if (!indent) return std::nullopt;
  const bool has_tab = indent->find('\t') != std::string::npos;
  const std::size_t behind = bytes.find_first_not_of(" \t", statement.end);
  const bool ends = behind == bytes.npos || is_line_end(bytes[behind]) || bytes[behind] == '#';
  return StatementLine{std::move(*indent), has_tab ? "\t" : "    ", ends};
}

std::vector<TextEdit> put_below(const syntax::Document& document, const syntax::Stmt& stmt,
                                std::string_view head) {
  const FileId file = document.source().id();
  const std::string_view bytes = document.source().bytes();
  const std::uint32_t begin = begin_of_line(bytes, stmt.begin);
  const std::string_view before = bytes.substr(begin, stmt.begin - begin);
  const std::size_t first = before.find_first_not_of(" \t");
  // Another colon in front of it may be that of an `if`.
  const std::size_t semicolon = before.find_last_not_of(" \t");
  if (first != before.npos && (before[semicolon] != ';' || before.find(':') != before.npos))
    return {};
  const std::uint32_t line_begin =
      first == before.npos ? stmt.begin : begin + static_cast<std::uint32_t>(first);
  const auto line = line_of(document, {file, line_begin, stmt.end});
  if (!line) return {};
  const std::string new_line = fmt::format("{}{}", document.source().line_end(), line->indent);
  std::vector<TextEdit> edits = {
      insertion(file, stmt.begin, fmt::format("{}{}{}", head, new_line, line->unit))};
  if (first != before.npos)
    edits.push_back({{file, begin + static_cast<std::uint32_t>(semicolon), stmt.begin}, new_line});
  if (line->ends) return edits;
  const std::size_t next = bytes.find_first_not_of(" \t", stmt.end);
  if (bytes[next] != ';') return {};
  const std::uint32_t other = next_token(bytes, static_cast<std::uint32_t>(next) + 1);
  if (begin_of_line(bytes, other) != begin_of_line(bytes, stmt.end)) return {};
  edits.push_back({{file, static_cast<std::uint32_t>(next), other}, new_line});
  return edits;
}

}  // namespace mmlint::fix
