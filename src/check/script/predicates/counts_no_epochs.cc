// A training loop of the project replaces run_epoch of EpochBasedTrainLoop and never adds to the
// number of the epoch (mmengine/runner/loops.py); hits: where it says that an epoch begins.

#include "base/text.h"
#include "check/script/predicate.h"
#include "check/script/program_syntax.h"
#include "script/symbols.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;

bool begins_epoch(const Call& call) {
  const script::Argument* stage = call.argument("fn_name", 0);
  return call.symbol.name() == "call_hook" && stage && stage->value.size() == 1 &&
         stage->value.front().is_text("before_train_epoch");
}

// May: a class sets the epoch number, or passes the sampler another one.
bool may_count(std::string_view text) {
  constexpr std::string_view kWords[] = {"_epoch", "set_epoch", "setattr", "__dict__"};
  return std::ranges::any_of(kWords, [text](auto word) { return has_word(text, word); }) ||
         contains(text, "super().run_epoch") || contains(text, "def epoch");
}

}  // namespace

bool counts_no_epochs(const script::Summary& script, const launch::ProgramFacts& facts,
                      ScriptHits& hits) {
  if (std::ranges::none_of(script.calls, begins_epoch)) return false;
  const ProgramSyntax& syntax = facts.get_big<program_syntax>();
  std::vector<ScriptPlace> out;
  for (const Call& call : script.calls) {
    const syntax::Call* node = begins_epoch(call) ? syntax.call_at(call.span) : nullptr;
    const syntax::Function* method = node ? syntax.place(*node).function : nullptr;
    const syntax::Stmt* around = method ? syntax.around(*method) : nullptr;
    if (!around || around->kind != syntax::StmtKind::kClass || method->name != "run_epoch")
      continue;
    const auto& loop = syntax::as<syntax::Class>(*around);
    const Source& source = syntax.place(*node).document->source();
    const std::string_view text = source.text({source.id(), loop.begin, loop.end});
    const bool is_by_epoch =
        loop.bases.size() == 1 && last_name(*loop.bases[0].value) == "EpochBasedTrainLoop";
    if (is_by_epoch && !may_count(text))
      out.push_back({call.span, call.span, "run_epoch", call.point});
  }
  return add_places(out, hits);
}

}  // namespace mmlint::check::predicates
