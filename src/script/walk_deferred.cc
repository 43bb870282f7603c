#include <algorithm>
#include <utility>

#include "script/deferred.h"
#include "script/walker.h"

// Definitions of imported modules, which are walked when somebody asks for their names.
namespace mmlint::script {

using syntax::Stmt;

namespace {

bool waits(const Alternative& alternative) {
  return alternative.is_symbol() && alternative.symbol().is(Symbol::Kind::kDeferred);
}

}  // namespace

void Walker::walk_top(int module, State& state) {
  const std::vector<const Stmt*> statements = program_.module(module).statements;
  const bool defers = module != 0 && program_.module(module).binds_each_once;
  for (const Stmt* stmt : statements) {  // others may be added on the way
    if (!state.alive || !spend(1)) return;
    if (!defers || !only_binds(*stmt) || state.modules.find(module, defined_name(*stmt))) {
      statement(*stmt, state);
      continue;
    }
    const Symbol later = Symbol::deferred(module, stmt->begin);
    bind(defined_name(*stmt), symbol(later, span(stmt->begin, stmt->end)), state);
  }
}

// What it binds is what it would have bound where it stands.
const Alternatives& Walker::walk_deferred(Symbol symbol, State& state) {
  const int module = symbol.module();
  const auto& statements = program_.module(module).statements;
  const auto found =
      std::lower_bound(statements.begin(), statements.end(), symbol.offset(),
                       [](const Stmt* each, std::uint32_t offset) { return each->begin < offset; });
  const std::string name(defined_name(**found));
  const Alternatives* bound = state.modules.find(module, name);
  ProgramPoint there;  // where the definition stands
  bool is_due = false;
  for (std::size_t i = 0; bound && i < bound->size(); ++i) {
    const Alternative& each = (*bound)[i];
    if (!each.is_symbol() || each.symbol() != symbol) continue;
    is_due = true;
    there.guard = each.guard;
  }
  const auto known = walked_late_.find(symbol);
  if (known != walked_late_.end() && !is_due) return known->second;
  const std::optional<Alternatives> other = bound && !is_due ? std::optional(*bound) : std::nullopt;
  std::swap(state.point, there);
  if (is_due) state.modules.erase(module, name);
  const bool proven = std::exchange(state.proven, false);
  in_module(module, state, [&] { statement(**found, state); });
  state.proven = proven;
  std::swap(state.point, there);
  Alternatives& out = walked_late_[symbol] = *state.modules.find(module, name);
  if (other) state.modules.set(module, name, *other);
  return out;
}

Alternatives Walker::settled(Alternatives all, State& state) {
  if (std::none_of(all.begin(), all.end(), waits)) return all;
  Alternatives out;
  for (const Alternative& each : all) {
    Alternatives one =
        waits(each) ? under(walk_deferred(each.symbol(), state), each.guard) : Alternatives{each};
    if (!one.empty()) out = out.empty() ? std::move(one) : either(std::move(out), one);
  }
  return out;
}

}  // namespace mmlint::script
