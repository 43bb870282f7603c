#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "script/recorder.h"

namespace mmlint::script {

// Walks every path of a script. Functions of the script are walked where they are called, with what
// they are given; those that nobody calls are walked at the end, with nothing known.
class Walker {
 public:
  Walker(const syntax::Document& document, syntax::Parser& parser, Summary& out);
  void run();

 private:
  // Ends of paths that leave a loop or a function.
  struct Exits {
    std::vector<State> states;
    Alternatives value;  // returned; empty if nothing was
  };
  struct Given {  // an argument of a call
    std::string name;
    int stars = 0;
    Alternatives value;
    Span span;
  };

  // walk_statements.cc
  void block(syntax::Block block, State& state);
  void statement(const syntax::Stmt& stmt, State& state);
  void simple(const syntax::Stmt& stmt, State& state);
  void branch(const syntax::If& stmt, State& state);
  // `inside`: what holds in every turn.
  void loop(const syntax::Expr* target, const Alternatives& items, bool runs, const Guard& inside,
            syntax::Block body, syntax::Block otherwise, State& state);
  void loop(const syntax::For& stmt, State& state);
  void attempt(const syntax::Try& stmt, State& state);
  void with(const syntax::With& stmt, State& state);
  void bind_imports(const syntax::Import& stmt, State& state);
  void bind_imports(const syntax::ImportFrom& stmt, State& state);
  void define(const syntax::Function& stmt, State& state);
  void define(const syntax::Class& stmt, State& state);

  // walk_targets.cc: what is assigned to
  void assign(const syntax::Expr& target, const Alternatives& value, State& state);
  void assign_attribute(const syntax::Attribute& target, const Alternatives& value, State& state);
  void assign_item(const syntax::Subscript& target, const Alternatives& value, State& state);
  void remove(const syntax::Expr& target, State& state);
  void bind(std::string_view name, Alternatives value, State& state);
  void set_environment(const Alternatives& name, Alternatives value, Span at, bool only_if_unset,
                       State& state);
  // A change of the loaded config; `value` is empty for a removal.
  void write_config(std::string key, Alternatives value, Span at, Span target, bool only_if_absent,
                    State& state);
  void update_config(std::string_view key, const Given& from, Span at, bool dotted, State& state);

  // walk_expressions.cc
  Alternatives value(const syntax::Expr& expr, State& state);
  Alternatives value_below(const syntax::Expr& expr, State& state);  // within the depth
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

  // conditions.cc
  Truth condition(const syntax::Expr& expr, State& state);
  Truth comparison(const syntax::Compare& expr, State& state);

  // walk_calls.cc
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
  // `given` is null where it is not known who calls.
  Alternatives enter(const syntax::Function& function, const std::vector<Given>* given,
                     State& state);
  Names parameters_of(const syntax::Function& function, const std::vector<Given>* given,
                      State& state);
  const syntax::Function* function_of(std::string_view symbol) const;
  // What a method that nobody calls knows: what `__init__` leaves behind.
  const State& after_init(std::uint32_t class_begin, const State& state);

  Span span(std::uint32_t begin, std::uint32_t end) const;
  Span span(const syntax::Expr& expr) const { return span(expr.begin, expr.end); }
  bool spend(std::size_t steps);  // false: there is nothing left to spend

  const syntax::Document& document_;
  syntax::Parser& parser_;
  Summary& out_;
  Recorder record_;
  Span statement_;                       // the simple statement or head that is walked
  const syntax::Expr* whole_ = nullptr;  // an expression that is a statement
  int depth_ = 0;                        // of expressions, over all functions that are being walked
  int tries_ = 0;                        // that enclose what is walked
  std::set<std::string, std::less<>> read_options_;  // by dest; "*" is all
  std::size_t groups_ = 0;                           // calls so far that make a process group
  std::vector<Exits*> loops_;                        // of the function that is walked: `break`
  std::vector<Exits*> turns_;                        // and `continue`
  Exits* function_ = nullptr;                        // `return`; null at the top level
  std::map<std::uint32_t, const syntax::Function*> functions_;  // by where they stand
  std::map<std::uint32_t, const syntax::Class*> classes_;
  std::map<std::uint32_t, std::uint32_t> owners_;    // of methods with a `self`: their classes
  std::map<std::uint32_t, State> made_;              // see after_init
  std::set<std::uint32_t> walked_;                   // functions
  std::vector<std::uint32_t> entered_;               // functions that are being walked
  std::set<std::string, std::less<>> global_names_;  // of the function that is walked
  std::size_t budget_;
};

}  // namespace mmlint::script
