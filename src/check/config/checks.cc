#include "check/config/checks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/internal_error.h"
#include "base/text.h"
#include "catalog/vocabulary.h"
#include "launch/group_modules.h"
#include "python/eval/natives.h"
#include "syntax/ast.h"

namespace mmlint::check {

namespace {

Answer no_process_group_import(const ConfigView& view, const FileSystem& files) {
  if (launch::process_group_module(*view.config, files, view.modules)) return Answer::kNo;
  if (view.partial) return Answer::kUnknown;
  const bool known = view.unknown_makes_no_group || launch::knows_imports(*view.config);
  return known ? Answer::kYes : Answer::kUnknown;
}

}  // namespace

Answer dist_cfg_is_read(const ConfigView& view, const FileSystem& files) {
  if (view.dist_cfg_is_read == Answer::kNo || view.partial) return view.dist_cfg_is_read;
  const auto text = launch::process_group_module(*view.config, files, view.modules);
  return text && text->find("dist_cfg") == text->npos ? Answer::kNo : view.dist_cfg_is_read;
}

namespace {

struct Fact {
  std::string_view name;
  ConfigFact holds;
};
constexpr std::array<Fact, 6> kFacts = {{
    {"runnable", &ConfigView::runnable},
    {"may-run-distributed", &ConfigView::may_run_distributed},
    {"launched", &ConfigView::launched},
    {"launcher-offered", &ConfigView::launcher_offered},
    {"trained-by-runner", &ConfigView::trained_by_runner},
    {"wrapped-by-runner", &ConfigView::wrapped_by_runner},
}};
static_assert(catalog::has_names(kFacts, catalog::kConfigFacts));

struct Check {
  std::string_view name;
  Answer (*answer)(const ConfigView& view, const FileSystem& files);
};
constexpr std::array<Check, 2> kChecks = {{
    {"no-process-group-import", no_process_group_import},
    {"dist-cfg-is-read", dist_cfg_is_read},
}};
static_assert(catalog::has_names(kChecks, catalog::kConfigChecks));

}  // namespace

ConfigFact fact_of(std::string_view name) {
  const Fact* fact = catalog::row_of(kFacts, name);
  MM_CHECK(fact != nullptr);
  return fact->holds;
}

Answer run_check(std::string_view name, const ConfigView& view, const FileSystem& files) {
  const Check* check = catalog::row_of(kChecks, name);
  MM_CHECK(check != nullptr);
  return check->answer(view, files);
}

}  // namespace mmlint::check
