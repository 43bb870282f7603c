#pragma once

#include "script/walk.h"
#include "syntax/match.h"

// What statements do: each pass turns the state before a statement into the state behind it.
namespace mmlint::script {

// walk_statements.cc
void block(Walk& walk, syntax::Block block, State& state);
void statement(Walk& walk, const syntax::Stmt& stmt, State& state);
void fail(Walk& walk, Failure::Kind kind, Span at, const Guard& guard, const ProgramPoint& point);

// walk_blocks.cc and walk_match.cc: loops, `try`, `with` and `match`.
void loop(Walk& walk, const syntax::For& stmt, State& state);
// Walks a body once for each of the items. `inside` must hold in every turn.
void loop(Walk& walk, const syntax::Expr* target, const std::vector<Alternatives>& items, Turns how,
          const Guard& inside, syntax::Block body, syntax::Block otherwise, State& state);
void attempt(Walk& walk, const syntax::Try& stmt, State& state);
void with(Walk& walk, const syntax::With& stmt, State& state);
void match(Walk& walk, const syntax::Match& stmt, State& state);

// walk_definitions.cc: imports, functions and classes.
void bind_imports(Walk& walk, const syntax::Import& stmt, State& state);
void bind_imports(Walk& walk, const syntax::ImportFrom& stmt, State& state);
// Returns the symbol of the project's module, walked when it is new; none if it has none.
Symbol import_module(Walk& walk, int level, std::string_view dotted, State& state);
void walk_module(Walk& walk, int module, State& state);
void define(Walk& walk, const syntax::Function& stmt, State& state);
void define(Walk& walk, const syntax::Class& stmt, State& state);
Symbol with_closure(Walk& walk, Symbol symbol, State& state);
// Returns what stands for definitions that were left for later, walked now.
Alternatives settled(Walk& walk, Alternatives all, State& state);

// walk_targets.cc: assignments and removals of names, attributes, items, variables, config keys.
void assign(Walk& walk, const syntax::Expr& target, const Alternatives& value, State& state);
bool assign_pairs(Walk& walk, const syntax::Assign& stmt, State& state);
void bind_name(Walk& walk, std::string_view name, Alternatives value, State& state);
void set_attribute(Walk& walk, const Alternative& object, std::string_view name,
                   const Alternatives& value, Span at, Span target, State& state);
void set_any_attribute(Walk& walk, const Alternatives& objects, State& state);
void remove(Walk& walk, const syntax::Expr& target, State& state);
void set_environment(Walk& walk, const Alternatives& name, Alternatives value, Span at,
                     bool only_if_unset, State& state);
// An empty value is a removal from the loaded config.
void write_config(Walk& walk, std::string key, Alternatives value, Span at, Span target,
                  ConfigWrite::Mode mode, State& state);
void update_config(Walk& walk, std::string_view key, const Given& from, Span at, bool dotted,
                   State& state);

// walk_files.cc: code that is a text, and files that are run.
void execute(Walk& walk, const Alternatives& text, State& state);
Alternatives imported(Walk& walk, const Alternatives& names, Span at, State& state);
std::optional<Alternatives> call_module(Walk& walk, Symbol name, const Givens& given, Span at,
                                        State& state);
// Notes that other values may be given to all names of a module.
void open_names(Walk& walk, int module, State& state);

// walk_rest.cc: what nobody calls.
void walk_the_rest(Walk& walk, State state);

}  // namespace mmlint::script
