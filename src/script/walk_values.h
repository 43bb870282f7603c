#pragma once

#include "script/walk.h"

// What expressions are: the alternatives of each, and what evaluating it does to the state.
namespace mmlint::script {

// walk_expressions.cc. Each returns the value of an expression. Whoever calls value() does not
// follow what becomes of a list or a dict: what it holds escapes. The caller of followed() does, or
// has it escape.
Alternatives value(Walk& walk, const syntax::Expr& expr, State& state);
Alternatives followed(Walk& walk, const syntax::Expr& expr, State& state);

// conditions.cc: the possible outcomes of a condition.
Truth condition(Walk& walk, const syntax::Expr& expr, State& state);
// Returns the truth of values. Objects of the project's classes are true, unless their class
// defines __bool__ or __len__.
Truth truth(Walk& walk, const Alternatives& values);

// walk_objects.cc: names, attributes, items.
Alternatives name(Walk& walk, const syntax::Name& expr, State& state);
Alternatives item(Walk& walk, const syntax::Subscript& expr, State& state);
// Returns the possible values of a dict for an unknown key: TRAINERS[args.trainer]. The guard of
// each value is that the key matches. Adds `otherwise`, unless null, for the case that no key
// matches. May be empty.
Alternatives one_of(const Walk& walk, const Value& dict, const Alternatives& key,
                    const Alternatives* otherwise, Span at);
Alternatives attribute_of_all(Walk& walk, const Alternatives& objects, std::string_view name,
                              Span at, State& state);
Alternatives attribute_of_symbol(Walk& walk, Symbol object, std::string_view name, Span at,
                                 State& state);

// walk_displays.cc: values that are built of other values: f-strings and displays.
Alternatives joined(Walk& walk, const syntax::FString& expr, State& state);
// Returns the texts that parts make together, of which the beginning is known up to the first part
// that is none.
Alternatives joined(Walk& walk, const std::vector<Alternatives>& parts, Span at);
// Returns a text in which values stand in place of "%s %d" or "{}", in their order; each word of
// `places` is one that takes a value as it is printed.
Alternatives filled(Walk& walk, std::string_view form, const char* places,
                    const std::vector<Alternatives>& values, Span at);
Alternatives display(Walk& walk, const syntax::Expr& expr, State& state);
Alternatives told_apart(Walk& walk, const Alternatives& values);
Alternatives returned(Walk& walk, const syntax::Expr& expr, State& state);
// Returns an item for the list, tuple or dict that is made at `container`.
Value* part(Walk& walk, const Alternatives& alternatives, Span at, Span container);
Alternatives alternatives_of(const Walk& walk, const Value& item, Span at);
Alternatives text(Walk& walk, std::string text, bool complete, Span at);
Alternatives boolean(Walk& walk, const Truth& truth, Span at);

// walk_comprehensions.cc
Alternatives comprehension(Walk& walk, const syntax::Comprehension& expr, State& state);
// Returns the result of next(x for x in items); nullopt for any other call.
std::optional<Alternatives> next_of(Walk& walk, const syntax::Call& expr, State& state);
Alternatives first_of(Walk& walk, const syntax::Call& expr, State& state);

// walk_containers.cc: methods of lists and dicts.
std::optional<Alternatives> call_container(Walk& walk, std::string_view method,
                                           const syntax::Call& expr, const Givens& given,
                                           State& state);
// Returns the list of tuples that enumerate() or zip() makes of lists with objects; nullopt for any
// other call.
std::optional<Alternatives> paired(Walk& walk, const syntax::Call& expr, const Givens& given,
                                   State& state);
// Returns the dicts {**a, **b} and a | b; nullopt if one may be no known dict, or for too many.
std::optional<Alternatives> merged(Walk& walk, const Alternatives& all, const Alternatives& more,
                                   Span at);
Value* copy_of(Walk& walk, const Value& dict, Span at);

// walk_held.cc: which objects are in which lists, tuples and dicts. hold() notes what is put into
// the container that is made at a place, and returns whether that is an object or a container.
bool hold(Walk& walk, Span container, const Alternatives& values);
void hold(Walk& walk, Span container, const Value& all_of);
bool holds_objects(const Walk& walk, const Alternatives& values);
// Record that objects escape (Summary::escaped), those in a list or a dict too; the second one only
// these.
void escape(Walk& walk, const Alternatives& values);
void escape_containers(Walk& walk, const Alternatives& values);
// Has lists and dicts escape that a function gets which is not the project's, unless the walk
// follows what it does with them.
void hand_containers(Walk& walk, std::string_view function, const Givens& given);
// Has what these objects hold escape if the item that is taken out is not known.
void take_out(Walk& walk, const Alternatives& objects, const Alternatives& item,
              const State& state);
// Has the attributes of objects escape, of which any may be read.
void escape_inside(Walk& walk, const Alternatives& objects, const State& state);
// Has all escape that is in escaped containers. To be called once, at the end.
void escape_contents(Walk& walk);

// walk_mappings.cc: what several names share, and the objects of classes that are dicts.
void replace_shared(Walk& walk, const Value* old, const Value* now, State& state);
void change_item(Walk& walk, const Alternatives& of, const Value* key, const Alternatives& to,
                 State& state);
Alternatives copied(Walk& walk, const Alternatives& of, Span at, State& state, int depth = 0);
bool is_open(const Walk& walk, const Alternative& container);
bool is_mapping(Walk& walk, Symbol object);
void fill_mapping(Walk& walk, Symbol object, const Givens& given, State& state);
const Value* dict_of(Walk& walk, Symbol object, Span at, const State& state);
std::optional<Alternatives> call_mapping(Walk& walk, Symbol object, std::string_view method,
                                         const Givens& given, Span at, State& state);

}  // namespace mmlint::script
