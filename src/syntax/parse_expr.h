#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "syntax/escapes.h"
#include "syntax/lexer.h"

namespace mmlint::syntax {

// Returns what CPython calls a comprehension, such as "list comprehension".
const char* describe(ComprehensionKind what);

// Returns the first item whose `name` an earlier one has; null if there is none. Empty names do not
// count.
template <class T>
const T* first_repeated(std::span<const T> items) {
  constexpr std::size_t kFew = 16;
  if (items.size() <= kFew) {  // faster than a set
    for (const T* each = items.data(); each != items.data() + items.size(); ++each) {
      const auto same = [&](const T& other) { return other.name == each->name; };
      if (!each->name.empty() && std::any_of(items.data(), each, same)) return each;
    }
    return nullptr;
  }
  std::unordered_set<std::string_view> names;
  for (const T& each : items) {
    if (!each.name.empty() && !names.insert(each.name).second) return &each;
  }
  return nullptr;
}

// The expressions of the parser. Each function stops after the last byte of what it read, and
// returns null, or false, after fail(), which ends the parsing. Internal to syntax; the functions
// are in parse_expr.cc, parse_display.cc, parse_string.cc, parse_function.cc and parse_target.cc.
class ParseExpr : public Lexer {
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
  // Refuses a single item with a star, and returns what it was given.
  const Expr* unstarred(const Expr* value);
  // Reads values or a yield.
  const Expr* values_or_yield();
  // Reads a string, or several that are joined, which may be f-strings.
  const Expr* string();
  bool parameters(char close, std::span<const Parameter>* out);
  // Reads the arguments of a call or the bases of a class, with their parentheses.
  bool arguments(bool may_be_generator, std::span<const Argument>* out);

  enum class Use : std::uint8_t { kAssign, kBind, kDelete };
  // Reads what `for` binds.
  const Expr* for_target();
  // Refuses what cannot be assigned to, bound or deleted.
  void check_target(const Expr& target, Use use);
  void check_augmented_target(const Expr& target);
  // Fails at a '=' after an expression that can be compared only.
  Nothing fail_compared(const Expr& left);
  // Reads a name that something is bound to. Fails with an empty one if none is next.
  std::string_view bound_name();
  // Refuses a name that nothing may be bound to.
  void check_bound(std::string_view name, std::uint32_t begin);

  // Reads the rest of a tuple without parentheses after its first item: `next` reads another one,
  // and `ends` returns true after a comma and blanks if there is none. Returns the first item
  // itself if no comma follows; null if `next` does.
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
    const std::array sizes = {exprs_.size(), items_.size(), arguments_.size(), clauses_.size(),
                              met_.size()};
    const int level = level_, brackets = brackets_, field_brackets = field_brackets_;
    const auto refused = refused_;
    if (read()) return true;
    at_ = at;
    exprs_.resize(sizes[0]);
    items_.resize(sizes[1]);
    arguments_.resize(sizes[2]);
    clauses_.resize(sizes[3]);
    met_.resize(sizes[4]);
    level_ = level;
    brackets_ = brackets;
    field_brackets_ = field_brackets;
    refused_ = refused;
    return false;
  }

  // Goes one level deeper, or fails. What follows another operator, call or attribute counts as
  // deeper as well, as its node does.
  bool link() { return ++level_ <= kMaxDepth || too_deep(); }
  int level_ = 0;
  void enter();  // goes over an opening bracket and blanks
  void leave();  // goes over a closing one

  // Where the statement is.
  struct Context {
    bool function = false, async = false, in_class = false, loop = false;
    bool generator = false;  // the function has a yield
  };
  Context scope_;
  // Refuses what the expressions since the last call have and may not have in this scope.
  void settle(std::size_t from = 0);

 private:
  bool too_deep();
  // Returns true for `*a` and `a := b` without parentheses, which no key or slice is made of.
  bool only_as_item(const Expr& read, std::uint32_t begin) const {
    return read.kind == ExprKind::kStarred ||
           (read.kind == ExprKind::kNamed && begin_[begin] != '(');
  }
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
  const Expr* starred();
  const Expr* lambda(std::uint32_t begin);
  const Expr* yielded(std::uint32_t begin);
  bool parameter(bool may_have_type, Parameter& out);
  void check_part(const Expr& target, Use use, bool may_be_comparison);

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

  // What is allowed in some places only, which may show later than it is read.
  struct Met {
    enum class What : std::uint8_t { kYield, kAwait, kAsyncComprehension, kNamed } what;
    std::uint32_t begin, end;
  };
  void absorb(std::size_t from, ComprehensionKind into);
  void refuse_named(std::size_t from);

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
  std::pmr::vector<Met> met_{&scratch_};
  int field_brackets_ = -1;  // how many brackets are open at the field of an f-string
  // The first operand of an expression, which was read before anything was known of operators.
  struct Read {
    const Expr* operand = nullptr;
    const char *begin = nullptr, *end = nullptr;
  } read_;
  const char* ended_ = nullptr;  // where an operand ended that no comparison or word follows
};

}  // namespace mmlint::syntax
