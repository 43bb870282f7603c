#include "check/script/meant_calls.h"

namespace mmlint::check {
namespace {

using script::Call;
using BySymbol = std::unordered_map<std::string_view, std::vector<const Call*>>;

// A fact: the calls of what is not the program's own. Many rules ask, and most calls are of what
// others call too.
BySymbol calls_by_symbol(const launch::Program& program) {
  BySymbol out;
  for (const Call& call : program.summary().calls) {
    if (!call.own) out[call.symbol.text()].push_back(&call);
  }
  return out;
}

}  // namespace

std::vector<const Call*> meant_calls(const Named& is_meant, const script::Summary& script,
                                     const launch::ProgramFacts& facts) {
  std::vector<const Call*> out;
  if (&script != &facts.program().summary()) {
    for (const Call& call : script.calls) {
      if (!call.own && is_meant(call.symbol.text())) out.push_back(&call);
    }
    return out;
  }
  for (const auto& [symbol, calls] : facts.program().get<calls_by_symbol>()) {
    if (is_meant(symbol)) out.insert(out.end(), calls.begin(), calls.end());
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace mmlint::check
