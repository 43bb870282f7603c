#pragma once

#include "script/argument_parser.h"
#include "script/call_memo.h"

namespace mmlint::script {

// What the walk of one program has at hand wherever it is.
//
// The walk is the abstract interpreter behind summarize(): it goes over every feasible path of a
// script, joins the states where paths meet and records the facts on its way. Functions of the
// project are walked where they are called, with the arguments of the call, and modules where they
// are first imported; functions of the script that nobody calls are walked at the end, with unknown
// arguments. A loop's body is walked once, or once for each item of a short list. A budget bounds
// the work over all modules: when it is spent the walk stops and the summary is marked as not
// complete.
//
// Its passes are functions that take the Walk first: walk_statements.h, walk_values.h and
// walk_calls.h.
struct Walk : Pinned {
  // `facts` has a pool. All must outlive the walk; the pointers may be null.
  Walk(const syntax::Document& document, ModuleFinder* modules, const Start* given,
       const BuiltClasses* classes, std::size_t steps, Summary& facts);

  const syntax::Document* document() const { return program.module(frame->module).document; }
  Span span(std::uint32_t begin, std::uint32_t end) const {
    return {document()->source().id(), begin, end};
  }
  Span span(const syntax::Expr& expr) const { return span(expr.begin, expr.end); }
  bool spend(std::size_t steps);  // returns false if the budget is spent
  // Runs `run` in a frame of a module, where the names that are bound are its global ones.
  template <class Run>
  void in_module(int module, State& state, const Run& run) {
    Frame inner;
    inner.module = module;
    inner.number = ++frames;
    Frame* outer = std::exchange(frame, &inner);
    Names locals;
    std::swap(state.locals, locals);
    run();
    std::swap(state.locals, locals);
    frame = outer;
  }

  ModuleFinder* finder;
  const Start* start;
  const BuiltClasses* built;  // null: it is not known how registries build classes
  Summary& out;
  Recorder record;
  ArgumentParser arguments;
  Program program;
  Frame* frame = nullptr;            // the innermost frame; not owned
  std::vector<FunctionRef> entered;  // the call stack: functions being walked, outermost first
  std::vector<Closure> closures;     // by the index C in Symbol::closure()
  std::vector<Bound> bound;          // by Symbol::number()
  CallMemo memo;
  int depth = 0;           // the nesting of expressions, over all functions of the call stack
  int tries = 0;           // the `try` bodies here after whose failure a run goes on
  std::size_t groups = 0;  // the number of walked calls that made a process group
  std::size_t turns = 1;   // the product of the turns of these that are walked one by one
  int turn = 0;            // the number of the present one of these; 0 outside of them
  int last_turn = 0;       // the highest number so far
  int loops = 0;           // the number of loops around the statement, over the call stack
  int detours = 0;         // of callers and handlers: other paths of the run may go around them
  std::size_t frames = 0;  // the number of functions walked, for Frame::number
  std::map<const Value*, Alternatives> several;       // of items with more than one alternative
  std::map<Symbol, Alternatives> walked_late;         // by the symbol of what was deferred
  std::map<Symbol, State> made;                       // the results of after_init, by class
  std::map<const FunctionInfo*, std::size_t> walked;  // how often each function was entered
  std::map<Symbol, std::vector<Span>> objects;        // the calls that make objects, by class
  std::map<Symbol, std::size_t> mappings;             // how many objects of each class of dicts
  const Alternatives* receiver = nullptr;  // of a method that is called: what has it; not owned
  // What stands in dicts of which a key that is not known has got a value, and those dicts.
  std::set<const Value*> open_values;
  std::set<Symbol> open_objects;       // they may hold more than what the program sets by name
  std::set<const Value*> changed;      // the lists that a method has changed: not what others know
  std::set<Symbol> constructed;        // the classes whose constructor the run reaches
  std::map<Symbol, Guard> made_under;  // of those: what holds wherever one is constructed
  std::set<Span> covered;              // see Summary::covered
  std::set<Span> escaped;              // see Summary::escaped; lists and dicts too
  // What has been put into a list, a tuple or a dict: objects and other containers. Each is named
  // by the place that makes it, which its copies share.
  std::map<Span, std::set<Span>> held;
  std::size_t budget;  // the statements, expressions and copied names that may still be walked
};

void run(Walk& walk);  // walks the whole program; to be called once

}  // namespace mmlint::script
