// The model wrapper is a class of the project that does not average gradients; values: the type of
// the wrapper.
// keys: model_wrapper_cfg.type

#include "base/text.h"
#include "check/config/predicate.h"
#include "value/key_path.h"

namespace mmlint::check::predicates {
namespace {

constexpr std::string_view kType[] = {"model_wrapper_cfg", "type"};

// May: a class averages gradients. It inherits from more than nn.Module, or its text has a word
// such as "reduce".
bool may_average(const launch::ProjectClass& wrapper) {
  const bool is_module = std::ranges::all_of(wrapper.bases, [](const std::string& base) {
    return is_in(base, {"nn.Module", "torch.nn.Module", "Module"});
  });
  const std::string text = small_letters(wrapper.text);
  const auto has = [&](std::string_view word) { return contains(text, word); };
  constexpr std::string_view kWords[] = {"reduce", "average",  "sync", "gather", "dist",
                                         "hook",   "parallel", "ddp",  "grad",   "getattr"};
  return !is_module || std::ranges::any_of(kWords, has);
}

}  // namespace

Answer wrapper_without_averaging(const ConfigView& view, const FileSystem& files,
                                 std::vector<Hit>& hits) {
  const FoundValue type = value_at(view.root(), kType);
  if (!type.value || view.partial) return Answer::kNo;
  launch::GroupModules own;
  const auto wrapper =
      (view.modules ? *view.modules : own).class_of(*view.config, *type.value, files);
  if (!wrapper || may_average(*wrapper)) return Answer::kNo;
  hits.push_back({"model_wrapper_cfg.type", type});
  return Answer::kYes;
}

}  // namespace mmlint::check::predicates
