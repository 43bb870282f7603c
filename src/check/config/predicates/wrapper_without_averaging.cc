// The model wrapper is a class of the project that does not average gradients; values: the type of
// the wrapper.
// keys: model_wrapper_cfg.type

#include "base/text.h"
#include "check/config/predicate.h"
#include "syntax/bindings.h"
#include "value/key_path.h"

namespace mmlint::check::predicates {
namespace {

using launch::ProjectClass;

// May: a text moves gradients between the processes, or calls a function that does so by its name.
bool names_exchange(std::string_view code) {
  constexpr std::string_view kWords[] = {"reduce", "average", "sync", "gather", "dist", "hook"};
  const std::string text = small_letters(code);
  return std::ranges::any_of(kWords, [&](std::string_view word) { return contains(text, word); });
}

// Whether a text uses what its module defines, or imports from others than torch and MMEngine.
// Such a helper may average gradients.
bool uses_helpers(std::string_view code, const ProjectClass& of) {
  const syntax::Document& document = of.source->document();
  std::vector<std::string> helpers;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::Stmt* stmt = document.statement(i);
    if (!stmt) continue;
    const auto imported = syntax::imported_names(*stmt);
    const bool is_class = stmt->kind == syntax::StmtKind::kClass;
    syntax::for_each_bound_name(*stmt, [&](std::string_view name) {
      const auto from = imported.find(name);
      const bool is_library = from != imported.end() && (from->second.starts_with("torch") ||
                                                         from->second.starts_with("mmengine"));
      if (!is_library && !is_class) helpers.emplace_back(name);
    });
  }
  return std::ranges::any_of(helpers, [&](const auto& name) { return has_word(code, name); });
}

bool is_plain_module(const ProjectClass& wrapper) {
  return std::ranges::all_of(wrapper.bases, [](const std::string& base) {
    return is_in(base, {"nn.Module", "torch.nn.Module", "Module"});
  });
}

// May: a wrapper averages gradients. It inherits from more than nn.Module, calls helpers, or its
// text has a word such as "reduce".
bool may_average(const ProjectClass& wrapper) {
  const std::string text = small_letters(wrapper.text);
  const auto has = [&](std::string_view word) { return contains(text, word); };
  constexpr std::string_view kWords[] = {"parallel", "ddp", "grad", "getattr"};
  return !is_plain_module(wrapper) || names_exchange(text) || std::ranges::any_of(kWords, has) ||
         uses_helpers(wrapper.text, wrapper);
}

// May: a model of the project averages its gradients in a train_step of its own. A model may
// inherit the method from another class of the project.
bool may_average_itself(const ProjectClass& model) {
  const std::string bases = fmt::format("{}", fmt::join(model.bases, " "));
  return names_exchange(model.text) || contains(model.text, "train_step") ||
         uses_helpers(bases, model);
}

}  // namespace

Answer wrapper_without_averaging(const ConfigView& view, const FileSystem& files,
                                 std::vector<Hit>& hits) {
  const FoundValue type = value_at(view.root(), "model_wrapper_cfg.type");
  if (!type.value || view.partial) return Answer::kNo;
  launch::GroupModules own;
  launch::GroupModules& modules = view.modules ? *view.modules : own;
  const auto class_at = [&](std::string_view key) {
    const Value* named = value_at(view.root(), key).value;
    return named ? modules.class_of(*view.config, *named, files) : std::nullopt;
  };
  const auto wrapper = class_at("model_wrapper_cfg.type");
  const auto model = class_at("model.type");
  if (!wrapper || may_average(*wrapper) || (model && may_average_itself(*model)) ||
      class_at("optim_wrapper.type") || class_at("optim_wrapper.constructor"))
    return Answer::kNo;
  hits.push_back({"model_wrapper_cfg.type", type});
  return Answer::kYes;
}

}  // namespace mmlint::check::predicates
