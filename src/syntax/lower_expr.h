#pragma once

#include <string>
#include <string_view>

#include "syntax/escapes.h"
#include "syntax/lower_base.h"

namespace mmlint::syntax {

// Returns the name of a kind, such as "list comprehension"; always the same pointer, to be
// compared.
const char* describe(ComprehensionKind what);

// Lowers expressions. Its functions stand in lower_expr.cc, lower_call.cc, lower_target.cc,
// lower_fstring.cc, lower_fstring.cc and lower_comprehension.cc.
class ExprLowering : public LowerBase {
 public:
  using LowerBase::LowerBase;

 protected:
  // What an expression may be besides what CPython's grammar rule `expression` allows.
  // kLooseStar allows a star before any expression, as in a call.
  enum Allow : unsigned { kNothing = 0, kStar = 1, kWalrus = 2, kYield = 4, kLooseStar = 9 };

  // The innermost function and what is special about the place in it.
  struct Context {
    bool function = false;
    bool async = false;
    bool generator = false;  // set when a yield is met
    bool loop = false;
    bool in_class = false;
    bool iterable = false;                // inside the iterable of a comprehension
    const char* comprehension = nullptr;  // "list comprehension" while inside one
  };
  Context context_;
  static constexpr const char* kAsyncComprehension =
      "asynchronous comprehension outside of an asynchronous function";

  // Lowers an expression; never null.
  const Expr* expr(const Node& node, unsigned allow = kNothing);
  // Lowers an operand of 'or', 'if', 'in'...: a lambda, conditional or walrus needs parentheses
  // there.
  const Expr* operand(const Node& node);
  // Returns true for `*a`, also where the grammar has the star inside of a node (`*a.b` as
  // `(*a).b`).
  bool is_starred(const Node& node) const;
  // Lowers the children that are not tokens.
  Exprs exprs(const Node& node, unsigned allow);
  // Returns true for `(a)`, which the grammar calls a tuple where it tried a pattern first.
  bool is_parenthesis(const Node& tuple_pattern) const;
  // Lowers `a, b` without parentheses, from `first` on among the children of node.
  const Expr* bare_tuple(const Node& node, const Node& first, unsigned allow);

  enum class Use : std::uint8_t { kAssign, kFor, kWith, kDelete, kComprehension };
  // These lower what is assigned to (lower_target.cc), and the lists of calls and definitions.
  const Expr* target(const Node& node, Use use);
  const Expr* augmented_target(const Node& node);

  std::span<const Argument> arguments(const Node& list);
  std::span<const Parameter> parameters(const Node& list, bool is_lambda);
  // Lowers an annotation; returns null for what is refused and for types that are no expression.
  const Expr* annotation(const Node& type);
  const Expr* generic_type(const Node& node);
  // Returns the name that an identifier stands for (new_identifier() in CPython's Parser/pegen.c).
  std::string_view identifier(const Node& node);
  const Name* name(const Node& node);
  void check_name(const Node& node);

 private:
  const Expr* dispatch(const Node& node, unsigned allow);
  const Expr* constant(const Node& node, ConstantKind value);
  const Expr* number(const Node& node, bool is_float);
  const Expr* sequence(const Node& node, ExprKind kind, unsigned allow);
  void refuse_lone_comma(const Node& node);
  const Expr* dictionary(const Node& node);
  const Expr* starred(const Node& node, unsigned allow);
  const Expr* hidden_star(const Node& node, unsigned allow);
  const Expr* unary(const Node& node, bool is_not);
  const Expr* binary(const Node& node);
  bool is_operation(const Node& node, std::string_view op) const;
  const Expr* and_before_xor(const Node& node);
  const Expr* boolean(const Node& node);
  const Expr* comparison(const Node& node);
  const Expr* conditional(const Node& node);
  const Expr* attribute(const Node& node);
  const Expr* subscript(const Node& node);
  const Expr* slice(const Node& node);
  const Expr* named(const Node& node, unsigned allow);
  const Expr* yield(const Node& node, unsigned allow);
  const Expr* await(const Node& node);

  const Expr* call(const Node& node);
  Argument argument(const Node& node);
  void check_argument_order(const Node& list);
  void check_repeated(const Node& list, std::span<const Argument> arguments);
  const Expr* lambda(const Node& node);
  Parameter parameter(const Node& node, bool is_lambda);
  void check_parameters(const Node& list);
  void check_duplicates(const Node& list, std::span<const Parameter> parameters);

  const Expr* comprehension(const Node& node, ComprehensionKind what);
  ForClause for_clause(const Node& node, const char* around_iterable);

  const Expr* target_sequence(const Node& node, ExprKind kind, Use use);
  const Expr* refuse_target(const Node& node, Use use);

  const Expr* string(const Node& node);
  struct Pieces;
  const Expr* fstring(const Node& node);
  void fstring_literal(const Node& literal, Pieces& pieces);
  // Adds the text and replacement fields between two offsets; the fields are children of `node`.
  void fstring_pieces(const Node& node, std::uint32_t begin, std::uint32_t end,
                      DecodeOptions options, Pieces& pieces);
  void fstring_text(const Node& node, std::string_view content, const DecodeOptions& options,
                    Pieces& pieces);
  void replacement(const Node& node, bool raw, Pieces& pieces);
  void refuse_unprintable(const Node& node);
  void flush(Pieces& pieces);
  std::span<const FStringPart> finish(Pieces& pieces);
};

}  // namespace mmlint::syntax
