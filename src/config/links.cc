#include "config/links.h"

#include "config/base_names.h"
#include "config/body.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"
#include "syntax/walk.h"

namespace mmlint::config {

using namespace syntax;  // NOLINT: the node types, in this file only

bool is_base_assignment(const Stmt& stmt) {
  return stmt.kind == StmtKind::kAssign && id_of(*as<Assign>(stmt).targets[0]) == "_base_";
}

Problem refused_context(const Expr& context, Span at, std::string detail) {
  const bool has_id = context.kind != ExprKind::kCall || !called_id(context).empty();
  return config_raises(at, has_id ? "ConfigParsingError" : "AttributeError", std::move(detail));
}

namespace {

// Where a classic base lies (rules B5 and B6); "pkg::path" if the package is not known.
std::string classic_path(const std::string& file, std::string_view base, const Packages& packages) {
  const std::size_t colons = base.find("::");
  if (colons == base.npos) return join_path(parent_folder(file), base);
  const auto found = packages.config(base.substr(0, colons), base.substr(colons + 2), file);
  return found ? *found : std::string(base);
}

// Where the module of `from <module> import` lies, as MMEngine puts it together (rule Z4);
// "package::module.path" if the package is not known.
std::string import_path(const std::string& importer, const ImportFrom& import,
                        const Packages& packages) {
  std::string module(import.module);
  if (import.level == 0) {
    const auto found = packages.module(module, importer);
    return found ? *found : module.substr(0, module.find('.')) + "::" + module;
  }
  std::string path = parent_folder(importer);
  for (int i = 1; i < import.level; ++i) path += "/..";
  std::ranges::replace(module, '.', '/');
  return path + "/" + module + ".py";
}

// The `.a.b` of `from .a.b import *`.
Span module_span(const Document& document, const ImportFrom& import) {
  const std::string_view text = document.source().bytes();
  std::size_t begin = import.begin + std::string_view("from").size();
  begin = std::min<std::size_t>(text.find_first_not_of(" \t\\\r\n", begin), import.end);
  const std::size_t end = std::min<std::size_t>(text.find_first_of(" \t\\\r\n", begin), import.end);
  return {document.source().id(), static_cast<std::uint32_t>(begin),
          static_cast<std::uint32_t>(end)};
}

void add_link(Links& out, std::string_view text, Span at, const std::string& file,
              const Packages& packages) {
  if (const auto refused = check_package_text(text))
    out.problems.push_back(config_raises(at, refused->exception, refused->detail));
  else
    out.links.push_back(
        {.span = at, .path = classic_path(file, text, packages), .text = std::string(text)});
}

// `around` stands in for the place of a value that is not written there, such as the module os.
void add_link(Links& out, const Value& value, Span around, const std::string& file,
              const Packages& packages) {
  const Span at = value.span.known() ? value.span : around;
  if (value.kind == Value::Kind::kUnknown) {
    out.unknown = true;
  } else if (value.kind != Value::Kind::kString) {
    out.problems.push_back(
        config_raises(at, "TypeError",
                      "a base is a path in quotes, not " + std::string(python::type_name(value))));
  } else {
    add_link(out, value.text(), at, file, packages);
  }
}

// Returns the items of a string or a list of strings, as nearly every `_base_` is; else nothing.
// Evaluating them comes to the same, but for lists that are beyond its limits.
Exprs literal_bases(const Expr* const& expr) {
  constexpr std::size_t kMost = 1000;
  const Exprs out = expr->kind == ExprKind::kList ? as<Sequence>(*expr).items : Exprs(&expr, 1);
  const bool is_literal = out.size() <= kMost && std::ranges::all_of(out, [](const Expr* item) {
                            return item->kind == ExprKind::kString;
                          });
  return is_literal ? out : Exprs();
}

// MMEngine evaluates the right side of `_base_ = ...` among the names of its own loader (rule B3;
// Config._get_base_files in mmengine/config/config.py).
void add_names_of_loader(python::Evaluator& e) {
  constexpr std::pair<const char*, const char*> kModules[] = {{"abc", "collections.abc"},
                                                              {"ast", "ast"},
                                                              {"copy", "copy"},
                                                              {"difflib", "difflib"},
                                                              {"os", "os"},
                                                              {"osp", "os.path"},
                                                              {"platform", "platform"},
                                                              {"re", "re"},
                                                              {"shutil", "shutil"},
                                                              {"sys", "sys"},
                                                              {"tempfile", "tempfile"},
                                                              {"types", "types"},
                                                              {"uuid", "uuid"},
                                                              {"warnings", "warnings"}};
  const auto add = [&e](const char* name, Value* value) {
    e.globals()->edit_dict().set(e.pool().key(name), value,
                                 e.pool().origin({.how = How::kComputed, .set = value}));
  };
  for (const auto& [name, module] : kModules) add(name, module_value(e, module, {}));
  for (const char* name : {"filename", "file_format", "parsed_codes", "base_code", "is_base_line",
                           "Config", "ConfigDict", "Path", "OrderedDict", "load", "dump", "yapf",
                           "__file__", "BASE_KEY", "DELETE_KEY", "RESERVED_KEYS"}) {
    add(name, e.unknown("a name of MMEngine's own loader", {}));
  }
}

void add_links(Links& out, const Value& value, Span around, const std::string& file,
               const Packages& packages) {
  if (value.kind != Value::Kind::kList) return add_link(out, value, around, file, packages);
  for (const Value* item : value.items()) add_link(out, *item, around, file, packages);
}

// Adds the bases of an expression that has to be computed.
void add_evaluated(Links& out, const Expr& bases, const Document& document,
                   const python::Outside& outside, const Packages& packages) {
  const FileId id = document.source().id();
  Pool pool;
  python::Evaluator evaluator(pool, id, outside);
  add_names_of_loader(evaluator);
  run_guarded(out.problems, [&] {
    add_links(out, *evaluator.eval(bases), {id, bases.begin, bases.end}, document.source().path(),
              packages);
  });
  explain_names_of_body(out.problems, document);
}

// Returns the first `_base_ = ...` at top level; null if there is none.
const Assign* base_assignment(const Document& document) {
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (document.statements()[i].keyword != "_base_") continue;
    const Stmt* stmt = document.statement(i);
    if (stmt && is_base_assignment(*stmt)) return &as<Assign>(*stmt);
  }
  return nullptr;
}

}  // namespace

