#include "script/test_marks.h"

namespace mmlint::script {

namespace {

Symbol tested_mark() {
  return Symbol::mark("tested");
}
Symbol skipped_mark() {
  return Symbol::mark("skipped");
}
// Where pytest keeps the marks of a function or class: _pytest/mark/structures.py, store_mark.
constexpr std::string_view kMarks = "pytestmark";

bool is_mark(const Alternatives& all) {
  return std::ranges::all_of(all, [](const Alternative& each) {
    return each.symbol() == tested_mark() || each.symbol() == skipped_mark();
  });
}

Alternatives mark(const Truth& skipped, Span at) {
  Alternatives out;
  if (skipped.can_fail) out = under(symbol(tested_mark(), at), skipped.if_fails);
  if (!skipped.can_hold) return out;
  for (Alternative& each : under(symbol(skipped_mark(), at), skipped.if_holds))
    out.push_back(std::move(each));
  return out;
}

}  // namespace

std::optional<Alternatives> test_mark(Symbol name, const Alternatives& asked, Span at) {
  if (name == "unittest.skip" || name == "pytest.mark.skip") return mark(known_truth(true), at);
  const bool skips_if = name == "unittest.skipIf" || name == "pytest.mark.skipif";
  if ((!skips_if && name != "unittest.skipUnless") || asked.empty()) return std::nullopt;
  const bool is_text = std::ranges::any_of(asked, [](const Alternative& each) {
    return each.value() && each.value()->kind == Value::Kind::kString;
  });
  // pytest evaluates a text as Python.
  if (is_text && skips_if) return mark(Truth{}, at);
  return mark(skips_if ? truth(asked) : negated(truth(asked)), at);
}

bool leaves_the_test(Symbol callee) {
  return callee == "pytest.skip" || callee == "pytest.xfail" || callee.is_method("skipTest");
}

void add_mark(Symbol symbol, const Alternatives& mark, State& state) {
  if (!is_mark(mark)) return;
  const Symbol name = symbol.attribute(kMarks);
  const Alternatives* before = state.attributes.find(name);
  if (!before || !is_mark(*before)) {
    state.attributes.set(name, mark);
    return;
  }
  Alternatives out;
  for (const Alternative& a : *before) {
    for (const Alternative& b : mark) {
      Alternative both = a.symbol() == skipped_mark() ? a : b;
      if (both.guard.add(a.guard) && both.guard.add(b.guard)) out.push_back(std::move(both));
    }
  }
  state.attributes.set(name, std::move(out));
}

void assume_tested(const Alternatives& mark, State& state) {
  if (mark.empty() || !is_mark(mark)) return;
  std::optional<Guard> tested;
  for (const Alternative& each : mark) {
    if (each.symbol() != tested_mark()) continue;
    tested = tested ? common(*tested, each.guard) : each.guard;
  }
  if (tested)
    state.assume(*tested);
  else
    state.alive = false;
}

void assume_tested(Symbol symbol, State& state) {
  if (const Alternatives* marks = state.attributes.find(symbol.attribute(kMarks)))
    assume_tested(Alternatives(*marks), state);
}

}  // namespace mmlint::script
