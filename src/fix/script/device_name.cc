#include "fix/script/device_name.h"

#include "base/algorithms.h"
#include "base/paths.h"
#include "base/text.h"
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

// A fact: the scripts of the project that name the variable which chooses among the cards.
std::vector<std::string> with_visible_devices(const launch::ProgramStore& programs) {
  const launch::ProjectView& project = programs.project();
  std::vector<std::string> out;
  for (const std::string& path : project.scripts) {
    if (project.workspace.text(path).find("CUDA_VISIBLE_DEVICES") != std::string_view::npos)
      out.push_back(path);
  }
  return out;
}

// Whether a line of a script that imports something has a word.
bool imports_by_name(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; has_word(text, word, at, &at); at += word.size()) {
    const std::size_t line = text.rfind('\n', at) + 1;
    const std::string_view before = text.substr(line, at - line);
    if (has_word(before, "import") || has_word(before, "from")) return true;
  }
  return false;
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

bool importers_choose_cards(const check::ScriptHit& hit) {
  if (!hit.facts) return true;
  const launch::Program& program = hit.facts->program();
  const auto guard = program.exclusive();
  project::Workspace& workspace = program.workspace();
  const std::string& file = workspace.sources().get(hit.fact.file).path();
  const std::string_view name = file_name(file), stem = name.substr(0, name.rfind('.'));
  const auto& files = program.summary().files;
  return std::ranges::any_of(
      program.store().get<with_visible_devices>(), [&](const std::string& path) {
        return path == file || is_in(path, files) || imports_by_name(workspace.text(path), stem);
      });
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
  if (bound != 0 || !import || import->end > place || importers_choose_cards(hit))
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
