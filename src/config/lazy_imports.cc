#include "config/lazy_imports.h"

#include <utility>

#include "python/eval/natives.h"
#include "syntax/walk.h"

namespace mmlint::config {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

// Meets every import of the file, as they are written.
class Collector {
 public:
  Collector(FileId file, const With* block) : file_(file), block_(block) {
    for (std::size_t i = 0; block && i < block->body.size(); ++i) {
      const Stmt& stmt = *block->body[i];
      if (stmt.kind == StmtKind::kImportFrom) links_.emplace(module_of(as<ImportFrom>(stmt)), i);
    }
  }

  void visit(const Stmt& stmt, bool nested) {
    if (out.refused) return;
    if (stmt.kind == StmtKind::kImport) return visit_import(as<Import>(stmt), nested);
    if (stmt.kind == StmtKind::kImportFrom) return visit_from(as<ImportFrom>(stmt));
    if (&stmt == block_) out.taken_out.insert(&stmt);
    const bool is_function = stmt.kind == StmtKind::kFunction;
    functions_ += is_function ? 1 : 0;
    for_each_child(
        stmt, [](const Expr&) {}, [this](const Stmt& child) { visit(child, true); });
    functions_ -= is_function ? 1 : 0;
  }

  LazyImports out;

 private:
  using Module = std::pair<int, std::string_view>;  // the level, and the name

  static Module module_of(const ImportFrom& stmt) { return {stmt.level, stmt.module}; }

  void visit_import(const Import& stmt, bool nested) {
    if (stmt.names.size() > 1) {
      return refuse(stmt, "AssertionError", "a lazy config may import one module per statement");
    }
    const ImportedName& n = stmt.names[0];
    if (!n.alias.empty()) {
      out.names.emplace_back(n.alias);
    } else if (!nested && !python::is_standard_module(n.name)) {
      const std::string_view package = n.name.substr(0, n.name.find('.'));
      out.packages[package].push_back(&n);
      out.names.emplace_back(package);
      out.taken_out.insert(&stmt);
    }
  }

  void visit_from(const ImportFrom& stmt) {
    const bool standard = stmt.level == 0 && python::is_standard_module(stmt.module);
    if (!standard && import_base(stmt)) return;
    for (const ImportedName& n : stmt.names) {
      if (n.name == "*") {
        return refuse(stmt, "ConfigParsingError",
                      "`import *` is only allowed for base configs, inside the first "
                      "`with read_base():`");
      }
      out.names.emplace_back(n.alias.empty() ? n.name : n.alias);
    }
  }

  bool import_base(const ImportFrom& stmt) {
    const auto link = links_.find(module_of(stmt));
    if (link == links_.end()) return false;
    out.bases.push_back({&stmt, link->second});
    out.taken_out.insert(&stmt);
    if (functions_ > 0) out.taken_out_of_functions.insert(&stmt);
    return true;
  }

  void refuse(const Stmt& stmt, const char* exception, const char* detail) {
    out.refused = config_raises({file_, stmt.begin, stmt.end}, exception, detail);
  }

  const FileId file_;
  const With* const block_;
  std::map<Module, std::size_t> links_;  // the first statement of the block with each module
  int functions_ = 0;                    // around the statement that is visited
};

// A plain assignment or a call holds no import.
bool may_hold_import(const StatementRange& range) {
  if (!range.name.empty()) return false;
  for (const std::string_view word :
       {"", "import", "from", "with", "if", "for", "while", "try", "def", "class", "async", "@"}) {
    if (range.keyword == word) return true;
  }
  return false;
}

}  // namespace

LazyImports lazy_imports(const Document& document, Parser& parser, const With* block) {
  Collector collector(document.source().id(), block);
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (!may_hold_import(document.statements()[i])) continue;
    if (const Stmt* stmt = document.statement(i, parser)) collector.visit(*stmt, false);
  }
  return std::move(collector.out);
}

}  // namespace mmlint::config
