#include "launch/project_class.h"

#include "base/algorithms.h"
#include "base/text.h"
#include "launch/group_modules.h"
#include "project/registry_index.h"
#include "syntax/bindings.h"

namespace mmlint::launch {

using syntax::as;

namespace {

// Returns the names of the classes that a text may define or register: found without parsing.
std::set<std::string, std::less<>> names_in(std::string_view text) {
  std::set<std::string, std::less<>> out;
  constexpr std::string_view kClass = "class ", kRegister = "register_module(";
  for (std::size_t at = text.find(kClass); at != text.npos; at = text.find(kClass, at)) {
    at += kClass.size();
    const std::size_t end = std::min(text.find_first_of("(: \t", at), text.size());
    out.emplace(text.substr(at, end - at));
  }
  for (std::size_t at = text.find(kRegister); at != text.npos; at = text.find(kRegister, at)) {
    at += kRegister.size();
    const auto words = split(text.substr(at, text.find(')', at) - at), '\'');
    for (const std::string_view word : words) {
      for (const std::string_view each : split(word, '"')) out.emplace(each);
    }
  }
  return out;
}

}  // namespace

std::shared_ptr<const ParsedModule> ParsedModule::of(const std::string& path,
                                                     const std::string& text) {
  const std::shared_ptr<ParsedModule> out(new ParsedModule());
  out->path_ = path;
  out->document_ = std::make_unique<syntax::Document>(out->sources_.add(path, text, false));
  if (!out->document_->parse_all()) return nullptr;
  for (std::size_t i = 0; i < out->document_->statements().size(); ++i) {
    if (const syntax::Stmt* stmt = out->document_->statement(i))
      out->imported_.merge(syntax::imported_names(*stmt));
  }
  return out;
}

std::string_view ParsedModule::text(const syntax::Expr& expr) const {
  return document_->source().text({document_->source().id(), expr.begin, expr.end});
}

std::string ParsedModule::dotted(const syntax::Expr& name) const {
  if (name.kind == syntax::ExprKind::kAttribute) {
    const auto& attribute = as<syntax::Attribute>(name);
    const std::string object = dotted(*attribute.object);
    return object.empty() ? object : fmt::format("{}.{}", object, attribute.name);
  }
  if (name.kind != syntax::ExprKind::kName) return {};
  const std::string_view id = as<syntax::Name>(name).id;
  const auto imported = imported_.find(id);
  return imported == imported_.end() ? std::string(id) : imported->second;
}

const syntax::Class* ParsedModule::class_named(std::string_view name, bool by_registry) const {
  for (std::size_t i = 0; i < document_->statements().size(); ++i) {
    const syntax::Stmt* stmt = document_->statement(i);
    if (!stmt || stmt->kind != syntax::StmtKind::kClass) continue;
    const auto& node = as<syntax::Class>(*stmt);
    const bool is_it =
        by_registry ? is_in(name, project::registered_names(*stmt, *document_)) : node.name == name;
    if (is_it) return &node;
  }
  return nullptr;
}

const syntax::Function* ProjectClass::method(std::string_view name) const {
  for (const syntax::Stmt* each : node->body) {
    if (each->kind == syntax::StmtKind::kFunction && as<syntax::Function>(*each).name == name)
      return &as<syntax::Function>(*each);
  }
  return nullptr;
}

const syntax::Expr* ProjectClass::attribute(std::string_view name) const {
  const auto is_it = [name](const syntax::Expr* target) {
    return target->kind == syntax::ExprKind::kName && as<syntax::Name>(*target).id == name;
  };
  const syntax::Expr* out = nullptr;
  for (const syntax::Stmt* each : node->body) {
    if (each->kind == syntax::StmtKind::kAssign) {
      if (std::ranges::any_of(as<syntax::Assign>(*each).targets, is_it))
        out = as<syntax::Assign>(*each).value;
    } else if (each->kind == syntax::StmtKind::kAnnotated) {
      const auto& annotated = as<syntax::Annotated>(*each);
      if (annotated.value && is_it(annotated.target)) out = annotated.value;
    }
  }
  return out;
}

std::optional<ProjectClass> class_in_module(std::shared_ptr<const ParsedModule> module,
                                            std::string_view name, bool by_registry) {
  const syntax::Class* node = module ? module->class_named(name, by_registry) : nullptr;
  if (!node) return std::nullopt;
  const std::uint32_t begin =
      node->decorators.empty() ? node->begin : std::min(node->begin, node->decorators[0]->begin);
  const std::string_view text = module->document().source().bytes();
  ProjectClass out{text.substr(begin, node->end - begin), {}, text, module, node};
  for (const syntax::Argument& base : node->bases)
    out.bases.emplace_back(module->text(*base.value));
  return out;
}

std::shared_ptr<const ParsedModule> GroupModules::parsed(const ConfigModule& module) {
  const auto [known, is_new] = parsed_.try_emplace(module.path);
  if (is_new) known->second = ParsedModule::of(module.path, module.text);
  return known->second;
}

std::optional<ProjectClass> GroupModules::class_in(const ConfigModule& module,
                                                   std::string_view name, bool by_registry,
                                                   const FileSystem& files) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = classes_.try_emplace({module.path, std::string(name)});
  if (!is_new) return known->second;
  for (const ConfigModule& each : imported(module, files)) {
    if (contains(each.text, name)) known->second = class_in_module(parsed(each), name, by_registry);
    if (known->second) break;
  }
  return known->second;
}

