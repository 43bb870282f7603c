#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "script/argument_parser.h"
#include "script/built.h"
#include "script/call_memo.h"
#include "script/frame.h"
#include "script/program.h"
#include "script/recorder.h"

namespace mmlint::script {

// What the walk of one program has at hand wherever it is. Walker (walker.h) derives from it.
class WalkContext {
 protected:
  WalkContext(syntax::Parser& parser, ModuleFinder* finder, const Start* start,
              const BuiltClasses* built, std::size_t steps, Summary& out);

  const syntax::Document* document() const { return program_.module(frame_->module).document; }
  Span span(std::uint32_t begin, std::uint32_t end) const {
    return {document()->source().id(), begin, end};
  }
  Span span(const syntax::Expr& expr) const { return span(expr.begin, expr.end); }
  void begin(const Start& start, State& state);
  // Runs `run` in a frame of a module, where the names that are bound are its global ones.
  template <class Run>
  void in_module(int module, State& state, const Run& run) {
    Frame frame;
    frame.module = module;
    frame.number = ++frames_;
    Frame* outer = std::exchange(frame_, &frame);
    Names locals;
    std::swap(state.locals, locals);
    run();
    std::swap(state.locals, locals);
    frame_ = outer;
  }
  // Notes that other values may be given to all names of a module.
  void open_names(int module, State& state);
  Alternatives bound(Bound made, Span at);  // walk_callables.cc: what has arguments of its own
  Alternatives partial(const Givens& given, const syntax::Call& expr, const State& state);
  Bound* bound_of(Symbol symbol);
  void leave_to_others(Symbol symbol);
  // Notes that code that is not followed may have the objects among these.
  void escape(const Alternatives& values);
  void escape(const Givens& given);
  void record_uncalled();
  bool has_attribute(Symbol object, std::string_view name, const State& state);
  bool is_open(const Alternative& container) const;
  Value* part(const Alternatives& alternatives, Span at);        // walk_displays.cc
  Value* data(const Alternatives& alternatives, Span at);        // walk_displays.cc
  Alternatives text(std::string text, bool complete, Span at);   // walk_displays.cc
  Alternatives boolean(const Truth& truth, Span at);             // walk_displays.cc
  Symbol object_of(Symbol class_symbol, Span at);                // walk_classes.cc
  bool is_mapping(Symbol object);                                // walk_mappings.cc
  Alternatives merged(const Value& a, const Value& b, Span at);  // walk_containers.cc
  Value* copy_of(const Value& dict, Span at);                    // walk_containers.cc
  const Value* dict_of(Symbol object, Span at, const State& state);
  bool spend(std::size_t steps);  // returns false if the budget is spent
  const Built* built_with(Symbol class_symbol);

  syntax::Parser& parser_;
  ModuleFinder* finder_;
  const Start* start_;
  const BuiltClasses* built_;  // null: it is not known how registries build classes
  Summary& out_;
  Recorder record_;
  ArgumentParser arguments_;
  Program program_;
  Frame* frame_ = nullptr;            // the innermost frame; not owned
  std::vector<FunctionRef> entered_;  // the call stack: functions being walked, outermost first
  std::vector<Closure> closures_;     // by the index C in Symbol::closure()
  std::vector<Bound> bound_;          // by Symbol::number()
  CallMemo memo_;
  int depth_ = 0;           // the nesting of expressions, over all functions of the call stack
  int tries_ = 0;           // the number of `try` bodies around the present statement
  std::size_t groups_ = 0;  // the number of walked calls that made a process group
  std::size_t turns_ = 1;   // the product of the turns of these that are walked one by one
  int loops_ = 0;           // the number of loops around the statement, over the call stack
  std::size_t frames_ = 0;  // the number of functions walked, for Frame::number
  std::map<Symbol, Alternatives> walked_late_;         // by the symbol of what was deferred
  std::map<Symbol, State> made_;                       // the results of after_init, by class
  std::map<const FunctionInfo*, std::size_t> walked_;  // how often each function was entered
  std::map<Symbol, std::vector<Span>> objects_;        // the calls that make objects, by class
  std::map<Symbol, std::size_t> mappings_;             // how many objects of each class of dicts
  const Alternatives* receiver_ = nullptr;  // of a method that is called: what has it; not owned
  // What stands in dicts of which a key that is not known has got a value, and those dicts.
  std::set<const Value*> open_values_;
  std::set<Symbol> open_objects_;
  std::set<const Value*> changed_;      // the lists that a method has changed: not what others know
  std::set<Symbol> constructed_;        // the classes whose constructor the run reaches
  std::map<Symbol, Guard> made_under_;  // of those: what holds wherever one is constructed
  std::set<Span> covered_;              // see Summary::covered
  std::set<Span> escaped_;              // see Summary::escaped
  std::size_t budget_;  // the statements, expressions and copied names that may still be walked
};

}  // namespace mmlint::script
