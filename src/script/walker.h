#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "script/recorder.h"

namespace mmlint::script {

// The abstract interpreter behind summarize(): walks every feasible path of a script, joins the
// states where paths meet and records the facts on its way. Functions of the script are walked
// where they are called, with the arguments of the call; those that nobody calls are walked at the
// end, with unknown arguments. A loop's body is walked once. A budget bounds the work: when it is
// spent the walk stops and the summary is marked as not complete.
class Walker {
 public:
  // Writes into `out`, which has a pool. All three outlive the walker.
  Walker(const syntax::Document& document, syntax::Parser& parser, Summary& out);
  // Walks the document. To be called once.
  void run();

 private:
  // The states of paths that leave a loop or a function early.
  struct Exits {
    std::vector<State> states;
    Alternatives value;  // what a function returns; empty if no path has returned yet
  };
  // An argument of the call that is walked.
  struct Given {
    std::string name;  // empty for a positional one
    int stars = 0;     // 1 for *x, 2 for **x
    Alternatives value;
    Span span;
  };

  // Statements change the state that they are given into the one behind them.
  // walk_statements.cc
  void block(syntax::Block block, State& state);
  void statement(const syntax::Stmt& stmt, State& state);
  void simple(const syntax::Stmt& stmt, State& state);
  void branch(const syntax::If& stmt, State& state);
  // Walks a body once. `runs`: it runs at least once. `inside` must hold in every turn.
  void loop(const syntax::Expr* target, const Alternatives& items, bool runs, const Guard& inside,
            syntax::Block body, syntax::Block otherwise, State& state);
  void loop(const syntax::For& stmt, State& state);
  void attempt(const syntax::Try& stmt, State& state);
  void with(const syntax::With& stmt, State& state);
  void bind_imports(const syntax::Import& stmt, State& state);
  void bind_imports(const syntax::ImportFrom& stmt, State& state);
  void define(const syntax::Function& stmt, State& state);
  void define(const syntax::Class& stmt, State& state);

  // walk_targets.cc: assignments and removals of names, attributes, items, variables, config keys.
  void assign(const syntax::Expr& target, const Alternatives& value, State& state);
  void assign_attribute(const syntax::Attribute& target, const Alternatives& value, State& state);
  void assign_item(const syntax::Subscript& target, const Alternatives& value, State& state);
  void remove(const syntax::Expr& target, State& state);
  void bind(std::string_view name, Alternatives value, State& state);
  void set_environment(const Alternatives& name, Alternatives value, Span at, bool only_if_unset,
                       State& state);
  // Records a change of the loaded config; an empty value is a removal.
  void write_config(std::string key, Alternatives value, Span at, Span target, bool only_if_absent,
                    State& state);
  void update_config(std::string_view key, const Given& from, Span at, bool dotted, State& state);

  // walk_expressions.cc: the alternatives of an expression, and what evaluating it does.
  Alternatives value(const syntax::Expr& expr, State& state);
  Alternatives value_below(const syntax::Expr& expr, State& state);  // the depth was checked
  Alternatives value_under(const syntax::Expr& expr, bool reached, const Guard& guard,
                           State& state);
  Alternatives name(const syntax::Name& expr, const State& state);
  Alternatives attribute(const syntax::Attribute& expr, State& state);
  Alternatives item(const syntax::Subscript& expr, State& state);
  Alternatives joined(const syntax::FString& expr, State& state);
  Alternatives binary(const syntax::Binary& expr, State& state);
  Alternatives display(const syntax::Expr& expr, State& state);
  Alternatives comprehension(const syntax::Comprehension& expr, State& state);
  Alternatives attribute_of_all(const Alternatives& objects, std::string_view name, Span at,
                                const State& state);
  Value* data(const Alternatives& alternatives, Span at);
  Alternatives text(std::string text, bool complete, Span at);
  Alternatives boolean(const Truth& truth, Span at);

  // conditions.cc: what is known of a condition, and what evaluating it does.
  Truth condition(const syntax::Expr& expr, State& state);
  Truth comparison(const syntax::Compare& expr, State& state);

  // walk_calls.cc and walk_library.cc: what a call does and returns.
  Alternatives call(const syntax::Call& expr, State& state);
  Alternatives call_symbol(const Alternative& callee, const syntax::Call& expr,
                           const std::vector<Given>& given, State& state);
  static bool spread(const Given& stars, std::vector<Given>& given);
  Alternatives load_config(std::string_view loader, const std::vector<Given>& given, Span at,
                           State& state);
  Alternatives begins(const syntax::Call& expr, const std::vector<Given>& given, State& state);
  static std::vector<Given> and_self(std::string self, std::vector<Given> given, Span at);
  Alternatives call_builtin(std::string_view name, const syntax::Call& expr,
                            const std::vector<Given>& given, State& state);
  Alternatives call_environment(std::string_view method, const syntax::Call& expr,
                                const std::vector<Given>& given, State& state);
  Alternatives call_config(std::string_view key, const syntax::Call& expr,
                           const std::vector<Given>& given, State& state);
  void add_option(const syntax::Call& expr, const std::vector<Given>& given);
  // Walks a function of the script. `given` is null if the caller is not known.
  Alternatives enter(const syntax::Function& function, const std::vector<Given>* given,
                     State& state);
  Names parameters_of(const syntax::Function& function, const std::vector<Given>* given,
                      State& state);
  const syntax::Function* function_of(std::string_view symbol) const;
  // The state behind `__init__`, in which methods that nobody calls are walked.
  const State& after_init(std::uint32_t class_begin, const State& state);

  Span span(std::uint32_t begin, std::uint32_t end) const;
  Span span(const syntax::Expr& expr) const { return span(expr.begin, expr.end); }
  bool spend(std::size_t steps);  // false if the budget is used up

  const syntax::Document& document_;
  syntax::Parser& parser_;
  Summary& out_;
  Recorder record_;
  Span statement_;                       // the simple statement, or the head, that is walked
  const syntax::Expr* whole_ = nullptr;  // the expression that is all of that statement
  int depth_ = 0;  // of nested expressions, over all functions that are entered
  int tries_ = 0;  // how many enclose what is walked
  std::set<std::string, std::less<>> read_options_;  // by dest; "*" stands for all
  std::size_t groups_ = 0;                           // how many calls made a process group so far
  std::vector<Exits*> loops_;  // the loops of the function that is walked: where `break`
  std::vector<Exits*> turns_;  // and `continue` lead
  Exits* function_ = nullptr;  // where `return` leads; null at the top level
  std::map<std::uint32_t, const syntax::Function*> functions_;  // by the offset at which they stand
  std::map<std::uint32_t, const syntax::Class*> classes_;
  std::map<std::uint32_t, std::uint32_t> owners_;  // the class of each method that has a `self`
  std::map<std::uint32_t, State> made_;            // the results of after_init, by class
  std::set<std::uint32_t> walked_;                 // functions that were walked
  std::vector<std::uint32_t> entered_;  // functions that are being walked, outermost first
  std::set<std::string, std::less<>> global_names_;  // `global` in the function that is walked
  std::size_t budget_;  // statements, expressions and copied names that may still be walked
};

}  // namespace mmlint::script
