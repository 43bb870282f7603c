#include "script/walker.h"

#include <algorithm>
#include <iterator>

#include "script/shadows.h"

namespace mmlint::script {

WalkContext::WalkContext(syntax::Parser& parser, ModuleFinder* finder, const Start* start,
                         const BuiltClasses* built, std::size_t steps, Summary& out)
    : parser_(parser),
      finder_(finder),
      start_(start),
      built_(built),
      out_(out),
      record_(out),
      arguments_(start, record_, out),
      budget_(steps) {}

Walker::Walker(const syntax::Document& document, syntax::Parser& parser, ModuleFinder* finder,
               const Start* start, const BuiltClasses* built, std::size_t steps, Summary& out)
    : WalkContext(parser, finder, start, built, steps, out) {
  program_.add({document.source().path(), &document}, "__main__", parser);
}

// What a start sets is known where the script begins.
void WalkContext::begin(const Start& start, State& state) {
  state.point.guard = out_.start = start.guard;
  const Span at{program_.module(0).document->source().id(), 0, 0};
  for (const auto& [name, value] : start.environment)
    state.attributes.set(Symbol::environment().attribute(name),
                         data_of(out_.pool->string(out_.pool->keep(value), at), at));
}

void Walker::run() {
  State state;
  if (start_) begin(*start_, state);
  Frame outside;
  frame_ = &outside;
  walk_module(0, state);
  walk_the_rest(std::move(state));
  record_uncalled();
  frame_ = nullptr;
  for (std::size_t i = 0; i < program_.size(); ++i) {
    const Module& module = program_.module(static_cast<int>(i));
    out_.files.push_back(module.path);
    if (!module.document) continue;
    // Of what the script imports, only what it calls.
    auto found = find_shadows(*module.document,
                              syntax::Block(module.statements.data(), module.statements.size()),
                              i == 0 ? nullptr : &covered_);
    std::move(found.begin(), found.end(), std::back_inserter(out_.shadows));
  }
  out_.covered.assign(covered_.begin(), covered_.end());
  out_.escaped.assign(escaped_.begin(), escaped_.end());
  arguments_.mark_read();
  record_.finish();
}

bool WalkContext::spend(std::size_t steps) {
  if (budget_ < steps) out_.complete = false;
  steps = std::min(budget_, steps);
  budget_ -= steps;
  out_.steps += steps;
  return out_.complete;
}

}  // namespace mmlint::script
