#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fix/context.h"
#include "fix/script/cuda_places.h"
#include "fix/script/name_reads.h"

namespace mmlint::fix {

// What planners ask of the code of one script, read once for all findings in it.
struct ScriptCode {
  ScriptCode(const syntax::Document& document, syntax::Parser& parser);

  // Returns the name for the module torch at a place (a byte offset) that the script imports at its
  // top level: "torch", or what it is called with `as`. Nullopt if the script has none there.
  std::optional<std::string> torch_at(std::uint32_t place) const;

  NameReads reads;
  CudaPlaces cuda;
  // Whether the program that an entry script starts uses a function, class or variable of this file
  // for CUDA in another file; see shares_with_cuda().
  std::map<std::pair<std::string, std::string_view>, bool> used_elsewhere;

 private:
  std::optional<std::pair<std::uint32_t, std::string>> torch_;  // behind which place, as what
};

// Returns the code of a script, which the context keeps. The document is one of its workspace.
ScriptCode& code_of(const syntax::Document& document, const Context& context);

}  // namespace mmlint::fix
