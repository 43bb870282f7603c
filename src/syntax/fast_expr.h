#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "syntax/fast_lexer.h"

namespace mmlint::syntax {

// The expressions of fast_parse(): what CPython's grammar calls `expression`, without lambda,
// walrus, yield and await. Every function leaves off behind the last byte of what it read and gives
// null, or false, as soon as it finds something else, which ends the reading. Internal to the files
// fast_*.cc; the functions stand in fast_expr.cc, fast_display.cc and fast_fstring.cc.
class FastExpr : public FastLexer {
 protected:
  FastExpr(const LowerInput& input, std::uint32_t end);

  const Expr* expr();
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
    std::copy(items.begin(), items.end(), kept.begin());
    return kept;
  }

  // Each expression in brackets may hold so many operators, calls and attributes in a row; together
  // they stay under the levels that lowering has.
  static constexpr int kMaxNesting = 40;
  static constexpr int kMaxLinks = 8;
  static_assert(kMaxNesting * (kMaxLinks + 1) < static_cast<int>(kMaxDepth));
  int nesting_ = 0;

 private:
  struct Sign {
    Operator op;
    int precedence;  // 0: no operator
    int length;
  };
  bool link() { return ++links_ <= kMaxLinks; }
  void enter();
  void leave();

  const Expr* disjunction();
  const Expr* conjunction();
  const Expr* boolean(std::string_view word, Operator op, const Expr* (FastExpr::*operand)());
  const Expr* inversion();
  const Expr* comparison();
  bool nothing_follows();
  bool follows(std::string_view word);
  bool compare_operator(Operator* op);
  Sign sign() const;
  const Expr* operation(int precedence);
  const Expr* factor();
  const Expr* primary();
  const Expr* string_and_more();
  const Expr* named();
  const Expr* links(std::uint32_t begin, const Expr* value);
  const Expr* subscript(std::uint32_t begin, const Expr* object);
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
  bool fstring_pieces(Pieces& pieces);
  bool field(Pieces& pieces);

  std::array<std::byte, 4096> buffer_;
  std::pmr::monotonic_buffer_resource scratch_{buffer_.data(), buffer_.size()};
  // What brackets that are still open hold so far.
  std::pmr::vector<const Expr*> exprs_{&scratch_};
  std::pmr::vector<DictItem> items_{&scratch_};
  std::pmr::vector<Argument> arguments_{&scratch_};
  std::pmr::vector<ForClause> clauses_{&scratch_};
  int links_ = 0;
  const char* ended_ = nullptr;  // where an operand ended that no comparison or word follows
};

}  // namespace mmlint::syntax
