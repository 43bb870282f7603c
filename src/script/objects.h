#pragma once

#include "script/summary.h"

// Uses and escapes of the objects of a program, such as models, optimizers and data loaders.
namespace mmlint::script {

// Returns the path from the object at the root of a symbol to what the symbol names, without calls
// that return the object itself: "" for "torch.nn.Linear().cuda()", "module" for
// "torch.nn.parallel.DistributedDataParallel().module", "parameters()" for what that call returns.
std::string path_in_object(Symbol symbol);
// Returns true if the symbol names an object that a call has made.
bool is_object(Symbol symbol);
// Returns true for an object, its attributes and its methods, but not for results of its methods:
// code that gets such a value can compute with the object.
bool is_whole(Symbol symbol);

// Returns true for a method of torch.nn.Module that returns or changes what the module holds.
bool computes_nothing(std::string_view method);
// Returns true if a call computes with a module: model(x), model.forward(x).
bool is_forward(const Call& call);
// Returns true if a call computes with the module inside of a wrapper: ddp.module(x).
bool is_inner_forward(const Call& call);
// Returns true for these and for calls of the methods of that module and of its parts.
bool is_inner_call(const Call& call);

// The uses of one object.
struct ObjectUses {
  bool escapes = false;            // may: code that the walk does not follow gets the object
  std::vector<const Call*> calls;  // of the object and its methods, those of its parts included

  // Returns true if some call computes with it.
  bool computes() const;
};

// The objects of one summary, which must outlive it.
class Objects {
 public:
  explicit Objects(const Summary& summary);

  // Returns the uses of the object that the call at `made` makes. Passing the object to one of the
  // calls `ignored` is no escape.
  ObjectUses uses(Span made, const std::set<Span>& ignored = {}) const;
  // Returns the call at this location if a run may get there, else null.
  const Call* maker(Span made) const;
  // Returns the calls that may have made an object; empty if one of them is not known.
  std::vector<const Call*> makers(const Alternative& object) const;

 private:
  const Summary& summary_;
  std::map<Span, const Call*> made_by_;
};

}  // namespace mmlint::script