std::optional<ProjectClass> GroupModules::class_of(const config::Resolved& config,
                                                   const Value& type, const FileSystem& files) {
  const std::string_view whole = type.text();
  const std::string_view name = whole.substr(whole.rfind('.') + 1);
  if (type.kind == Value::Kind::kReference && name.size() < whole.size()) {
    const auto module = module_of(config, whole.substr(0, whole.size() - name.size() - 1), files);
    return module ? class_in(*module, name, false, files) : std::nullopt;
  }
  if (type.kind != Value::Kind::kString) return std::nullopt;
  for (const Value* import : imports_of(config)) {
    if (import->kind != Value::Kind::kString) continue;
    const auto module = module_of(config, import->text(), files);
    if (!module) continue;
    if (auto found = class_in(*module, name, true, files)) return found;
  }
  return std::nullopt;
}

std::optional<ProjectClass> GroupModules::class_among(const std::vector<std::string>& paths,
                                                      std::string_view name,
                                                      const FileSystem& files) {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = among_.try_emplace({&paths, std::string(name)});
  if (!is_new) return known->second;
  const auto [defined, is_first] = defined_.try_emplace(&paths);
  for (std::size_t i = 0; is_first && i < paths.size(); ++i) {
    if (!paths[i].ends_with(".py")) continue;
    const std::string path = paths[i].substr(0, paths[i].size() - 3);
    const auto module = module_at(path, files);
    if (!module) continue;
    for (const std::string& each : names_in(module->text)) defined->second[each].push_back(path);
  }
  const std::string own(name.substr(name.rfind('.') + 1));  // without its scope
  const auto places = defined->second.find(own);
  for (std::size_t i = 0; places != defined->second.end() && i < places->second.size(); ++i) {
    known->second = class_in_module(parsed(*module_at(places->second[i], files)), own, true);
    if (known->second) break;
  }
  return known->second;
}

std::optional<ProjectClass> GroupModules::base_of(const config::Resolved& config,
                                                  const ProjectClass& derived,
                                                  const syntax::Expr& base,
                                                  const FileSystem& files) {
  const ParsedModule& source = *derived.source;
  const std::string dotted = source.dotted(base);
  if (const syntax::Class* own = source.class_named(dotted, false); own && own != derived.node)
    return class_in_module(derived.source, dotted, false);
  const std::size_t end = dotted.rfind('.');
  if (end == std::string::npos) return std::nullopt;
  const std::string name = dotted.substr(end + 1);
  std::string module = dotted.substr(0, end);
  std::optional<ConfigModule> found;
  if (module.empty() || module.front() == '.') {
    std::string path = parent_folder(source.path());
    const std::size_t level = std::min(dotted.find_first_not_of('.'), dotted.size());
    for (std::size_t i = 1; i < level; ++i) path = parent_folder(path);
    module.erase(0, level);
    std::ranges::replace(module, '.', '/');
    const std::lock_guard lock(mutex_);
    found = module_at(module.empty() ? path : join_path(path, module), files);
  } else {
    found = module_of(config, module, files);
  }
  return found ? class_in(*found, name, false, files) : std::nullopt;
}

}  // namespace mmlint::launch
