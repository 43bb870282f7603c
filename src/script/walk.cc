#include "script/walk.h"

#include "script/shadows.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

namespace mmlint::script {

namespace {

// What a start sets is known where the script begins.
void begin(Walk& walk, const Start& start, State& state) {
  state.point.guard = walk.out.start = start.guard;
  const Span at{walk.program.module(0).document->source().id(), 0, 0};
  for (const auto& [name, value] : start.environment)
    state.attributes.set(Symbol::environment().attribute(name),
                         data_of(walk.out.pool->string(walk.out.pool->keep(value), at), at));
}

}  // namespace

Walk::Walk(const syntax::Document& document, ModuleFinder* modules, const Start* given,
           const BuiltClasses* classes, std::size_t steps, Summary& facts)
    : finder(modules),
      start(given),
      built(classes),
      out(facts),
      record(out),
      arguments(start, record, out),
      budget(steps) {
  program.add({document.source().path(), &document}, "__main__");
}

bool Walk::spend(std::size_t steps) {
  if (budget < steps) out.complete = false;
  steps = std::min(budget, steps);
  budget -= steps;
  out.steps += steps;
  return out.complete;
}

void run(Walk& walk) {
  State state;
  if (walk.start) begin(walk, *walk.start, state);
  Frame outside;
  walk.frame = &outside;
  walk_module(walk, 0, state);
  walk_the_rest(walk, std::move(state));
  record_uncalled(walk);
  walk.frame = nullptr;
  for (std::size_t i = 0; i < walk.program.size(); ++i) {
    const Module& module = walk.program.module(static_cast<int>(i));
    walk.out.files.push_back(module.path);
    if (!module.document) continue;
    // Of what the script imports, only what it calls.
    auto found = find_shadows(*module.document,
                              syntax::Block(module.statements.data(), module.statements.size()),
                              i == 0 ? nullptr : &walk.covered);
    std::move(found.begin(), found.end(), std::back_inserter(walk.out.shadows));
  }
  walk.out.covered.assign(walk.covered.begin(), walk.covered.end());
  escape_contents(walk);
  walk.out.escaped.assign(walk.escaped.begin(), walk.escaped.end());
  walk.arguments.mark_read();
  walk.record.finish();
}

}  // namespace mmlint::script
