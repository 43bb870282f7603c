// The training sampler is a class of the project that ignores ranks, so each process trains with
// all samples; values: the type of the sampler.
// keys: train_dataloader.sampler.type

#include "base/text.h"
#include "check/config/predicate.h"
#include "project/import_scan.h"
#include "value/key_path.h"

namespace mmlint::check::predicates {
namespace {

constexpr std::string_view kType[] = {"train_dataloader", "sampler", "type"};

// Whether a class inherits only from samplers of torch that ignore ranks.
bool is_plain(const launch::ProjectClass& sampler) {
  return std::ranges::all_of(sampler.bases, [](const std::string& base) {
    const std::string_view name = std::string_view(base).substr(base.rfind('.') + 1);
    return is_in(name, {"Sampler", "RandomSampler", "SequentialSampler", "object"});
  });
}

// May: the module of a class uses ranks, or imports code that uses them.
bool may_know_ranks(std::string_view module) {
  for (const std::string_view word : {"rank", "RANK", "world_size", "WORLD_SIZE", "num_replicas",
                                      "dist", "Distributed", "getattr(", "__import__"}) {
    if (contains(module, word)) return true;
  }
  return std::ranges::any_of(project::scan_imports(module), [](const auto& import) {
    const std::string_view package =
        std::string_view(import.dotted).substr(0, import.dotted.find('.'));
    return import.level != 0 ||
           !is_in(package, {"__future__", "collections", "copy", "itertools", "math", "mmengine",
                            "numpy", "random", "torch", "typing"});
  });
}

}  // namespace

Answer sampler_without_rank(const ConfigView& view, const FileSystem& files,
                            std::vector<Hit>& hits) {
  const FoundValue type = value_at(view.root(), kType);
  if (!type.value || view.partial) return Answer::kNo;
  launch::GroupModules own;
  const auto sampler =
      (view.modules ? *view.modules : own).class_of(*view.config, *type.value, files);
  if (!sampler || !is_plain(*sampler) || may_know_ranks(sampler->module)) return Answer::kNo;
  hits.push_back({"train_dataloader.sampler.type", type});
  return Answer::kYes;
}

}  // namespace mmlint::check::predicates
