#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "syntax/fast_expr.h"

namespace mmlint::syntax {

// The statements of fast_parse(). Every function leaves off behind the last byte of the statement
// that it read. Internal to the files fast_*.cc; the functions stand in fast_parse.cc (those of one
// line), and fast_compound.cc.
class FastStatements : public FastExpr {
 public:
  FastStatements(const LowerInput& input, std::uint32_t end) : FastExpr(input, end) {}

  const Stmt* run();

 private:
  static constexpr int kMaxBlocks = 20;  // in each other

  Stmt stmt_at(StmtKind kind, std::uint32_t begin) const {
    return {kind, place(begin), place(offset())};
  }
  // Returns true if nothing but a comment follows in the line, or the next statement of it.
  bool at_line_end() const {
    return at_end() || std::string_view("\n\r#;").find(peek()) != std::string_view::npos;
  }
  char peek_at(std::uint32_t at) const { return begin_[at]; }

  // `column` is that of the block that the statement stands in, counted from 0.
  const Stmt* statement(std::uint32_t column);
  // Reads a statement that fits into a line with others.
  const Stmt* simple();
  const Stmt* word_statement(std::uint32_t begin);

  const Stmt* assignment(std::uint32_t begin);
  const Stmt* assign(std::uint32_t begin, const Expr* first);
  const Stmt* annotated(std::uint32_t begin, const Expr* target);
  const Stmt* augmented(std::uint32_t begin, const Expr* target, Operator op);
  std::optional<Operator> augmented_operator();
  const Expr* right_hand_side();
  const Stmt* del(std::uint32_t begin);
  const Stmt* returning(std::uint32_t begin);
  const Stmt* raise(std::uint32_t begin);
  const Stmt* assertion(std::uint32_t begin);
  const Stmt* scope(std::uint32_t begin, StmtKind kind);
  bool follows_comma();

  std::string_view dotted();
  bool imported(bool is_from, std::vector<ImportedName>& names);
  bool imported_in_parentheses(std::vector<ImportedName>& names);
  const Stmt* import(std::uint32_t begin);
  const Stmt* import_from(std::uint32_t begin);

  enum class Line { kNone, kCode, kOther };
  Line next_line(std::uint32_t* column);
  bool block(std::uint32_t column, Block* out);
  bool lines(std::uint32_t column, std::vector<const Stmt*>& out);
  bool rest_of_line(std::vector<const Stmt*>& out);
  bool clause(std::uint32_t column, std::string_view word);
  bool loop_body(std::uint32_t column, Block* body, Block* otherwise);
  const Stmt* if_stmt(std::uint32_t begin, std::uint32_t column);
  const Stmt* for_stmt(std::uint32_t begin, std::uint32_t column);
  const Stmt* while_stmt(std::uint32_t begin, std::uint32_t column);
  const Stmt* with_stmt(std::uint32_t begin, std::uint32_t column);
  bool with_item(WithItem* out);
  const Stmt* try_stmt(std::uint32_t begin, std::uint32_t column);
  bool handler(std::uint32_t column, Handler* out);
  const Stmt* decorated(std::uint32_t begin, std::uint32_t column);
  const Stmt* function(std::uint32_t begin, std::uint32_t column, Exprs decorators);
  const Stmt* class_stmt(std::uint32_t begin, std::uint32_t column, Exprs decorators);

  int blocks_ = 0;
};

}  // namespace mmlint::syntax
