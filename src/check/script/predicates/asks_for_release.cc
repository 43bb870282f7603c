// The program asks for the release of a package, which may decide what it calls; no hits.

#include "base/text.h"
#include "check/script/predicate.h"

namespace mmlint::check::predicates {

bool asks_for_release(const script::Summary& script, const launch::ProgramFacts& facts,
                      ScriptHits&) {
  return std::ranges::any_of(script.files, [&](const std::string& file) {
    const std::string_view text = facts.program().workspace().text(file);
    return contains(text, "__version__") || contains(text, "_version(") ||
           contains(text, "TORCH_VERSION") || contains(text, "torch.version");
  });
}

}  // namespace mmlint::check::predicates
