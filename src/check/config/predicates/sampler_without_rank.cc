// The training sampler is a class of the project whose indices do not depend on the rank, so each
// process trains with all samples; values: the type of the sampler.
// keys: train_dataloader, randomness.diff_rank_seed

#include "check/config/own_classes.h"
#include "check/config/predicate.h"
#include "check/config/rank_flow.h"
#include "value/key_path.h"

namespace mmlint::check::predicates {
namespace {

constexpr std::string_view kType[] = {"train_dataloader", "sampler", "type"};

// Must: the bases outside of the project yield the same indices in each process, or the project's
// own __iter__ replaces theirs.
bool has_plain_bases(const OwnClass& sampler) {
  const launch::ProjectClass* definer = sampler.definer("__iter__");
  const bool replaces = definer && !sampler.mentions("super().__iter__") &&
                        !sampler.mentions("self.indices");  // those of a rank, in InfiniteSampler
  return std::ranges::all_of(sampler.foreign, [&](const std::string& base) {
    const std::string_view name = std::string_view(base).substr(base.rfind('.') + 1);
    if (base.starts_with("mmengine."))
      return replaces && is_in(name, {"DefaultSampler", "InfiniteSampler"});
    return is_in(name, {"Sampler", "RandomSampler", "SequentialSampler", "object", "ABC"}) ||
           base.starts_with("typing.Generic") || base.starts_with("torch.utils.data.Sampler");
  });
}

// May: the class draws from the generators that MMEngine seeds, and these differ between ranks.
bool draws_by_rank(const Value& root, const OwnClass& sampler) {
  const Value* differ = value_at(root, "randomness.diff_rank_seed").value;
  return differ && truth_of(*differ) != false && !sampler.mentions("Generator") &&
         !sampler.mentions("Random(");
}

// May: another class of the loader gives each process its part: the data set, one inside of it, or
// the batch sampler.
bool is_shared_elsewhere(const ConfigView& view, const FileSystem& files) {
  const auto has_rank = [&](const Value* dict) {
    const auto own = own_class(view, dict->dict().get("type"), files);
    return own && (own->mentions("rank") || own->mentions("dist"));
  };
  const Value* batches = value_at(view.root(), "train_dataloader.batch_sampler").value;
  if (batches && has_rank(batches)) return true;
  const Value* data = value_at(view.root(), "train_dataloader.dataset").value;
  for (; data && data->kind == Value::Kind::kDict; data = data->dict().get("dataset"))
    if (has_rank(data)) return true;
  return false;
}

}  // namespace

Answer sampler_without_rank(const ConfigView& view, const FileSystem& files,
                            std::vector<Hit>& hits) {
  const FoundValue type = value_at(view.root(), kType);
  if (!type.value || view.partial) return Answer::kNo;
  const auto sampler = own_class(view, type.value, files);
  if (!sampler || !has_plain_bases(*sampler) || draws_by_rank(view.root(), *sampler) ||
      is_shared_elsewhere(view, files) || may_yield_by_rank(*sampler))
    return Answer::kNo;
  hits.push_back({"train_dataloader.sampler.type", type});
  return Answer::kYes;
}

}  // namespace mmlint::check::predicates
