#pragma once

#include <optional>
#include <string>
#include <vector>

#include "script/walk_context.h"
#include "syntax/match.h"

namespace mmlint::script {

// The abstract interpreter behind summarize(): walks every feasible path of a script, joins the
// states where paths meet and records the facts on its way. Functions of the project are walked
// where they are called, with the arguments of the call, and modules where they are first imported;
// functions of the script that nobody calls are walked at the end, with unknown arguments. A loop's
// body is walked once, or once for each item of a short list. A budget bounds the work over all
// modules: when it is spent the walk stops and the summary is marked as not complete.
class Walker : private WalkContext {
 public:
  // Writes into `out`, which has a pool. All must outlive the walker; the pointers may be null.
  Walker(const syntax::Document& document, syntax::Parser& parser, ModuleFinder* finder,
         const Start* start, const BuiltClasses* built, std::size_t steps, Summary& out);
  void run();  // walks the document; to be called once

 private:
  using CallExpr = const syntax::Call&;
  using View = std::string_view;
  using Maybe = std::optional<Alternatives>;
  // walk_statements.cc: each turns the state before a statement into the state behind it.
  void block(syntax::Block block, State& state);
  void statement(const syntax::Stmt& stmt, State& state);
  void simple(const syntax::Stmt& stmt, State& state);
  void leave(const syntax::Stmt& stmt, State& state);
  void branch(const syntax::If& stmt, State& state);
  // walk_blocks.cc and walk_match.cc: loops, `try`, `with` and `match`.
  // Walks a body once for each of the items. `inside` must hold in every turn.
  void loop(const syntax::Expr* target, const std::vector<Alternatives>& items, Turns how,
            const Guard& inside, syntax::Block body, syntax::Block otherwise, State& state);
  void loop(const syntax::For& stmt, State& state);
  void attempt(const syntax::Try& stmt, State& state);
  void with(const syntax::With& stmt, State& state);
  void match(const syntax::Match& stmt, State& state);
  Truth matches(const syntax::Pattern& pattern, const Alternative& subject, State& state);
  void capture(const syntax::Pattern& pattern, const Alternatives& subject, State& state);
  void fail(Failure::Kind kind, Span at, const Guard& guard, const State& state);
  // walk_definitions.cc: imports, functions and classes.
  void bind_imports(const syntax::Import& stmt, State& state);
  void bind_imports(const syntax::ImportFrom& stmt, State& state);
  // Returns the symbol of the project's module, walked when it is new; none if it has none.
  Symbol import_module(int level, View dotted, State& state);
  void import_all(int module, State& state);
  void walk_module(int module, State& state);
  void walk_top(int module, State& state);  // walk_deferred.cc
  const Alternatives& walk_deferred(Symbol symbol, State& state);
  Alternatives settled(Alternatives all, State& state);
  void define(const syntax::Function& stmt, State& state);
  void define(const syntax::Class& stmt, State& state);
  Alternatives decorated(Alternatives defined, syntax::Exprs decorators, State& state);
  Symbol with_closure(Symbol symbol, State& state);
  // walk_targets.cc: assignments and removals of names, attributes, items, variables, config keys.
  void assign(const syntax::Expr& target, const Alternatives& value, State& state);
  bool assign_pairs(const syntax::Assign& stmt, State& state);
  void assign_attribute(const syntax::Attribute& target, const Alternatives& value, State& state);
  void set_attribute(const Alternative&, View name, const Alternatives&, Span, Span to, State&);
  void set_any_attribute(const Alternatives& objects, State& state);
  void assign_item(const syntax::Subscript& target, const Alternatives& value, State& state);
  void remove(const syntax::Expr& target, State& state);
  void bind(View name, Alternatives value, State& state);
  void set_environment(const Alternatives& name, Alternatives, Span, bool only_if_unset, State&);
  // An empty value is a removal from the loaded config.
  void write_config(std::string key, Alternatives, Span, Span to, ConfigWrite::Mode, State&);
  void update_config(View key, const Given& from, Span at, bool dotted, State& state);
  // walk_expressions.cc: the alternatives of an expression, and what evaluating it does.
  Alternatives value(const syntax::Expr& expr, State& state);
  Alternatives value_below(const syntax::Expr& expr, State& state);  // the depth was checked
  Alternatives value_under(const syntax::Expr& expr, bool runs, const Guard& guard, State& state);
  Alternatives binary(const syntax::Binary& expr, State& state);
  // walk_displays.cc: values that are built of other values: f-strings, displays, comprehensions.
  Alternatives joined(const syntax::FString& expr, State& state);
  Alternatives display(const syntax::Expr& expr, State& state);
  Alternatives returned(const syntax::Expr& expr, State& state);
  Alternatives comprehension(const syntax::Comprehension& expr, State& state);
  Maybe mapped(const syntax::Comprehension&, const Alternatives& of, State&);
  Alternatives first_of(CallExpr, State& state);
  // walk_objects.cc: names, attributes, items.
  Alternatives name(const syntax::Name& expr, State& state);
  Alternatives item(const syntax::Subscript& expr, State& state);
  Alternatives attribute_of_all(const Alternatives& of, View name, Span at, State& state);
  Alternatives attribute_of_symbol(Symbol of, View name, Span, State&);
  Alternatives member(Symbol object, View name, Span at, State& state);
  // conditions.cc: the possible outcomes of a condition, and what evaluating it does.
  Truth condition(const syntax::Expr& expr, State& state);
  Alternatives compared(Alternatives all, const Alternatives& with, State& state);
  Truth comparison(const syntax::Compare& expr, State& state);
  Truth compared(syntax::Operator, Alternatives left, Alternatives right, State& state);
  // walk_calls.cc, walk_builtins.cc and walk_library.cc: what a call does and returns.
  Alternatives call(CallExpr, State& state);
  Alternatives call_symbol(const Alternative& callee, CallExpr, const Givens& given, State& state);
  Alternatives enter_any(const std::vector<FunctionRef>& all, const Givens& given, State& state);
  void hand_over(Symbol callee, const Givens& given, State& state);
  State behind_hook(Symbol runner, View method, State state);
  Alternatives load_config(Symbol loader, const Givens& given, Span at, State& state);
  Alternatives call_builtin(Symbol name, CallExpr, const Givens& given, State& state);
  void update_record(Symbol object, const Givens& given, Span at, State& state);
  Alternatives call_environment(View method, CallExpr, const Givens& given, State& state);
  Alternatives call_config(View key, CallExpr, const Givens& given, State& state);
  void parse_options(const Givens& given, Span at, State& state);
  // walk_containers.cc: methods of lists and dicts.
  void update_dict(const Value& dict, const Givens& given, Span at, State& state);
  Maybe call_dict(const Alternatives& of, View method, CallExpr, const Givens& given, State&);
  Maybe call_container(View method, CallExpr, const Givens& given, State& state);
  Maybe call_file(Symbol name, const Givens& given, Span at);  // walk_files.cc
  void execute(const Alternatives& text, State& state);        // walk_code.cc
  Maybe call_module(Symbol name, const Givens& given, Span, State& state);
  std::optional<int> run_file(View path, const Names& before, State& state);
  // walk_callables.cc: what makes a callable of another one.
  Maybe make_callable(Symbol name, const Givens& given, CallExpr, const State& state);
  Alternatives chained(Alternatives of, View path, Span at, State& state);
  Maybe read_property(Symbol symbol, Symbol of, Span, State& state);
  Alternatives folded(const Givens& given, Span at, State& state);
  bool unbind(Alternatives& callees, Alternatives& objects, Givens& given, Span at, State& state);
  // walk_mappings.cc: what several names share, and the objects of classes that are dicts.
  void replace_shared(const Value* old, const Value* now, State& state);
  void change_item(const Alternatives& of, const Value* key, const Alternatives& to, State& state);
  void fill_mapping(Symbol object, const Givens& given, State& state);
  Maybe call_mapping(Symbol object, View method, const Givens&, Span, State& state);
  Alternatives copied(const Alternatives& of, Span at, State& state, int depth = 0);
  // walk_classes.cc: the objects of the project's classes.
  void make_members(Symbol class_symbol, const Names& names, State& state);
  Alternatives member_of_value(Symbol of, const Givens& given, Span, State& state);
  Alternatives construct(Symbol symbol, const Givens& given, Span at, State& state);
  Alternatives replaced(const Givens& given, Span at, State& state);
  using Items = std::optional<std::vector<Alternatives>>;
  Items items_of(const Alternative& sequence, Span at, State& state);
  Items items_of_all(const Alternatives& sequences, Span at, State& state);
  Alternatives make_tuple(Symbol name, const Givens& given, Span at);
  // walk_functions.cc: walks a function. `given` is null if the caller is not known.
  Alternatives enter(const FunctionRef& function, const Givens* given, State& state);
  Alternatives walk_function(const FunctionRef& function, Names parameters, State& state);
  Alternatives generator(const FunctionInfo& info, const Alternatives& yields, State& state);
  Names parameters_of(const FunctionRef& function, const Givens* given, State& state);
  Alternatives call_method(const Alternative&, View name, const Givens& given, State& state);
  Alternatives call_method(const Alternative& object, View name, State& state);
  void walk_the_rest(State state);  // walk_rest.cc: what nobody calls
  void walk_kept_defaults(const State& state);
  const State& after_init(Symbol class_symbol, const State& state);
};

}  // namespace mmlint::script
