#include "launch/group_modules.h"

#include "base/text.h"
#include "project/import_scan.h"
#include "project/registry_index.h"
#include "python/eval/natives.h"
#include "script/summary.h"
#include "script/symbols.h"
#include "value/key_path.h"

namespace mmlint::launch {
namespace {

constexpr std::size_t kMostModules = 200;  // of one package that are read

// The folders that a config and its bases add to sys.path as their own: base after base, as they
// run.
void add_own_folders(const config::Resolved& config, std::vector<std::string>& out) {
  for (const config::Resolved* base : config.bases) add_own_folders(*base, out);
  const std::string_view text = config.document->source().bytes();
  const bool adds = text.find(".path.") != text.npos &&
                    (text.find("fileDirname") != text.npos || text.find("__file__") != text.npos);
  if (adds) out.push_back(parent_folder(config.path));
}

std::string_view code_of(const syntax::StatementRange& statement,
                         const syntax::Document& document) {
  return document.source().bytes().substr(statement.begin, statement.end - statement.begin);
}

bool is_definition(const syntax::StatementRange& statement, const syntax::Document& document) {
  return statement.keyword == "def" || statement.keyword == "async" ||
         statement.keyword == "class" || code_of(statement, document).starts_with('@');
}

// Returns the name of the function or class that a statement defines; empty if it is not found.
std::string_view defined_name(const syntax::StatementRange& statement,
                              const syntax::Document& document) {
  for (const std::string_view line : split(code_of(statement, document), '\n')) {
    for (const std::string_view word : {"def ", "async def ", "class "}) {
      if (!line.starts_with(word)) continue;
      const std::string_view rest = line.substr(word.size());
      return rest.substr(0, rest.find_first_of("( :"));
    }
  }
  return {};
}

// Whether an import runs what stands at a place: it is in no function, or in one whose name some
// other statement uses that the import runs.
bool runs_when_imported(const syntax::Document& document, Span at) {
  const auto code = [&](const syntax::StatementRange& s) { return code_of(s, document); };
  std::vector<const syntax::StatementRange*> waiting;  // definitions that nothing is known to use
  std::string run;
  for (const syntax::StatementRange& s : document.statements()) {
    if (is_definition(s, document)) {
      waiting.push_back(&s);
    } else if (s.begin <= at.begin && at.end <= s.end) {
      return true;
    } else if (s.keyword != "#") {
      run.append(code(s)).append("\n");
    }
  }
  const auto is_used = [&](const syntax::StatementRange& s) {
    return run.find(defined_name(s, document)) != std::string::npos;
  };
  for (std::size_t before = 0; before != waiting.size();) {
    before = waiting.size();
    for (std::size_t i = waiting.size(); i-- > 0;) {
      const syntax::StatementRange& s = *waiting[i];
      if (!is_used(s)) continue;
      if (s.begin <= at.begin && at.end <= s.end) return true;
      run.append(code(s)).append("\n");
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return false;
}

bool may_make_group(std::string_view text) {
  return text.find("init_process_group") != text.npos || text.find("init_dist") != text.npos;
}

// Whether a location is in the class that is registered under a name.
bool is_in_class(const syntax::Document& document, Span at, std::string_view name) {
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::StatementRange& s = document.statements()[i];
    if (!is_definition(s, document) || !(s.begin <= at.begin && at.end <= s.end)) continue;
    const syntax::Stmt* stmt = document.statement(i);
    return stmt && stmt->kind == syntax::StmtKind::kClass &&
           is_in(name, project::registered_names(*stmt, document));
  }
  return false;
}

// May: the module makes the process group when it runs. If `runner` is given, the class that the
// module registers under this name makes the group.
bool makes_group(const std::string& text, std::string_view runner) {
  if (!may_make_group(text)) return false;
  SourceStore sources;
  const syntax::Document document(sources.add("module.py", text, false));
  const auto module = script::summarize_if_valid(document);
  return module && std::ranges::any_of(module->calls, [&](const auto& call) {
           return script::makes_group(call.symbol) &&
                  (runner.empty() ? runs_when_imported(document, call.span)
                                  : is_in_class(document, call.span, runner));
         });
}

// The folder above the package of that name in which a module is; empty if it is in none.
std::string_view folder_of_package(std::string_view path, std::string_view package) {
  for (std::string_view rest = path; !rest.empty();) {
    rest = rest.substr(0, rest.find_last_of('/') == rest.npos ? 0 : rest.find_last_of('/'));
    if (rest.ends_with(package) && rest.size() > package.size() &&
        rest[rest.size() - package.size() - 1] == '/')
      return rest.substr(0, rest.size() - package.size() - 1);
  }
  return {};
}

// The paths, without their endings, of the modules that a module of a package imports from that
// package when it is imported itself. Of absolute imports only those of a package's __init__.py,
// which gather its modules.
std::vector<std::string> relative_imports(const ConfigModule& module) {
  std::vector<std::string> out;
  SourceStore sources;
  const syntax::Document document(sources.add(module.path, module.text, false));
  for (const syntax::StatementRange& s : document.statements()) {
    if (is_definition(s, document)) continue;
    for (const project::ScannedImport& import : project::scan_imports(code_of(s, document))) {
      std::string path = parent_folder(module.path);
      if (import.level == 0) {
        const bool gathers = module.path.ends_with("/__init__.py");
        const std::string top = import.dotted.substr(0, import.dotted.find('.'));
        path = gathers && !top.empty() ? folder_of_package(module.path, top) : "";
        if (path.empty()) continue;
      }
      for (int level = 1; level < import.level; ++level) path = parent_folder(path);
      std::string dotted = import.dotted;
      std::ranges::replace(dotted, '.', '/');
      if (!dotted.empty()) path = join_path(path, dotted);
      if (!dotted.empty()) out.push_back(path);
      for (const std::string& name : import.names) out.push_back(join_path(path, name));
    }
  }
  return out;
}

// Returns the registered name of the Runner class (mmengine/registry/build_functions.py,
// build_runner_from_cfg); empty if the config has no runner_type.
std::string_view runner_of(const config::Resolved& config) {
  const Value* type = config.root->dict().get("runner_type");
  if (!type || (type->kind != Value::Kind::kString && type->kind != Value::Kind::kReference))
    return {};
  return type->text().substr(type->text().rfind('.') + 1);
}

// Returns the text of the module that creates the process group when this module is imported or, if
// `runner` is given, when the Runner of that name runs. nullopt if no module does.
std::optional<std::string> group_text(const config::Resolved& config, std::string_view module,
                                      const FileSystem& files, GroupModules& modules,
                                      std::string_view runner = {}) {
  const auto found = modules.module_of(config, module, files);
  return found ? modules.text_of(*found, runner, files) : std::nullopt;
}

// The module of a statement `__import__('module')`; empty for another one.
std::string_view imported_by(const syntax::Stmt& stmt) {
  if (stmt.kind != syntax::StmtKind::kExpression) return {};
  const syntax::Expr& value = *syntax::as<syntax::ExpressionStmt>(stmt).value;
  if (value.kind != syntax::ExprKind::kCall) return {};
  const auto& call = syntax::as<syntax::Call>(value);
  if (call.callee->kind != syntax::ExprKind::kName || call.arguments.empty() ||
      syntax::as<syntax::Name>(*call.callee).id != "__import__" ||
      call.arguments.front().value->kind != syntax::ExprKind::kString) {
    return {};
  }
  return syntax::as<syntax::String>(*call.arguments.front().value).value;
}

// The module of the project that creates the process group, of those that the body of a config or
// of one of its bases imports, which is all that runs of a lazy config. Bases run first.
std::optional<std::string> group_text_of_body(const config::Resolved& config,
                                              const FileSystem& files, GroupModules& modules) {
  for (const config::Resolved* base : config.bases) {
    const auto find = [&] { return group_text_of_body(*base, files, modules); };
    if (auto text = modules.of_body(*base, find)) return text;
  }
  const syntax::Document& document = *config.document;
  if (!document.has_dunder() || !contains(document.source().bytes(), "__import__"))
    return std::nullopt;
  const std::lock_guard lock(modules.parsing());
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::Stmt* stmt = document.statement(i);
    const std::string_view module = stmt ? imported_by(*stmt) : std::string_view();
    if (module.empty()) continue;
    if (auto text = group_text(config, module, files, modules)) return text;
  }
  return std::nullopt;
}

constexpr std::string_view kImports[] = {"custom_imports", "imports"};

// Returns the first result of group_text() for the modules in custom_imports.
std::optional<std::string> group_text_of_imports(const config::Resolved& config,
                                                 const FileSystem& files, GroupModules& modules,
                                                 std::string_view runner = {}) {
  for (const Value* module : imports_of(config)) {
    if (module->kind != Value::Kind::kString) continue;
    if (auto text = group_text(config, module->text(), files, modules, runner)) return text;
  }
  return std::nullopt;
}

}  // namespace

std::vector<const Value*> imports_of(const config::Resolved& config) {
  if (config.style == config::Style::kLazy) return {};
  const Value* imports = value_at(*config.root, kImports).value;
  if (!imports) return {};
  if (imports->kind != Value::Kind::kList) return {imports};
  return {imports->items().begin(), imports->items().end()};
}

// The module at a path without its ending.
std::optional<ConfigModule> GroupModules::module_at(const std::string& path,
                                                    const FileSystem& files) {
  const auto [known, is_new] = at_.try_emplace(path);
  if (!is_new) return known->second;
  for (const char* end : {".py", "/__init__.py"}) {
    if (files.kind(path + end) != FileKind::kFile) continue;
    if (auto text = files.read(path + end)) {
      known->second = ConfigModule{path + end, *std::move(text)};
      break;
    }
  }
  return known->second;
}

std::optional<ConfigModule> GroupModules::module_of(const config::Resolved& config,
                                                    std::string_view module,
                                                    const FileSystem& files) {
  std::string relative(module);
  std::ranges::replace(relative, '.', '/');
  std::vector<std::string> folders;
  add_own_folders(config, folders);
  for (std::string folder = parent_folder(config.path); folders.size() < 64;
       folder = parent_folder(folder)) {
    folders.push_back(folder);
    if (folder == "/") break;
  }
  const std::lock_guard lock(mutex_);
  for (const std::string& folder : folders) {
    auto found = module_at(join_path(folder, relative), files);
    if (found && found->path != config.path) return found;
  }
  return std::nullopt;
}

std::optional<std::string> GroupModules::of_body(
    const config::Resolved& config, const std::function<std::optional<std::string>()>& find) {
  {
    const std::lock_guard lock(mutex_);
    const auto known = bodies_.find(&config);
    if (known != bodies_.end()) return known->second;
  }
  auto text = find();
  const std::lock_guard lock(mutex_);
  return bodies_.emplace(&config, std::move(text)).first->second;
}

std::vector<ConfigModule> GroupModules::imported(const ConfigModule& module,
                                                 const FileSystem& files) {
  std::vector<ConfigModule> out{module};
  std::set<std::string> seen;
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (const std::string& path : relative_imports(out[i])) {
      if (seen.size() >= kMostModules || !seen.insert(path).second) continue;
      if (auto found = module_at(path, files)) out.push_back(*std::move(found));
    }
  }
  return out;
}

