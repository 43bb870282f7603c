#include "check/script/unshared_samples.h"

#include <algorithm>

namespace mmlint::check {
namespace {

using script::Alternative;
using script::Call;
using script::Summary;

bool is_loader(const Call& call) {
  return call.symbol == "torch.utils.data.DataLoader" && call.point.reached;
}

const script::Argument* sampler_of(const Call& loader) {
  return loader.argument("sampler", 3);
}

bool shares(const Call& loader) {
  const script::Argument* sampler = sampler_of(loader);
  return sampler &&
         std::any_of(sampler->value.begin(), sampler->value.end(), [](const Alternative& each) {
           return each.symbol().ends_with(".DistributedSampler()");
         });
}

// Whether a loader goes through all samples of its data set by itself.
bool takes_all(const Call& loader) {
  if (loader.more || loader.argument("batch_sampler", 4)) return false;
  const script::Argument* sampler = sampler_of(loader);
  return !sampler ||
         std::all_of(sampler->value.begin(), sampler->value.end(), [](const Alternative& each) {
           const Value* data = each.data();
           return (data && data->kind == Value::Kind::kNone) ||
                  each.symbol() == "torch.utils.data.RandomSampler()" ||
                  each.symbol() == "torch.utils.data.SequentialSampler()";
         });
}

}  // namespace

std::vector<Span> unshared_samples(const Summary& script, const Summary& run) {
  const bool wraps = std::any_of(run.calls.begin(), run.calls.end(), [](const Call& call) {
    return call.symbol == "torch.nn.parallel.DistributedDataParallel" && call.point.reached &&
           call.point.group == script::OnPaths::kAll;
  });
  std::vector<Span> out;
  for (const Call& loader : run.calls) {
    if (!wraps || !is_loader(loader)) continue;
    if (!takes_all(loader)) return {};
    const bool meant = std::any_of(script.calls.begin(), script.calls.end(), [&](const Call& each) {
      return is_loader(each) && each.span == loader.span && shares(each);
    });
    if (meant && std::find(out.begin(), out.end(), loader.callee) == out.end())
      out.push_back(loader.callee);
  }
  return out;
}

}  // namespace mmlint::check
