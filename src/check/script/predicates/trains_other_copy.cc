// An optimizer has the parameters of a model that computes nothing, and the script has copied this
// model; hits: the optimizers.

#include "base/text.h"
#include "check/script/optimizers.h"
#include "check/script/predicate.h"
#include "launch/walked_imports.h"
#include "script/objects.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

constexpr std::string_view kCopy = "copy.deepcopy";

// May: a text reads the attribute `data` of a parameter. torch.utils.data is a module.
bool reads_data(std::string_view text) {
  for (std::size_t at = 0; has_word(text, "data", at, &at); ++at) {
    const std::string_view before = text.substr(0, at);
    if (before.ends_with('.') && !before.ends_with("utils.")) return true;
  }
  return false;
}

// May: the program moves gradients or weights from one model to another, or gives an optimizer
// other parameters. Algorithms such as Reptile compute with copies and then train the original with
// the results.
bool may_bring(const launch::Program& program) {
  constexpr std::array<std::string_view, 11> kWords = {
      "load_state_dict", "copy_",           "setattr",       "__dict__",
      "._parameters",    "add_param_group", "param_groups.", "param_groups =",
      "param_groups[:",  "['params']",      "[\"params\"]"};
  return std::ranges::any_of(program.get<documents_of>(), [&](const auto* document) {
    const std::string_view text = document->source().bytes();
    return reads_data(text) || has_word(text, "grad") || has_word(text, "_grad") ||
           has_word(text, "functional_call") ||
           std::ranges::any_of(kWords, [&](auto word) { return contains(text, word); });
  });
}

// Whether a method call of a model only returns or changes the contents of the model.
bool only_looks(const Call* call) {
  return script::computes_nothing(call->symbol.name()) ||
         script::path_in_object(call->symbol).find("()") != std::string::npos;
}

// Returns the call that copies an object; null if there is no such call.
const Call* copy_of(Span made, const Summary& run) {
  const auto copy = std::ranges::find_if(run.calls, [&](const Call& call) {
    const script::Argument* whole = call.symbol == kCopy ? call.argument("x", 0) : nullptr;
    return whole && call.point.reached && std::ranges::any_of(whole->value, [&](const auto& each) {
             return each.sites.has(made);
           });
  });
  return copy == run.calls.end() ? nullptr : &*copy;
}

// Whether library code gets an object, other than to copy or inspect it: torch.compile(net)
bool is_given_away(Span made, const Summary& run) {
  constexpr std::array<std::string_view, 4> kLooks = {"hasattr", "isinstance", "print", "type"};
  return std::ranges::any_of(run.calls, [&](const Call& call) {
    if (call.own || call.symbol == kCopy || is_in(call.symbol.text(), kLooks)) return false;
    return std::ranges::any_of(call.arguments, [&](const script::Argument& argument) {
      return std::ranges::any_of(argument.value, [&](const script::Alternative& each) {
        return each.sites.has(made) && (each.is_unknown() || script::is_whole(each.symbol()));
      });
    });
  });
}

}  // namespace

bool trains_other_copy(const Summary& script, const launch::ProgramFacts& facts, ScriptHits& hits) {
  const launch::Program& program = facts.program();
  const bool copies = std::ranges::any_of(
      script.calls, [](const Call& call) { return call.symbol == kCopy && call.point.reached; });
  if (!copies || !script.builds.empty() || !launch::walks_all_imports(script) || may_bring(program))
    return false;
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  const script::Objects objects(script);
  for (const Call& call : script.calls) {
    if (!makes_optimizer(call.symbol) || !call.point.reached) continue;
    const Call* copy = nullptr;
    const auto is_idle = [&](const Call* parameters) {
      const auto makers = parameters->object.calls();
      return !makers.empty() && std::ranges::all_of(makers, [&](Span made) {
        const script::ObjectUses uses = objects.uses(made);
        copy = copy ? copy : copy_of(made, script);
        return !uses.escapes && !is_given_away(made, script) &&
               std::ranges::all_of(uses.calls, only_looks);
      });
    };
    const auto given = parameters_of(call, script, syntax);
    if (given.empty() || !std::ranges::all_of(given, is_idle) || !copy) continue;
    hits.push_back({.at = call.callee, .fact = call.span, .name = call.symbol.str()});
    hits.back().point = call.point;
    hits.back().other = copy->span;
    hits.back().callee = call.callee;
  }
  return !hits.empty();
}

}  // namespace mmlint::check::predicates
