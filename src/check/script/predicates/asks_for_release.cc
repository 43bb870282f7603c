// The program asks for the release of a package, which may decide what it calls; no hits.

#include "base/text.h"
#include "check/script/predicate.h"

namespace mmlint::check::predicates {
namespace {

// A fact, since a workspace loads files for one thread alone.
bool names_release(const launch::Program& program) {
  const auto& files = program.summary().files;
  return std::ranges::any_of(files, [&](const std::string& file) {
    const std::string_view text = program.workspace().text(file);
    return contains(text, "__version__") || contains(text, "_version(") ||
           contains(text, "TORCH_VERSION") || contains(text, "torch.version");
  });
}

}  // namespace

bool asks_for_release(const script::Summary&, const launch::ProgramFacts& facts, ScriptHits&) {
  return facts.program().get<names_release>();
}

}  // namespace mmlint::check::predicates
