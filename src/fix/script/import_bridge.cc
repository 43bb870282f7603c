
#include "catalog/catalog.h"
#include "facts/libraries.h"
#include "fix/script/imports.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/python_text.h"
#include "fix/text/statement_edits.h"
#include "launch/entry_scripts.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

// Whether a statement may import torch: it imports something that is not of Python's own library.
bool may_load_torch(const Stmt& stmt) {
  if (stmt.kind == StmtKind::kImportFrom) {
    const auto& import = as<syntax::ImportFrom>(stmt);
    return import.level != 0 || !facts::is_standard_module(import.module);
  }
  if (stmt.kind == StmtKind::kImport)
    return !std::ranges::all_of(
        as<syntax::Import>(stmt).names,
        [](const syntax::ImportedName& each) { return facts::is_standard_module(each.name); });
  if (stmt.kind == StmtKind::kFunction || stmt.kind == StmtKind::kClass) return false;
  bool found = false;
  syntax::for_each_child(
      stmt, [](const syntax::Expr&) {},
      [&](const Stmt& inner) { found = found || may_load_torch(inner); });
  return found;
}

// Returns the statement of the top level in front of which the bridge is imported; null if there is
// no place. What sets environment variables before torch is imported stays in front of it.
const Stmt* statement_behind(const syntax::Document& document) {
  std::vector<const Stmt*> statements;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (const Stmt* stmt = document.statement(i)) statements.push_back(stmt);
  }
  const std::size_t first = index_behind_future(statements);
  const auto is_import = [](const Stmt* stmt) {
    return stmt->kind == StmtKind::kImport || stmt->kind == StmtKind::kImportFrom;
  };
  const auto begin = statements.begin() + static_cast<std::ptrdiff_t>(first);
  auto place =
      std::find_if(begin, statements.end(), [](const Stmt* stmt) { return may_load_torch(*stmt); });
  if (place == statements.end()) place = std::find_if_not(begin, statements.end(), is_import);
  if (place == statements.end()) return nullptr;
  const FileId file = document.source().id();
  const auto has_line = [&](const Stmt* stmt) {
    return line_of(document, {file, stmt->begin, stmt->end}).has_value();
  };
  while (place != begin && !has_line(*place)) --place;
  return has_line(*place) ? *place : nullptr;
}

// Whether the program fails where the vendor's package is not installed.
bool needs_package(const script::Summary& script, const catalog::Target& target) {
  const catalog::Literal* packages = target.fact("scripts.modules");
  return std::ranges::any_of(script.imports, [&](const script::Import& import) {
    return catalog::lists(packages, import.symbol.package()) && import.point.reached &&
           !import.point.handled && import.point.guard.conditions().empty();
  });
}

// Whether a line imports what the script does not use: the vendor's package.
bool is_for_its_effect(std::string_view line) {
  constexpr std::string_view kImport = "import ", kFrom = "from ";
  if (line.starts_with(kFrom)) return true;
  return line.starts_with(kImport) && !facts::is_standard_module(line.substr(kImport.size()));
}

// Returns the lines that the script lacks; imports of Python's own library become imports of the
// script.
std::vector<std::string> missing_lines(const syntax::Document& document,
                                       const catalog::Literal::List& lines,
                                       ScriptImports& imports) {
  std::set<std::string_view> own;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (const Stmt* stmt = document.statement(i))
      own.insert(document.source().bytes().substr(stmt->begin, stmt->end - stmt->begin));
  }
  constexpr std::string_view kImport = "import ";
  std::vector<std::string> out;
  for (const catalog::Literal& each : lines) {
    const std::string& line = *each.string();
    const std::string module = line.starts_with(kImport) ? line.substr(kImport.size()) : "";
    const bool moves = facts::is_standard_module(module) && imports.use(module) == module;
    if (!moves && !own.contains(line)) out.push_back(line);
  }
  return out;
}

std::string block_of(const std::vector<std::string>& lines, bool is_guarded,
                     std::string_view line_end) {
  std::string out;
  const auto add = [&](std::string_view line) { out += fmt::format("{}{}", line, line_end); };
  if (is_guarded) add("try:");
  for (const std::string& line : lines)
    add(fmt::format("{}{}{}", is_guarded ? "    " : "", line,
                    is_for_its_effect(line) ? "  # noqa: F401" : ""));
  if (!is_guarded) return out;
  add("except ImportError:  # not on this host");
  add("    pass");
  add("");
  return out;
}

// Returns the paths of the scripts that have to import the bridge, for a hit in a file that one of
// them runs.
std::vector<std::string> entries_of(const check::ScriptHit& hit) {
  const launch::Program& program = hit.facts->program();
  if (hit.point.reached && !program.path().empty()) return {program.path()};
  const auto guard = program.exclusive();
  std::vector<std::string> out;
  for (const launch::Program* each : launch::entries_of(program)) out.push_back(each->path());
  return out;
}

}  // namespace

Planned plan_import_bridge(const catalog::verb::ImportBridge& verb, const check::Finding& finding,
                           const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const catalog::Target& target = *finding.target;
  const catalog::Literal lines = catalog::fill(verb.lines, target);
  Plan plan{.keeps_cuda = true};
  for (const std::string& path : entries_of(hit)) {
    if (!context.editable(path)) return refuse(Reason::kNotPassed, {path});
    const syntax::Document* document = context.workspace.document(path);
    const script::Summary* script = context.workspace.scripts(std::span(&path, 1)).front();
    if (!document || !script) return refuse(Reason::kInvalidBefore);
    const Stmt* place = statement_behind(*document);
    if (!place) return refuse(Reason::kCannotExtend);
    const std::string_view bytes = document->source().bytes();
    const std::string_view line_end = document->source().line_end();
    // A statement right above gets a blank line behind it; a comment belongs to what follows.
    const std::uint32_t above = place->begin == 0 ? 0 : begin_of_line(bytes, place->begin - 1);
    const std::string_view line = bytes.substr(above, place->begin - above);
    const bool is_close = line.find_first_not_of(" \t\r\n") != line.npos && line.front() != '#';
    ScriptImports imports(*document, place->begin);
    std::vector<std::string> own = missing_lines(*document, *lines.list(), imports);
    for (std::string& each : own) std::ranges::replace(each, '\'', style_of(*document).quote);
    std::string block = block_of(own, !needs_package(*script, target), line_end);
    if (is_close) block.insert(0, line_end);
    for (TextEdit& edit : imports.edits()) {
      if (edit.span.begin == place->begin)
        block.insert(0, edit.replacement);
      else
        plan.edits.push_back(std::move(edit));
    }
    plan.edits.push_back(insertion(document->source().id(), place->begin, std::move(block)));
  }
  if (plan.edits.empty()) return refuse(Reason::kNoEntryScript);
  return plan;
}

}  // namespace mmlint::fix
