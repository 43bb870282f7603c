
#include "base/text.h"
#include "config/base_names.h"
#include "config/body.h"
#include "config/links.h"
#include "python/compile_errors.h"
#include "python/eval/imports.h"
#include "python/eval/natives.h"
#include "syntax/walk.h"

// A lazy config: mmengine/config/config.py, Config._parse_lazy_import, and ImportTransformer of
// mmengine/config/utils.py.
namespace mmlint::config {
namespace {

// A from-import that copies names of a base.
struct BaseImport {
  const syntax::ImportFrom* stmt;
  std::size_t link;  // index of the first statement of the block with that module text
};

// How MMEngine rewrites the imports of a lazy config before it runs any of it
// (mmengine/config/utils.py, ImportTransformer and _gather_abs_import_lazyobj): rules Z5 to Z7.
struct LazyImports {
  std::vector<BaseImport> bases;   // in the order of the text; some may stand outside the block
  std::vector<std::string> names;  // imported names, which to_dict() drops, even if never reached
  // The imports `import a.b` at top level, by package. MMEngine makes one object per package of
  // them and binds it before the body runs.
  std::map<std::string_view, std::vector<const syntax::ImportedName*>> packages;
  std::unordered_set<const syntax::Stmt*> taken_out;  // statements removed before the body runs
  std::unordered_set<const syntax::Stmt*> taken_out_of_functions;  // those of them in functions
  std::optional<Problem> refused;  // the first import that MMEngine refuses
};

using namespace syntax;  // NOLINT: the node types, in this file only

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

// Returns the imports of a lazy config. `block` is what read_base_block() returned, which may be
// null.
LazyImports lazy_imports(const Document& document, const With* block) {
  Collector collector(document.source().id(), block);
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (!may_hold_import(document.statements()[i])) continue;
    if (const Stmt* stmt = document.statement(i)) collector.visit(*stmt, false);
  }
  return std::move(collector.out);
}

}  // namespace

using namespace syntax;  // NOLINT: the node types, in this file only
using mmlint::Dict;

