#pragma once

#include "script/summary.h"

namespace mmlint::check {

// The calls that the programs of a run make, and what they leave to defaults.
class KnownCalls {
 public:
  // Adds the calls of a program, which must outlive this object.
  void add(const script::Summary& script);

  // Returns false if `at` is the default of a parameter that nobody is known to leave out. For a
  // method of the class `definition`, somebody must be known who leaves it out: whoever calls the
  // methods of an object that a registry has built is mostly not known. For a function, and for
  // __init__, which a registry calls, it is left out unless some registry's build() gets it as a
  // keyword, as in MODELS.build(cfg, device=device).
  bool use_default(const syntax::Stmt& definition, Span at) const;

 private:
  std::map<std::string_view, std::vector<const script::Call*>> by_name_;  // the callee's last one
  std::set<std::string, std::less<>> built_with_;  // the keywords of what registries build
};

}  // namespace mmlint::check
