#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

#include "syntax/fast_lexer.h"

namespace mmlint::syntax {

// The expressions of fast_parse(): what CPython's grammar calls `expression`, without await. Every
// function leaves off behind the last byte of what it read and gives null, or false, as soon as it
// finds something else, which ends the reading. Internal to the files fast_*.cc; the functions
// stand in fast_expr.cc, fast_display.cc, fast_fstring.cc and fast_function.cc.
class FastExpr : public FastLexer {
 protected:
  FastExpr(const LowerInput& input, std::uint32_t end);

  const Expr* expr();
  const Expr* walrus_or_expr();
  const Expr* values();
  const Expr* yielded(std::uint32_t begin);
  bool parameters(char close, std::span<const Parameter>* out);
  // Reads the arguments of a call or the bases of a class, with their parentheses.
  bool arguments(bool may_be_generator, std::span<const Argument>* out);
  // Reads what is bound by `for`: names, also in tuples and lists.
  const Expr* for_target();
  // Returns true for what may stand before '=': a name, an attribute, a subscript, or a tuple or
  // list of them.
  static bool is_target(const Expr& read);

  // Reads the rest of a tuple without parentheses behind its first item: `next` reads another, and
  // `ends` says behind a comma and blanks that there is none. Returns the first item itself if no
  // comma follows; null if `next` does.
  template <class Next, class Ends>
  const Expr* bare_tuple(std::uint32_t begin, const Expr* first, Next next, Ends ends) {
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

  template <class T>
  std::span<const T> keep_all(std::span<const T> items) {
    const std::span<T> kept = array<T>(items.size());
    std::ranges::copy(items, kept.begin());
    return kept;
  }

  // Goes one level deeper, or gives false. What is behind another operator, call or attribute
  // counts as deeper as well, so that the nodes stay under the levels that lowering has.
  static constexpr int kMaxLevels = 360;
  static_assert(kMaxLevels < static_cast<int>(kMaxDepth));
  bool link() { return ++level_ <= kMaxLevels; }
  int level_ = 0;
  void enter();  // goes over an opening bracket and blanks
  void leave();  // goes over a closing one
  bool follows(std::string_view word);

  // Where the statement stands.
  struct Context {
    bool function = false, in_class = false, loop = false;
    bool generator = false;  // the function holds a yield
  };
  Context scope_;
  // What the statement holds so far. Where a walrus or yield may stand beside a comprehension is
  // left to lowering.
  bool met_binding_ = false;  // a walrus or yield
  bool met_comprehension_ = false;
  int field_brackets_ = -1;  // how many brackets are open at the field of an f-string

 private:
  bool ends_here();
  const Expr* take_read();
  const Expr* disjunction();
  const Expr* conjunction();
  const Expr* boolean(std::string_view word, Operator op, const Expr* (FastExpr::*operand)());
  const Expr* inversion();
  const Expr* comparison();
  bool nothing_follows();
  bool compare_operator(Operator* op);
  const Expr* operation(int precedence);
  const Expr* factor();
  const Expr* primary();
  const Expr* string_and_more();
  const Expr* named();
  const Expr* links(std::uint32_t begin, const Expr* value);
  const Expr* subscript(std::uint32_t begin, const Expr* object);
  const Expr* lambda(std::uint32_t begin);
  bool parameter_rest(bool may_have_type, Parameter& parameter);
  const Expr* index();
  const Expr* call(std::uint32_t begin, const Expr* callee);
  struct Order {
    bool keyword = false, unpacked = false;
  };
  bool argument(Order& order);
  bool star_argument(Order& order);
  const Expr* generator_argument(std::uint32_t open, const Expr* value);
  const Expr* parenthesis();
  const Expr* list();
  const Expr* braces();
  const Expr* dict_rest(std::uint32_t begin, std::size_t base);
  const Expr* item();
  const Expr* sequence(ExprKind kind, std::uint32_t begin, std::size_t base, char close);
  const Expr* comprehension(ComprehensionKind what, std::uint32_t begin, const Expr* key,
                            const Expr* value, char close);
  bool for_clause(ForClause& clause);
  const Expr* target_atom();
  const Expr* target_rest(ExprKind kind, std::uint32_t begin, std::size_t base, char close);

  const Expr* fstring();
  struct Pieces;
  bool fstring_literal(Pieces& pieces);
  bool fstring_pieces(Pieces& pieces, bool plain, bool raw);
  bool field(Pieces& pieces);

  std::array<std::byte, 4096> buffer_;
  std::pmr::monotonic_buffer_resource scratch_{buffer_.data(), buffer_.size()};
  // What brackets that are still open hold so far.
  std::pmr::vector<const Expr*> exprs_{&scratch_};
  std::pmr::vector<DictItem> items_{&scratch_};
  std::pmr::vector<Argument> arguments_{&scratch_};
  std::pmr::vector<ForClause> clauses_{&scratch_};
  // The first operand of an expression, which was read before anything was known of operators.
  struct Read {
    const Expr* operand = nullptr;
    const char *begin = nullptr, *end = nullptr;
  } read_;
  const char* ended_ = nullptr;  // where an operand ended that no comparison or word follows
};

}  // namespace mmlint::syntax
