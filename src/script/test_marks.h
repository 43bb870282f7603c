#pragma once

#include "script/state.h"

// What unittest and pytest leave out: `@unittest.skipUnless(torch.cuda.is_available(), '...')`,
// `pytestmark = pytest.mark.skipif(...)`.
namespace mmlint::script {

// Returns what a decorator of unittest or pytest that leaves tests out is, or what a call of it
// makes: one alternative where the test runs and one where it is skipped, each under its guard.
// `asked` is the first argument of the call; empty if it has none. Nullopt for other symbols.
std::optional<Alternatives> test_mark(Symbol symbol, const Alternatives& asked, Span at);

// Returns true if a call leaves the test that calls it.
bool leaves_the_test(Symbol callee);

// Notes for the function or class of a symbol that a mark decorates it. Other values change
// nothing.
void add_mark(Symbol symbol, const Alternatives& mark, State& state);

// Assumes that a test runner runs what has this mark. The state is not alive any more if it skips
// it. Other values change nothing.
void assume_tested(const Alternatives& mark, State& state);
// The same of the marks of the function or class of a symbol.
void assume_tested(Symbol symbol, State& state);

}  // namespace mmlint::script
