#pragma once

#include <memory_resource>

#include "syntax/escapes.h"
#include "syntax/parse_checks.h"

namespace mmlint::syntax {

// The expressions of the parser. Each function stops after the last byte of what it read, and
// returns null, or false, after fail(), which ends the parsing. Internal to syntax; the functions
// are in parse_expr.cc, parse_display.cc, parse_comprehension.cc, parse_string.cc and
// parse_function.cc.
class ParseExpr : public ParseChecks {
 protected:
  explicit ParseExpr(const ParseInput& input);

  // The names of these are those of CPython's grammar: expression, named_expression, ...
  const Expr* expr();
  const Expr* named_expr();
  const Expr* bitwise_or() { return operation(1); }
  // Reads an item of a tuple or the like, which may have a star.
  const Expr* item() { return peek() == '*' ? starred() : expr(); }
  const Expr* named_item() { return peek() == '*' ? starred() : named_expr(); }
  // Reads one expression, or a tuple without parentheses, whose items may have stars.
  const Expr* values();
  // Reads values or a yield.
  const Expr* values_or_yield();
  // Reads a string, or several that are joined, which may be f-strings.
  const Expr* string();
  bool parameters(char close, std::span<const Parameter>* out);
  // Reads the arguments of a call or the bases of a class, with their parentheses.
  bool arguments(bool may_be_generator, std::span<const Argument>* out);

  // Reads what `for` binds.
  const Expr* for_target();
  // Reads the rest of a tuple without parentheses, after its first item. `next` reads one item;
  // `ends` returns true where the tuple ends after a trailing comma. Returns the first item itself
  // if no comma follows it, and null if `next` returned null.
  template <class Next, class Ends>
  const Expr* bare_tuple(std::uint32_t begin, const Expr* first, Next next, Ends ends) {
    if (first == nullptr) return nullptr;
    const std::size_t base = exprs_.size();
    exprs_.push_back(first);
    const char* const first_end = at_;
    const char* end = first_end;
    for (skip(); take(','); skip()) {
      end = at_;
      skip();
      if (ends()) break;
      const Expr* item = next();
      if (item == nullptr) return nullptr;
      exprs_.push_back(item);
      end = at_;
    }
    const bool is_one = end == first_end;  // no comma
    at_ = end;
    const Exprs items = is_one ? Exprs() : keep_all(Exprs(exprs_).subspan(base));
    exprs_.resize(base);
    return is_one ? first : make(Sequence{expr_at(ExprKind::kTuple, begin, offset()), items});
  }

  // Runs `read`. If that fails, continues where this began, as if it had not been tried.
  template <class Read>
  bool attempt(Read read) {
    const char* const at = at_;
    const std::size_t met = met_.size();
    const int level = level_, brackets = brackets_, field_brackets = field_brackets_;
    const auto refused = refused_;
    if (read()) return true;
    at_ = at;
    met_.resize(met);
    level_ = level;
    brackets_ = brackets;
    field_brackets_ = field_brackets;
    refused_ = refused;
    return false;
  }

 private:
  // Returns true for `*a` and `a := b` without parentheses, which no key or slice is made of.
  bool only_as_item(const Expr& read, std::uint32_t begin) const;
  bool ends_here();
  const Expr* take_read();
  const Expr* disjunction();
  const Expr* conjunction();
  const Expr* boolean(std::string_view word, Operator op, const Expr* (ParseExpr::*operand)());
  const Expr* inversion();
  const Expr* comparison();
  bool nothing_follows();
  bool compare_operator(Operator* op);
  const Expr* operation(int precedence);
  const Expr* factor();
  const Expr* primary();
  const Expr* named();
  const Expr* awaited(std::uint32_t begin);
  const Expr* links(std::uint32_t begin, const Expr* value);
  const Expr* subscript(std::uint32_t begin, const Expr* object);
  const Expr* index();
  const Expr* starred(bool before_any = false);
  const Expr* lambda(std::uint32_t begin);
  const Expr* yielded(std::uint32_t begin);
  bool parameter(bool may_have_type, Parameter& out);
  const Expr* call(std::uint32_t begin, const Expr* callee);
  struct Order {
    bool keyword = false, unpacked = false;
  };
  bool argument(Order& order);
  bool star_argument(Order& order);
  const Expr* parenthesis();
  const Expr* list();
  const Expr* braces();
  const Expr* dict_rest(std::uint32_t begin, std::size_t base);
  const Expr* sequence(ExprKind kind, std::uint32_t begin, std::size_t base, char close);
  bool at_clause();
  const Expr* comprehension(ComprehensionKind what, std::uint32_t begin, std::size_t met,
                            const Expr* key, const Expr* value);
  bool for_clause(ComprehensionKind what, bool is_first, bool& is_async);
  struct Pieces;
  bool literal(const StringStart& start, Pieces& pieces);
  bool format_literal(const StringStart& start, Pieces& pieces);
  void decode(std::string_view content, const DecodeOptions& options, Pieces& pieces);
  void add_text(std::string_view text, bool lasts, Pieces& pieces);
  std::string_view end_text(Pieces& pieces);
  std::span<const FStringPart> all_parts(Pieces& pieces);
  void end_part(Pieces& pieces);
  void take_escape(bool raw);
  bool format_pieces(const StringStart& start, int level, Pieces& pieces);
  bool field(const StringStart& start, int level, Pieces& pieces);
  std::array<std::byte, 4096> buffer_;
  std::pmr::monotonic_buffer_resource scratch_{buffer_.data(), buffer_.size()};
  // What brackets that are still open hold so far.
  std::pmr::vector<const Expr*> exprs_{&scratch_};
  std::pmr::vector<DictItem> items_{&scratch_};
  std::pmr::vector<Argument> arguments_{&scratch_};
  std::pmr::vector<ForClause> clauses_{&scratch_};
  int field_brackets_ = -1;  // how many brackets are open at the field of an f-string
  // The first operand of an expression, which was read before anything was known of operators.
  struct Read {
    const Expr* operand = nullptr;
    const char *begin = nullptr, *end = nullptr;
  } read_;
  const char* ended_ = nullptr;  // where an operand ended that no comparison or word follows
};

}  // namespace mmlint::syntax