namespace {

Span name_of(FileId file, const ImportedName& n) {
  return {file, n.alias.empty() ? n.begin : n.alias_begin, n.end};
}

// What one name of a base is bound to in this file, under which names.
struct Bound {
  Value* value;
  std::vector<std::string_view> names;
};
using BoundNames = std::map<std::string_view, Bound>;

// A name of the base under a second name is the same object: a change to one is seen in the other.
void share(python::Evaluator& e, BoundNames& all, std::string_view name, std::string_view as_name) {
  Dict& names = e.globals()->edit_dict();
  const auto slot = [&names](std::string_view key) -> Value*& {
    return names.at(static_cast<std::size_t>(names.find(key) - names.entries().data())).value;
  };
  const auto [it, is_new] = all.try_emplace(name, Bound{slot(as_name), {}});
  Bound& bound = it->second;
  bound.names.push_back(as_name);
  if (is_new) return;
  Value* const before = bound.value;
  e.live(bound.value);
  slot(as_name) = before;
  for (const std::string_view other : bound.names) {
    if (slot(other) == before) slot(other) = bound.value;
  }
}

// Binds a name that is imported from a base that does not load.
void import_unknown(python::Evaluator& e, const ImportedName& n) {
  const Span span{e.file(), n.begin, n.end};
  Value* value = e.unknown("the base does not load", span);
  e.globals()->edit_dict().set(
      e.pool().key(n.alias.empty() ? n.name : n.alias), value,
      e.pool().origin(
          {.key = name_of(e.file(), n), .value = span, .how = How::kImported, .set = value}));
}

// Copies the imported names of one base into the globals, before the body runs (rule Z5). `bound`
// is null if no name of the base can be bound twice.
void import_base(python::Evaluator& e, const ImportFrom& import, const Resolved* base,
                 BoundNames* bound, bool in_part) {
  if (base && (!base->exports || base->exports->kind != Value::Kind::kDict)) {
    e.globals_unknown = true;
    return;
  }
  Dict& names = e.globals()->edit_dict();
  for (const ImportedName& n : import.names) {
    const Span span{e.file(), n.begin, n.end};
    if (n.name == "*") {
      if (!base) continue;
      for (const Entry& entry : base->exports->dict().entries()) {
        OriginParts origin = entry.origin->parts();
        if (const Entry* before = names.find(*entry.key)) origin.shadows = before->origin;
        names.set(entry.key, entry.value, e.pool().origin(origin));
        if (bound) share(e, *bound, entry.key->text(), entry.key->text());
      }
      continue;
    }
    const Entry* entry = base ? base->exports->dict().find(n.name) : nullptr;
    if (!entry && in_part) {
      import_unknown(e, n);
      continue;
    }
    if (!entry) {
      std::vector<std::string> known;
      for (const Entry& x : base->exports->dict().entries()) known.emplace_back(x.key->text());
      throw python::Raised{.exception = "KeyError",
                           .detail = std::string(n.name) + " is not defined by the base",
                           .span = span,
                           .kind = ProblemKind::kUndefinedName,
                           .captures = {{"name", std::string(n.name)},
                                        {"nearest", nearest(n.name, known).value_or("")}}};
    }
    const OriginParts origin{.key = name_of(e.file(), n),
                             .value = span,
                             .how = How::kImported,
                             .set = entry->value,
                             .source = entry->origin};
    const std::string_view as_name = n.alias.empty() ? n.name : n.alias;
    names.set(e.pool().key(as_name), entry->value, e.pool().origin(origin));
    if (bound) share(e, *bound, n.name, as_name);
  }
}

void import_bases(python::Evaluator& e, const Resolved& out, const LazyImports& imports,
                  bool in_part) {
  std::map<std::size_t, BoundNames> bound;
  std::vector<std::size_t> times(out.bases.size());  // that a base is imported
  for (const BaseImport& import : imports.bases) ++times[import.link];
  for (const BaseImport& import : imports.bases) {
    const bool twice = times[import.link] > 1 || import.stmt->names.size() > 1;
    import_base(e, *import.stmt, out.bases[import.link], twice ? &bound[import.link] : nullptr,
                in_part);
  }
}

// Imports that are asked for more than once, in order: they come first, whatever stands before.
void raise_refused(python::Evaluator& e, const LazyImports& imports) {
  if (!imports.refused) return;
  const Problem& p = *imports.refused;
  e.raise(p.captures.at("exception"), p.captures.at("detail"), p.span);
}

// An object of a package is put before everything, also before what must come first.
void refuse_late_future(python::Evaluator& e, const BodyInput& input, const LazyImports& imports) {
  if (imports.packages.empty()) return;
  for (std::size_t i = 0; i < input.document.statements().size(); ++i) {
    if (input.document.statements()[i].keyword != "from") continue;
    const Stmt* stmt = input.document.statement(i);
    if (!stmt || stmt->kind != StmtKind::kImportFrom) continue;
    if (as<ImportFrom>(*stmt).module != "__future__") continue;
    e.raise("SyntaxError",
            "MMEngine moves `import " + std::string(imports.packages.begin()->second[0]->name) +
                "` to the beginning of the file, where `from __future__` must stand",
            e.span(*stmt));
  }
}

// Names to_dict() drops: everything imported here or in a base (rule Z10), also where the name now
// stands for something else.
Value* without_imports(python::Evaluator& e, const Value& exports,
                       const std::set<std::string>& imported) {
  Value* root = e.pool().make(Value::Kind::kDict);
  for (const Entry& entry : exports.dict().entries()) {
    const std::string name(entry.key->text());
    if (imported.count(name) == 0) {
      root->edit_dict().set(entry.key, entry.value, entry.origin);
      continue;
    }
    const Origin& origin = *entry.origin;
    const bool is_import = origin.key() == origin.value() || origin.how() == How::kImported;
    if (!is_import && origin.key().known()) {
      e.hazards.warn(ProblemKind::kLazyKeyDroppedByImport, origin.key(), {{"name", name}});
    }
  }
  return root;
}

void run(Resolved& out, const BodyInput& input, const LazyImports& imports, python::Evaluator& e) {
  Pool& pool = *out.pool;
  Value* file = pool.string(pool.keep(input.file_name));
  e.globals()->edit_dict().set(pool.string("LazyObject"), lazy_object_class(e),
                               pool.origin({.how = How::kComputed}));
  e.globals()->edit_dict().set(pool.string("__file__"), file,
                               pool.origin({.how = How::kComputed, .set = file}));
  import_bases(e, out, imports, input.in_part);
  add_builtins(e);
  raise_refused(e, imports);
  refuse_emptied_blocks(out, input, [&](const Stmt& s) { return out.taken_out.contains(&s); });
  if (auto error = python::compile_error(input.document)) out.problems.push_back(*error);
  if (!out.problems.empty()) return;
  refuse_late_future(e, input, imports);
  bind_packages(e, imports.packages);
  for (std::size_t i = 0; i < input.document.statements().size(); ++i) {
    const Stmt* stmt = input.document.statement(i);
    if (!stmt) return;
    if (!run_statement(e, *stmt, input)) break;
  }
  Value* exports = pool.make(Value::Kind::kDict);
  for (const Entry& entry : e.globals()->dict().entries()) {
    const std::string_view name = checked_key(e, entry);
    if (name.starts_with("__") || name == "LazyObject") continue;
    exports->edit_dict().set(entry.key, entry.value, entry.origin);
  }
  Value* root = without_imports(e, *exports, out.imported_names);
  if (!finish(out, *e.globals()) || !finish(out, *exports) || !finish(out, *root)) return;
  out.exports = exports;
  out.root = root;
  if (!e.globals_unknown) return;
  out.root = pool.unknown("something unknown may have bound any name", {});
  keep_known(out, *root);
}

}  // namespace

void evaluate_lazy(Resolved& out, const BodyInput& input) {
  const LazyImports imports = lazy_imports(input.document, read_base_block(input.document));
  out.pool = std::make_unique<Pool>();
  out.imported_names.insert(imports.names.begin(), imports.names.end());
  out.taken_out = imports.taken_out;
  out.taken_out_of_functions = imports.taken_out_of_functions;
  for (const Resolved* base : out.bases) {
    if (!base) continue;
    out.imported_names.insert(base->imported_names.begin(), base->imported_names.end());
    const auto& inherited = base->taken_out_of_functions;
    out.taken_out.insert(inherited.begin(), inherited.end());
    out.taken_out_of_functions.insert(inherited.begin(), inherited.end());
  }
  python::Evaluator e(*out.pool, input.document.source().id(), input.outside);
  e.lazy = true;
  e.taken_out = &out.taken_out;
  take_environment(e, out);
  run_body(out, [&] { run(out, input, imports, e); });
  explain_lazy_names(out.problems, input.document, *e.globals());
  out.removals = std::move(e.removals);
  out.changes_environment = e.environment.changed;
  take_hazards(out, e.hazards);
}

}  // namespace mmlint::config
