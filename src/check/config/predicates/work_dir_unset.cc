// Each Runner that scripts of the project build from the config is built by Runner.from_cfg, or by
// what calls it, and no script writes the key work_dir before, which it needs
// (mmengine/runner/runner.py Runner.from_cfg).

#include "check/config/predicate.h"

namespace mmlint::check::predicates {
namespace {

// Must: the arguments of a Runner are the keys of the config.
bool is_from_cfg(const script::Call& call) {
  const script::Argument* config = call.argument("cfg", 0);
  return !call.more && !call.symbol.is_inside("mmengine.runner.FlexibleRunner") &&
         (call.symbol.is_inside("mmengine.registry") ||
          call.symbol == "mmengine.runner.Runner.from_cfg") &&
         config && !config->value.empty() &&
         std::ranges::all_of(config->value, [](const script::Alternative& value) {
           return value.symbol() == script::Symbol::config();
         });
}

bool needs_key_of_config(const script::Summary& script) {
  return !script.builds.empty() &&
         std::ranges::all_of(script.builds, [&](const script::Build& build) {
           const auto* written = build.keys.find("work_dir");
           return is_from_cfg(script.calls[build.call]) && (!written || written->writes.empty());
         });
}

}  // namespace

Answer work_dir_unset(const ConfigView& view, const FileSystem&, std::vector<Hit>&) {
  return answer(view.builders && !view.builders->empty() &&
                std::ranges::all_of(*view.builders, [](const launch::Builder& builder) {
                  return needs_key_of_config(*builder.summary);
                }));
}

}  // namespace mmlint::check::predicates
