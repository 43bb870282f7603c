#include "check/script/built_classes.h"

#include "base/paths.h"
#include "check/script/definition.h"
#include "config/document_kind.h"
#include "syntax/walk.h"

namespace mmlint::check {

const syntax::Document* BuiltClasses::document_of(Span definition) {
  const Source& source = request_.workspace.sources().get(definition.file);
  return request_.workspace.document(source.path());
}

const syntax::Stmt* BuiltClasses::stmt_at(Span definition) {
  const syntax::Document* document = document_of(definition);
  return document ? syntax::find_stmt(*document, definition.begin, definition.end) : nullptr;
}

// The configs below the root that may be run: those with a model, which Runner.from_cfg
// (mmengine/runner/runner.py) reads, and those that no config inherits. A path that is named as a
// base, such as _base_/x.py, counts as inherited if not all configs are named so.
std::vector<std::string> BuiltClasses::configs_to_run() {
  const std::vector<std::string> roots(request_.roots.begin(), request_.roots.end());
  const auto is_base = [&](const std::string& path) {
    return config::is_named_as_base(below_nearest(path, roots));
  };
  const auto& all = request_.index.configs();
  const bool has_leaves = !std::ranges::all_of(all, is_base);
  std::vector<std::string> out;
  for (const std::string& path : all) {
    const config::Resolved* config = request_.workspace.resolve(path);
    const bool runs = config && config->ok() && config->root->dict().get("model") != nullptr;
    const bool is_part = request_.index.is_inherited(path) || (has_leaves && is_base(path));
    if (runs || !is_part) out.push_back(path);
  }
  return out;
}

const std::vector<const Value*>& BuiltClasses::configs_of(Span definition) {
  const auto [known, is_new] = configs_of_.try_emplace(definition);
  if (!is_new) return known->second;
  if (!registry_) {
    const auto configs = request_.workspace.resolve(configs_to_run());
    registry_ = std::make_unique<project::RegistryIndex>(configs);
  }
  if (const syntax::Stmt* stmt = stmt_at(definition)) {
    known->second =
        registry_->looked_up(project::registered_names(*stmt, *document_of(definition)));
  }
  return known->second;
}

bool BuiltClasses::has(Span definition) {
  return definition.known() && !configs_of(definition).empty();
}

bool BuiltClasses::is_idle(Span definition) {
  if (!definition.known() || has(definition)) return false;
  const syntax::Stmt* stmt = stmt_at(definition);
  return stmt && !project::registered_names(*stmt, *document_of(definition)).empty();
}

bool BuiltClasses::has_another(const script::Call& call, const script::Summary& script,
                               Span definition) const {
  const script::Symbol object = call.symbol.owner();
  const auto own =
      object.is_instance() ? definition_of(object, script, request_.workspace) : std::nullopt;
  if (!own || (own->document->source().id() == definition.file && own->begin == definition.begin))
    return false;
  const syntax::Stmt* stmt =
      own->document->statement(syntax::statement_at(*own->document, own->begin));
  return stmt && stmt->kind == syntax::StmtKind::kClass &&
         std::ranges::any_of(syntax::as<syntax::Class>(*stmt).body, [&](const syntax::Stmt* each) {
           return each->kind == syntax::StmtKind::kFunction &&
                  syntax::as<syntax::Function>(*each).name == call.symbol.name();
         });
}

const SetElsewhere& BuiltClasses::set_elsewhere() {
  if (set_elsewhere_) return *set_elsewhere_;
  set_elsewhere_ = std::make_unique<SetElsewhere>();
  for (const std::string& path : request_.all_scripts()) {
    if (const syntax::Document* document = request_.workspace.document(path))
      set_elsewhere_->read(*document);
  }
  for (const launch::ProgramFacts* facts : programs_) {
    for (const auto& [key, value] : facts->program().cfg_options())  // model.head.num_classes
      set_elsewhere_->names.insert(key.substr(key.rfind('.') + 1));
  }
  return *set_elsewhere_;
}

const script::Summary* BuiltClasses::run_of(Span definition) {
  const syntax::Document* document = document_of(definition);
  if (!document || !has(definition)) return nullptr;
  const auto [known, is_new] = runs_.try_emplace(document->source().path());
  Run& run = known->second;
  for (std::size_t i = 0; is_new && i < document->statements().size(); ++i) {
    const syntax::Stmt* stmt = document->statement(i);
    if (!stmt || stmt->kind != syntax::StmtKind::kClass) continue;
    std::vector<std::string> names = project::registered_names(*stmt, *document);
    names.emplace_back(syntax::as<syntax::Class>(*stmt).name);
    const SetElsewhere& elsewhere = set_elsewhere();
    const bool is_known = std::ranges::none_of(
        names, [&](const std::string& name) { return elsewhere.classes.count(name) != 0; });
    const auto& configs = configs_of({definition.file, stmt->begin, stmt->end});
    if (is_known && !configs.empty()) run.classes[stmt->begin] = {configs, &elsewhere.names};
  }
  if (is_new && !run.classes.empty())
    run.summary = request_.workspace.built(document->source().path(), run.classes);
  return run.classes.count(definition.begin) != 0 ? run.summary.get() : nullptr;
}

}  // namespace mmlint::check
