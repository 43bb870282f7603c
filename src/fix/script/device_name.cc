#include "fix/script/device_name.h"

#include "fix/script/imports.h"
#include "fix/text/statement_edits.h"
#include "launch/program_store.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

constexpr std::string_view kName = "device";

std::vector<const Stmt*> statements_of(const syntax::Document& document) {
  std::vector<const Stmt*> out;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (const Stmt* stmt = document.statement(i)) out.push_back(stmt);
  }
  return out;
}

// A fact: whether a script of the project sets the variable that chooses among the cards.
bool sets_visible_devices(const launch::ProgramStore& programs) {
  const launch::ProjectView& project = programs.project();
  return std::ranges::any_of(project.scripts, [&](const std::string& path) {
    const std::string_view text = project.workspace.text(path);
    return text.find("CUDA_VISIBLE_DEVICES") != text.npos;
  });
}

bool is_import(const Stmt& stmt) {
  return stmt.kind == StmtKind::kImport || stmt.kind == StmtKind::kImportFrom;
}

// Returns the last import before the first function, class or other compound statement that is no
// `try` around imports; null if there is none.
const Stmt* last_import(std::span<const Stmt* const> statements) {
  const Stmt* out = nullptr;
  for (const Stmt* stmt : statements) {
    const bool tries = stmt->kind == StmtKind::kTry && !as<syntax::Try>(*stmt).body.empty() &&
                       is_import(*as<syntax::Try>(*stmt).body.front());
    if (is_import(*stmt) || tries)
      out = stmt;
    else if (syntax::has_blocks(stmt->kind))
      break;
  }
  return out;
}

}  // namespace

bool project_chooses_cards(const check::ScriptHit& hit) {
  if (!hit.facts) return true;
  const auto guard = hit.facts->program().exclusive();
  return hit.facts->program().store().get<sets_visible_devices>();
}

DeviceName device_name(const check::Finding& finding, std::uint32_t place, const std::string& torch,
                       const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const syntax::Document& document = document_of(context, hit.fact);
  const std::string choice = fmt::format("'cuda' if {}.cuda.is_available() else 'cpu'", torch);
  const std::string value = fmt::format("{}.device({})", torch, choice);
  const DeviceName inline_name{choice, std::nullopt};
  const std::vector<const Stmt*> statements = statements_of(document);
  std::size_t bound = 0;
  const Stmt* defined = nullptr;
  for (const Stmt* stmt : statements) {
    bound += count_bindings(*stmt, kName);
    if (stmt->kind != StmtKind::kAssign || stmt->end > place) continue;
    const std::string_view text =
        document.source().bytes().substr(stmt->begin, stmt->end - stmt->begin);
    if (text == fmt::format("{} = {}", kName, value)) defined = stmt;
  }
  if (defined && bound == 1) return {std::string(kName), std::nullopt};
  const Stmt* import = last_import(statements);
  if (bound != 0 || !import || import->end > place || project_chooses_cards(hit))
    return inline_name;
  const std::string_view bytes = document.source().bytes();
  const std::uint32_t at = begin_of_next_line(bytes, import->end);
  const bool is_alone = bytes.substr(import->end, at - import->end).find(';') == bytes.npos;
  if (!is_alone || at >= bytes.size()) return inline_name;
  const std::string_view line_end = document.source().line_end();
  return {std::string(kName),
          TextEdit{{document.source().id(), at, at},
                   fmt::format("{}{} = {}{}", line_end, kName, value, line_end)}};
}

}  // namespace mmlint::fix
