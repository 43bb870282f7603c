#include "check/config/view.h"

#include "config/document_kind.h"

namespace mmlint::check {

namespace {

bool has_model_and_data(const Value& root, bool lacks_base) {
  const Value* model = root.dict().get("model");
  if (!model || model->kind != Value::Kind::kDict) return false;
  if (lacks_base) return true;
  for (const char* name : {"train_dataloader", "val_dataloader", "test_dataloader"}) {
    const Value* loader = root.dict().get(name);
    if (loader && loader->kind != Value::Kind::kNone && loader->kind != Value::Kind::kUnknown)
      return true;
  }
  return false;
}

// "Runner", "mmengine.Runner" and the imported class are one name.
std::string_view type_of_runner(const Value& root) {
  const Value* type = root.dict().get("runner_type");
  if (!type || type->kind == Value::Kind::kNone) return "Runner";
  const bool is_name = type->kind == Value::Kind::kString || type->kind == Value::Kind::kReference;
  return is_name ? std::string_view(type->text()).substr(type->text().rfind('.') + 1) : "";
}

}  // namespace

ConfigView view_of(const config::Resolved& config, bool inherited, bool lacks_base) {
  const Value& root = *config.root;
  ConfigView view{.config = &config, .may_run_distributed = true};
  view.is_base = inherited && config::is_named_as_base(config.path);
  view.runnable = has_model_and_data(root, lacks_base) && !view.is_base;
  const Value* launcher = root.dict().get("launcher");
  if (launcher && launcher->kind == Value::Kind::kString) {
    view.may_run_distributed = launcher->text() != "none";
    view.launched = view.may_run_distributed;
    view.launcher = view.launched ? launch::Launcher::kGiven : launch::Launcher::kNone;
    view.launched_by_pytorch = launcher->text() == "pytorch";
  }
  return view;
}

void enter(const launch::Started& started, bool by_user, ConfigView& view) {
  using launch::Launcher;
  // A missing base has no dataloaders of MMEngine there.
  if (started.is_of_mmcv_1) view.runnable &= has_model_and_data(*view.config->root, false);
  view.launcher = by_user ? Launcher::kGiven : started.launcher;
  if (view.launcher == Launcher::kNone) view.may_run_distributed = false;
  view.trained_by_runner = by_user || !started.has_own_loop;
  view.wrapped_by_runner = by_user || (!started.has_own_loop && !started.wraps_itself);
  launch::Runners runners = started.runners;
  const std::string_view type = type_of_runner(*view.config->root);
  if (runners.by_type || (!runners.runner && !runners.flexible)) {
    runners.runner |= type == "Runner";
    runners.flexible |= type == "FlexibleRunner";
  }
  view.built_by_runner = runners.runner;
  view.built_here = started.built_here;
  view.built_by_flexible_runner = runners.flexible;
  view.launched_by_pytorch |= started.by_pytorch && view.may_run_distributed;
  view.launched = view.may_run_distributed && (by_user || started.in_runner == Launcher::kGiven);
  view.launcher_offered = started.in_runner == Launcher::kOffered;
  view.is_unused_base = started.is_unused_base && !by_user;
  view.only_heirs = started.only_heirs && !by_user && !(started.may_be_named && view.runnable);
}

Severity severity_with_launcher(Severity harm, const ConfigView& view) {
  if (view.launcher == launch::Launcher::kLeftOut) return Severity::kInfo;
  return view.launcher == launch::Launcher::kOffered ? std::min(harm, Severity::kWarning) : harm;
}

}  // namespace mmlint::check
