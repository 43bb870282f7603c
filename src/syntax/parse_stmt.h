#pragma once

#include "syntax/match.h"
#include "syntax/parse_expr.h"

namespace mmlint::syntax {

// The statements of the parser. Each function stops after the last byte of what it read; `begin` is
// where the statement begins, whose first word was read. Internal to syntax; the functions are in
// parse_simple.cc (those of one line), parse_import.cc, parse_compound.cc, parse_definition.cc and
// parse_match.cc.
class ParseStmt : public ParseExpr {
 public:
  explicit ParseStmt(const ParseInput& input) : ParseExpr(input) {}

  const Stmt* run(std::vector<SyntaxProblem>& problems);

 private:
  Stmt stmt_at(StmtKind kind, std::uint32_t begin) const {
    return {kind, place(begin), place(offset())};
  }
  const Stmt* unsupported(std::uint32_t begin) {
    return make(stmt_at(StmtKind::kUnsupported, begin));
  }

  // `column` is that of the block that the statement is in, counted from 0.
  const Stmt* statement(std::uint32_t column);
  const Stmt* compound(std::uint32_t begin, std::uint32_t column);
  // Reads a statement that fits into a line with others.
  const Stmt* simple();
  const Stmt* keyword(std::uint32_t begin);

  const Stmt* assignment(std::uint32_t begin);
  const Stmt* assign(std::uint32_t begin, const Expr* first);
  const Stmt* annotated(std::uint32_t begin, const Expr* target);
  const Stmt* augmented(std::uint32_t begin, const Expr* target, Operator op);
  std::optional<Operator> augmented_operator();
  const Stmt* python_2(std::uint32_t begin, const Expr* name);
  const Stmt* jump(std::uint32_t begin, StmtKind kind);
  const Stmt* del(std::uint32_t begin);
  const Stmt* returning(std::uint32_t begin);
  const Stmt* raise(std::uint32_t begin);
  const Stmt* assertion(std::uint32_t begin);
  const Stmt* scope(std::uint32_t begin, StmtKind kind);
  const Stmt* type_alias(std::uint32_t begin);

  std::string_view dotted();
  bool imported(bool is_from, std::vector<ImportedName>& names);
  bool imported_in_parentheses(std::vector<ImportedName>& names);
  const Stmt* import(std::uint32_t begin);
  const Stmt* import_from(std::uint32_t begin);
  void check_future(std::uint32_t begin, const std::vector<ImportedName>& names);

  bool next_line(std::uint32_t* column);
  bool block(std::uint32_t column, Block* out);
  bool lines(std::uint32_t column, std::vector<const Stmt*>& out);
  bool rest_of_line(std::vector<const Stmt*>& out);
  bool clause(std::uint32_t column, std::string_view word);
  bool loop_body(std::uint32_t column, Block* body, Block* otherwise);
  const Stmt* if_stmt(std::uint32_t begin, std::uint32_t column);
  const Stmt* for_stmt(std::uint32_t begin, std::uint32_t column, bool is_async);
  const Stmt* while_stmt(std::uint32_t begin, std::uint32_t column);
  const Stmt* with_stmt(std::uint32_t begin, std::uint32_t column, bool is_async);
  bool with_items(std::vector<WithItem>& items);
  bool with_items_in_parentheses(std::vector<WithItem>& items);
  bool with_item(std::vector<WithItem>& items);
  const Stmt* try_stmt(std::uint32_t begin, std::uint32_t column);
  bool handler(std::uint32_t column, bool has_star, Handler* out);

  const Stmt* decorated(std::uint32_t begin, std::uint32_t column);
  const Stmt* async_stmt(std::uint32_t begin, std::uint32_t column, Exprs decorators);
  const Stmt* function(std::uint32_t begin, std::uint32_t column, Exprs decorators, bool is_async);
  const Stmt* class_stmt(std::uint32_t begin, std::uint32_t column, Exprs decorators);
  bool type_parameters();

  const Stmt* match_stmt(std::uint32_t begin, std::uint32_t column);
  const Expr* subject();
  bool match_case(std::uint32_t column, Case* out);
  const Pattern* open_pattern();
  const Pattern* pattern_or_star();
  const Pattern* pattern();
  const Pattern* alternative();
  const Pattern* literal_pattern();
  const Expr* number_pattern();
  const Pattern* named_pattern();
  const Pattern* class_pattern(const Expr* callee);
  const Pattern* group_pattern();
  const Pattern* mapping_pattern();
  bool pattern_items(char close, std::vector<const Pattern*>& out, bool& comma);
  const Pattern* with_parts(Pattern::Kind kind, const std::vector<const Pattern*>& parts);

  int blocks_ = 0;  // around the statement
};

}  // namespace mmlint::syntax
