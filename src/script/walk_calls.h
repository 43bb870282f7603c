#pragma once

#include "base/pinned.h"
#include "script/walk.h"

// What calls do and return: of the project's functions and classes, and of what others wrote.
namespace mmlint::script {

// Restores Walk::receiver for the enclosing call.
struct Receiver : Pinned {
  explicit Receiver(Walk& of) : walk(of), outer(of.receiver) {}
  ~Receiver() { walk.receiver = outer; }
  Walk& walk;
  const Alternatives* outer;
};

// The turns of a loop that are walked one by one, each with a number of its own. Restores the turn
// of the loop around it.
struct NumberedTurns : Pinned {
  explicit NumberedTurns(Walk& of) : walk(of), outer(of.turn) {}
  ~NumberedTurns() { walk.turn = outer; }
  void next() { walk.turn = ++walk.last_turn; }
  Walk& walk;
  int outer;
};

// walk_calls.cc
Alternatives call(Walk& walk, const syntax::Call& expr, State& state);

// walk_attributes.cc: getattr(), hasattr() and setattr(); nullopt for any other function.
std::optional<Alternatives> call_attribute(Walk& walk, Symbol name, const Givens& given, Span at,
                                           State& state);
// Of the dict of a module or class (namespace_owner()): its item, and what a method of it returns;
// nullopt for any other call.
Alternatives attribute_of_namespace(Walk& walk, const Alternative& dict, const Given& key, Span at,
                                    State& state);
std::optional<Alternatives> call_namespace(Walk& walk, Symbol method, const Givens& given, Span at,
                                           State& state);

// walk_builtins.cc, walk_library.cc and walk_files.cc: what Python and libraries have.
Alternatives call_builtin(Walk& walk, Symbol name, const syntax::Call& expr, const Givens& given,
                          State& state);
Alternatives call_environment(Walk& walk, std::string_view method, const syntax::Call& expr,
                              const Givens& given, State& state);
Alternatives call_config(Walk& walk, std::string_view key, const syntax::Call& expr,
                         const Givens& given, State& state);
Alternatives load_config(Walk& walk, Symbol loader, const Givens& given, Span at, State& state);
std::optional<Alternatives> number_in_group(Walk& walk, Symbol name, const Givens& given, Span at);
void parse_options(Walk& walk, const Givens& given, Span at, State& state);
std::optional<Alternatives> call_file(Walk& walk, Symbol name, const Givens& given, Span at);

// walk_blocks.cc: enter_context() and close() of a contextlib.ExitStack; nullopt for other calls.
std::optional<Alternatives> call_stack(Walk& walk, Symbol name, const Givens& given, Span at,
                                       State& state);

// click_options.cc: the command line of click. The functions in it get their options as arguments.
// declare_option() is for a call of click.option and its like; it returns what click.Choice makes.
std::optional<Alternatives> declare_option(Walk& walk, Symbol callee, const Givens& given, Span at);
bool is_command(const syntax::Function& node);
Givens options_of(Walk& walk, const syntax::Function& command, State& state);
// The commands of a click.group or a typer.Typer: note_command() is for each decorator of a
// function, and run_commands() calls those that the command line may name.
void note_command(Walk& walk, const syntax::Expr& decorator, const Alternatives& function,
                  State& state);
void run_commands(Walk& walk, Symbol group, State& state);

// walk_functions.cc: walks a function. `given` is null if the caller is not known.
Alternatives enter(Walk& walk, const FunctionRef& function, const Givens* given, State& state);
Alternatives call_method(Walk& walk, const Alternative& object, std::string_view name,
                         const Givens& given, State& state);
Alternatives call_method(Walk& walk, const Alternative& object, std::string_view name,
                         State& state);
void hand_over(Walk& walk, Symbol callee, const Givens& given, State& state);
// What a call of Python's logging does: it keeps what is called back, or calls that.
void call_logging(Walk& walk, Symbol callee, const Givens& given, State& state);

// walk_classes.cc and walk_built.cc: the objects of the project's classes.
Symbol object_of(Walk& walk, Symbol class_symbol, Span at);
Symbol moved_module(Walk& walk, Symbol callee);
// Returns the project's class of the Runner that a call builds: X(...), X.from_cfg(cfg),
// super().__init__ in X, or a build by a registry after the script has written runner_type. Empty
// for the Runner of MMEngine.
Symbol own_runner(Walk& walk, const Alternative& callee, const Alternatives& objects, Symbol self,
                  const State& state);
void make_members(Walk& walk, Symbol class_symbol, const Names& names, State& state);
Alternatives construct(Walk& walk, Symbol class_symbol, const Givens& given, Span at, State& state);
Alternatives replaced(Walk& walk, const Givens& given, Span at, State& state);
Alternatives described_fields(Walk& walk, const Alternatives& of, Span at, State& state);
Alternatives fields_as_dict(Walk& walk, const Alternatives& of, Span at, State& state);
std::optional<std::vector<Alternatives>> items_of(Walk& walk, const Alternative& sequence, Span at,
                                                  State& state);
std::optional<std::vector<Alternatives>> items_of_all(Walk& walk, const Alternatives& sequences,
                                                      Span at, State& state);
Alternatives make_tuple(Walk& walk, Symbol symbol, const Givens& given, Span at);
const State& after_init(Walk& walk, Symbol class_symbol, const State& state);

// walk_wrappers.cc: if a call makes a wrapper for DDP, keep_model() stores the model that the
// wrapper gets. If a call calls a wrapper, forward_inside() walks the forward() of its model.
void keep_model(Walk& walk, Symbol wrapper, const Givens& given, Span at, State& state);
void forward_inside(Walk& walk, const Alternative& wrapper, const Givens& given, State& state);

// walk_callables.cc: what makes a callable of another one, and who else may call it.
std::optional<Alternatives> make_callable(Walk& walk, Symbol name, const Givens& given,
                                          const syntax::Call& expr, const State& state);
Alternatives chained(Walk& walk, Alternatives of, std::string_view path, Span at, State& state);
std::optional<Alternatives> read_property(Walk& walk, Symbol symbol, Symbol object, Span at,
                                          State& state);
Alternatives folded(Walk& walk, const Givens& given, Span at, State& state);
bool unbind(Walk& walk, Alternatives& callees, Alternatives& objects, Givens& given, Span at,
            State& state);
// Adds the arguments that f(*args) or f(**kwargs) has; returns false if they are not known.
bool spread(const Walk& walk, const Given& stars, Givens& given);
// Returns the results of several callees. Answers to questions stay apart: each depends on which of
// the callees it is, as where a script has replaced torch.cuda.is_available on one path.
Alternatives either_result(Alternatives a, const Alternatives& b);
// Whether an argument is **cfg.key for a key of the loaded config.
bool is_dict_of_config(const Given& given);
// Of a call such as spawn(f, args=(1,)), which calls a function that it is given: whether an
// argument is for that function; the arguments of each of its calls, none if they are not known.
bool is_passed_on(Symbol callee, const Givens& given, Span argument);
std::vector<Givens> called_back(Walk& walk, Symbol callee, const FunctionInfo& function,
                                const Givens& given, State& state);
void escape(Walk& walk, const Givens& given);  // see walk_values.h
const Bound* leave_to_others(Walk& walk, Symbol symbol);
void record_uncalled(Walk& walk);

}  // namespace mmlint::script
