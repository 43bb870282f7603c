#include "script/summary.h"

#include "script/training.h"
#include "script/walk.h"

namespace mmlint::script {

std::string_view name_of(Failure::Kind kind) {
  constexpr std::array<std::string_view, 6> kNames = {
      "assertion", "division", "exit", "index", "key", "raise"};  // in the order of Failure::Kind
  return kNames[static_cast<std::size_t>(kind)];
}

Alternatives with_defaults(Alternatives alternatives, const std::vector<Option>& options) {
  for (Alternative& each : alternatives) {
    const auto dest = each.symbol().option();
    if (!dest) continue;
    const auto option =
        std::ranges::find_if(options, [&](const Option& one) { return one.dest == *dest; });
    if (option == options.end() || option->default_value.size() != 1) continue;
    const Alternative& usual = option->default_value.front();
    Guard guard = each.guard;
    if (usual.is_unknown() || !guard.add({{Question::Kind::kOption, option->dest}, false}))
      continue;
    each = {usual.what, each.at, std::move(guard)};
  }
  return alternatives;
}

Summary summarize(const syntax::Document& document, ModuleFinder* finder, const Start* start,
                  const BuiltClasses* built, std::size_t steps) {
  Summary out;
  out.document = &document;
  out.pool = std::make_unique<Pool>();
  Walk walk(document, finder, start, built, steps, out);
  run(walk);
  forget_vain_handlers(out);
  out.trains = trains(out);
  return out;
}

bool is_valid(const syntax::Document& document) {
  if (document.parse_all()) return true;
  const auto problems = document.problems();
  return std::ranges::all_of(problems, [](const SyntaxProblem& problem) {
    return problem.kind == SyntaxProblem::Kind::kBom;
  });
}

std::shared_ptr<Summary> summarize_if_valid(const syntax::Document& document,
                                            ModuleFinder* finder) {
  if (!is_valid(document)) return nullptr;
  return std::make_shared<Summary>(summarize(document, finder));
}

}  // namespace mmlint::script
