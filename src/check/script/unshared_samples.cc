#include "check/script/unshared_samples.h"

#include <algorithm>

#include "check/script/matcher.h"
#include "script/numbers.h"

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

std::vector<ShortSampler> short_samplers(const Summary& script, bool in_several,
                                         const catalog::Target& target) {
  std::vector<ShortSampler> out;
  for (const Call& call : script.calls) {
    if (!call.symbol.ends_with(".DistributedSampler") || !call.point.reached) continue;
    const script::Argument* count = call.argument("num_replicas", 1);
    const script::Argument* rank = call.argument("rank", 2);
    const bool is_of_all =
        !rank || std::any_of(rank->value.begin(), rank->value.end(), [](const Alternative& each) {
          return script::is_rank(each.symbol());
        });
    if (!count || call.point.group != script::OnPaths::kAll) continue;
    for (const Alternative& each : count->value) {
      const Value* number = each.data();
      if (!number || number->kind != Value::Kind::kInt || number->big) continue;
      const bool of_cards = each.guard.answer({Question::Kind::kDevice, "cuda"}) == false;
      const bool is_short =
          number->integer == 0 || (number->integer == 1 && in_several && is_of_all);
      script::ProgramPoint point = call.point;
      if (!of_cards || !is_short || !point.guard.add(each.guard) || !may_hold(point.guard, target))
        continue;
      out.push_back({count->span, call.span, std::move(point)});
    }
  }
  return out;
}

}  // namespace mmlint::check
