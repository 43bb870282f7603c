#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "script/summary.h"

// What a program does with the objects that it makes, such as models, optimizers and data loaders.
namespace mmlint::script {

// Returns the path from the object at the root of a symbol to what the symbol names, without calls
// that return the object itself: "" for "torch.nn.Linear().cuda()", "module" for
// "torch.nn.parallel.DistributedDataParallel().module", "parameters()" for what that call returns.
std::string path_in_object(Symbol symbol);
// Returns true if the symbol names an object that a call has made.
bool is_object(Symbol symbol);
// Returns true if who has it can compute with the object at its root: for that object, its
// attributes and methods, but not for what a method has returned.
bool is_whole(Symbol symbol);

// Returns true if a call computes with a module: model(x), model.forward(x).
bool is_forward(const Call& call);
// Returns true if a call does so with what a wrapper has inside: ddp.module(x).
bool is_inner_forward(const Call& call);

// What a program does with one object.
struct ObjectUses {
  bool escapes = false;  // may: code that is not followed gets the object, and may do anything
  std::vector<const Call*> calls;  // of the object and its methods, those of its parts included

  // Returns true if some call computes with it.
  bool computes() const;
};

// The objects of one summary, which must outlive it.
class Objects {
 public:
  explicit Objects(const Summary& summary);

  // Returns what is done with the object that a call at this place makes. The calls at places
  // `ignored` may have it.
  ObjectUses uses(Span made, const std::set<Span>& ignored = {}) const;
  // Returns the call at a place that makes an object, if the run gets there; null if there is none.
  const Call* maker(Span made) const;
  // Returns the calls that have made an object; none if one of them is not known.
  std::vector<const Call*> makers(const Alternative& object) const;

 private:
  const Summary& summary_;
  std::map<Span, const Call*> made_by_;
};

}  // namespace mmlint::script
