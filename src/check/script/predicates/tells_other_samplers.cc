// set_epoch is for other samplers than those of training; hits: where these are made.

#include "check/script/drifting_steps.h"
#include "check/script/unshared_samples.h"
#include "script/objects.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

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
      const auto sites = call.object.calls();
      told_.insert(sites.begin(), sites.end());
    }
  }

  // Whether each call of set_epoch is about a known object, and there is one.
  bool are_known() const { return known_ && !told_.empty(); }
  bool has(const Call& made) const { return told_.count(made.span) != 0; }

 private:
  std::set<Span> told_;
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
  for (const auto& loaders : training_loaders(script)) {
    for (const Call* loader : loaders) {
      const script::Argument* sampler = loader->argument("sampler", 3);
      const script::Alternative* only = sampler ? script::only_symbol(sampler->value) : nullptr;
      if (!only || told.has(*loader)) continue;
      for (const Call* made : objects.makers(*only)) {
        if (makes_sampler(*made) && shuffles_by_epoch(*made) && !told.has(*made))
          out.push_back({made->callee, made->span, made->symbol.str(), made->point});
      }
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
