// set_epoch is for other samplers than those of training; hits: where these are made.

#include "check/script/drifting_steps.h"
#include "check/script/unshared_samples.h"
#include "script/objects.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

bool is_loader(const Call& call) {
  return call.symbol == "torch.utils.data.DataLoader" && call.point.reached;
}

bool makes_sampler(const Call& call) {
  return call.symbol.is_method("DistributedSampler");
}

// The objects that are told the epoch: samplers, and loaders whose sampler is.
class Told {
 public:
  Told(const Summary& script) {
    for (const Call& call : script.calls) {
      if (!call.symbol.is_method("set_epoch")) continue;
      known_ = known_ && call.object.known();
      told_.push_back(call.object);
    }
  }

  // Whether each call of set_epoch is about a known object, and there is one.
  bool are_known() const { return known_ && !told_.empty(); }
  // Whether the object that a call has made is told, of those that an expression may be.
  bool has(const Call& made, const script::Sites& objects) const {
    return std::ranges::any_of(told_, [&](const script::Sites& each) {
      return each.has(made.span) && each.may_be(objects);
    });
  }

 private:
  std::vector<script::Sites> told_;
  bool known_ = true;
};

// A fact: the samplers of the loaders that a script trains with and that are never told the epoch,
// while another sampler is: `val_sampler.set_epoch(epoch)`. Only where each call of set_epoch is
// about a known sampler or loader.
std::vector<ScriptPlace> untold_samplers(const launch::Program& program) {
  const Summary& script = program.summary();
  std::vector<ScriptPlace> out;
  const Told told(script);
  if (!told.are_known()) return out;
  const script::Objects objects(script);
  const auto add = [&](const Call& loader, const script::Sites& made_loader) {
    const script::Argument* sampler = is_loader(loader) ? loader.argument("sampler", 3) : nullptr;
    const script::Alternative* only = sampler ? script::only_symbol(sampler->value) : nullptr;
    if (!only || told.has(loader, made_loader)) return;
    const script::Sites samplers = only->sites.in_turns_of(made_loader);
    for (const Call* made : objects.makers(*only)) {
      if (makes_sampler(*made) && shuffles_by_epoch(*made) && !told.has(*made, samplers))
        out.push_back({made->callee, made->span, made->symbol.str(), made->point});
    }
  };
  for (const script::Loop* loop : training_loops(script)) {
    const bool are_loaders = std::ranges::all_of(loop->over, [&](const script::Alternative& each) {
      const auto makers = objects.makers(each);
      return script::is_object(each.symbol()) && !makers.empty() &&
             std::ranges::all_of(makers, [](const Call* maker) { return is_loader(*maker); });
    });
    for (const script::Alternative& each : are_loaders ? loop->over : script::Alternatives()) {
      for (const Call* loader : objects.makers(each)) add(*loader, each.sites);
    }
  }
  return out;
}

}  // namespace

bool tells_other_samplers(const script::Summary&, const launch::ProgramFacts& facts,
                          ScriptHits& hits) {
  return add_places(facts.get<untold_samplers>(), hits);
}

}  // namespace mmlint::check::predicates