Links data_links(const Value& root, const std::string& path, const Packages& packages) {
  Links out;
  if (root.kind == Value::Kind::kUnknown) {
    out.unknown = true;
    return out;
  }
  const auto refuse = [&out](const Value& value, const char* method) {
    out.problems.push_back(config_raises(
        value.span, "AttributeError",
        fmt::format("'{}' object has no attribute '{}'", python::type_name(value), method)));
  };
  if (root.kind != Value::Kind::kDict) {
    refuse(root, "get");
    return out;
  }
  if (const Value* bases = root.dict().get("_base_"))
    add_links(out, *bases, root.span, path, packages);
  for (const Entry& entry : root.dict().entries()) {
    if (entry.key->kind != Value::Kind::kString) refuse(*entry.key, "startswith");
  }
  return out;
}

Links classic_links(const Document& document, const python::Outside& outside,
                    const Packages& packages) {
  Links out;
  const Assign* assign = base_assignment(document);
  if (!assign) return out;
  const Exprs literals = literal_bases(assign->value);
  for (const Expr* base : literals) {
    const Span at{document.source().id(), base->begin, base->end};
    add_link(out, as<String>(*base).value, at, document.source().path(), packages);
  }
  if (literals.empty()) add_evaluated(out, *assign->value, document, outside, packages);
  return out;
}

const With* read_base_block(const Document& document) {
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (document.statements()[i].keyword != "with") continue;
    const Stmt* stmt = document.statement(i);
    return stmt && stmt->kind == StmtKind::kWith ? &as<With>(*stmt) : nullptr;
  }
  return nullptr;
}

Links lazy_links(const Document& document, const std::string& spelled, const Packages& packages) {
  Links out;
  const FileId file = document.source().id();
  const With* block = read_base_block(document);
  // MMEngine refuses it in what it loads as lazy (Config._get_base_modules in
  // mmengine/config/config.py).
  const Assign* names_bases = base_assignment(document);
  if (names_bases && (!block || names_bases->begin < block->begin)) {
    out.problems.push_back(
        config_raises({file, names_bases->begin, names_bases->end}, "ConfigParsingError",
                      "this config is lazy, because of what it imports: it inherits with "
                      "`with read_base():`, not with `_base_`"));
  }
  if (!block) return out;
  const Span at{file, block->begin, block->items[0].context->end};
  const Expr& context = *block->items[0].context;
  if (block->items.size() != 1 || called_id(context) != "read_base") {
    out.problems.push_back(refused_context(
        context, at, "the first `with` of a lazy config must be `with read_base():`"));
    return out;
  }
  for (const Stmt* stmt : block->body) {
    const Span span{file, stmt->begin, stmt->end};
    if (stmt->kind != StmtKind::kImportFrom || as<ImportFrom>(*stmt).module.empty()) {
      out.problems.push_back(
          config_raises(span, "AssertionError",
                        "only `from ... import ...` may stand below `with read_base():`"));
      continue;
    }
    const auto& import = as<ImportFrom>(*stmt);
    if (import.level == 0 && import.module.find('.') == import.module.npos) {
      out.problems.push_back(config_raises(
          span, "ConfigParsingError", "a base config is a module of a package, not a package"));
      continue;
    }
    const bool star = import.names.size() == 1 && import.names[0].name == "*";
    const Span module = module_span(document, import);
    std::string path = import_path(spelled, import, packages);
    std::string normal = import.level > 0 ? join_path(path, "") : path;
    out.links.push_back({.span = module,
                         .path = std::move(normal),
                         .star = star,
                         .text = std::string(document.source().text(module)),
                         .spelled = std::move(path)});
  }
  return out;
}

}  // namespace mmlint::config