std::optional<std::string> GroupModules::text_of(const ConfigModule& module,
                                                 std::string_view runner, const FileSystem& files) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = known_.try_emplace({module.path, std::string(runner)});
  if (!is_new) return known->second;
  for (const ConfigModule& each : imported(module, files)) {
    if (!makes_group(each.text, runner)) continue;
    known->second = each.text;
    break;
  }
  return known->second;
}

bool knows_imports(const config::Resolved& config) {
  const auto imports = imports_of(config);
  return std::ranges::all_of(imports,
                             [](const Value* module) {
                               return module->kind == Value::Kind::kNone ||
                                      module->kind == Value::Kind::kString;
                             }) &&
         (config.style == config::Style::kLazy || !value_at(*config.root, kImports).unknown);
}

// Installed OpenMMLab packages register classes and start nothing, and neither do Python's own.
std::vector<std::string> imports_not_found(const config::Resolved& config,
                                           const FileSystem& files) {
  std::vector<std::string> out;
  GroupModules modules;
  for (const Value* module : imports_of(config)) {
    if (module->kind != Value::Kind::kString || module->text().starts_with("mm") ||
        python::is_standard_module(module->text()) ||
        modules.module_of(config, module->text(), files))
      continue;
    out.emplace_back(module->text());
  }
  return out;
}

std::optional<std::string> process_group_module(const config::Resolved& config,
                                                const FileSystem& files, GroupModules* modules) {
  GroupModules own;
  if (!modules) modules = &own;
  const auto find = [&] { return group_text_of_body(config, files, *modules); };
  if (auto text = modules->of_body(config, find)) return text;
  return group_text_of_imports(config, files, *modules);
}

std::optional<std::string> runner_module(const config::Resolved& config, const FileSystem& files,
                                         GroupModules* modules) {
  GroupModules own;
  const std::string_view runner = runner_of(config);
  if (runner.empty()) return std::nullopt;
  return group_text_of_imports(config, files, modules ? *modules : own, runner);
}

}  // namespace mmlint::launch
