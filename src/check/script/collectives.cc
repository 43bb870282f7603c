#include "check/script/collectives.h"

#include "check/script/definition.h"
#include "check/script/layers.h"
#include "facts/distributed.h"
#include "script/objects.h"

namespace mmlint::check {
namespace {

using script::Call;

constexpr std::string_view kWrapper = "torch.nn.parallel.DistributedDataParallel";

bool is_forward_of_wrapper(const Call& call) {
  static const script::Symbol wrapped = script::Symbol(kWrapper).result();
  return call.symbol == wrapped ||
         (call.symbol.owner() == wrapped && call.symbol.is_method("forward"));
}

// Whether each call that may have made an object satisfies a test; not if one of them is not known.
template <class Test>
bool all_makers(std::span<const Span> made, const script::Objects& objects, Test test) {
  return !made.empty() && std::ranges::all_of(made, [&](Span at) {
    const Call* maker = objects.maker(at);
    return maker && test(*maker);
  });
}

}  // namespace

bool is_collective(const Call& call) {
  return facts::group_of_collective(call.symbol.text()).has_value();
}

bool is_of_all_ranks(const Call& call) {
  if (call.more) return false;
  const script::Argument* group =
      call.argument("group", *facts::group_of_collective(call.symbol.text()));
  return !group || std::ranges::all_of(group->value, [](const auto& each) {
    const Value* data = each.data();
    return (data && data->kind == Value::Kind::kNone) ||
           each.symbol() == "torch.distributed.group.WORLD" ||
           each.symbol() == "torch.distributed.GroupMember.WORLD";
  });
}

bool sends_buffers(const Call& call, const script::Summary& run, project::Workspace& workspace) {
  if (!is_forward_of_wrapper(call)) return false;
  const script::Objects objects(run);
  return all_makers(call.object.calls(), objects, [&](const Call& wrapper) {
    const script::Argument* model = wrapper.argument("module", 0);
    return wrapper.symbol == kWrapper && model && !wrapper.more &&
           !wrapper.argument("broadcast_buffers", 4) && !wrapper.argument("process_group", 5) &&
           std::ranges::all_of(model->value, [&](const script::Alternative& each) {
             return all_makers(each.sites.calls(), objects, [&](const Call& maker) {
               return brings_buffers(maker, run, workspace);
             });
           });
  });
}

bool waits_in(Span part, const script::Summary& run, project::Workspace& workspace) {
  bool computes = false, backward = false;
  std::vector<Span> open{part};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Span outer = open[i];
    for (const Call& call : run.calls) {
      if (!call.point.reached || !outer.contains(call.span)) continue;
      if (is_collective(call) && is_of_all_ranks(call)) return true;
      computes = computes || (call.symbol.callee() == kWrapper && script::is_forward(call));
      backward = backward || call.symbol.is_method("backward");
      const Span inner = walked_function(call.symbol, run, workspace);
      if (inner.known() && !is_in(inner, open)) open.push_back(inner);
    }
  }
  return computes && backward;
}

}  // namespace mmlint::check
