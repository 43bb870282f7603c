// torch.utils.cpp_extension compiles CUDA sources while the script runs, which needs CUDA's
// compiler; hits: the calls.

#include "base/text.h"
#include "check/script/predicate.h"
#include "launch/reachable.h"

namespace mmlint::check::predicates {

bool compiles_cuda(const script::Summary& script, const launch::ProgramFacts& facts,
                   ScriptHits& hits) {
  const SourceStore& sources = facts.program().workspace().sources();
  for (const script::Call& call : script.calls) {
    const bool loads = call.symbol == "torch.utils.cpp_extension.load";
    if (!loads && call.symbol != "torch.utils.cpp_extension.load_inline") continue;
    const script::Argument* given =
        loads ? call.argument("sources", 1) : call.argument("cuda_sources", 2);
    const std::string_view text = given ? sources.text(given->span) : std::string_view();
    const bool is_cuda = loads ? contains(text, ".cu'") || contains(text, ".cu\"")
                               : !text.empty() && text != "None" && text != "''" && text != "[]";
    if (is_cuda && !launch::ways_to(call.point, facts.target()).empty())
      hits.push_back(
          {.at = call.callee, .fact = call.span, .name = call.symbol.str(), .point = call.point});
  }
  return !hits.empty();
}

}  // namespace mmlint::check::predicates
