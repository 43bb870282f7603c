#pragma once

#include <string_view>
#include <vector>

#include "syntax/lower_expr.h"
#include "syntax/match.h"

namespace mmlint::syntax {

// Lowers statements. Its functions stand in lower_stmt.cc, lower_compound.cc and
// lower_match.cc.
class StmtLowering : public ExprLowering {
 public:
  explicit StmtLowering(const LowerInput& input) : ExprLowering(input), lines_(input.lines) {}

  // Lowers the one statement of a module; returns null if there is a problem.
  const Stmt* run(const Node& module);
  // Returns where the grammar took the names `print`, `exec` and `type` for keywords although they
  // may be names there, as offsets in the statement's text. The caller then parses the text again
  // with other letters there (lowering reads names from the document); if that fails, it keeps the
  // problem that was found here.
  std::span<const std::uint32_t> misread() const { return misread_; }

 private:
  Stmt stmt_at(StmtKind kind, const Node& node) const {
    return {kind, place(node.begin), place(node.end)};
  }
  // Returns the kind and range of a compound statement, whose last block has just been lowered.
  Stmt compound_at(StmtKind kind, std::uint32_t begin) const {
    return {kind, place(begin), place(block_end_)};
  }
  const Stmt* unsupported_stmt(Stmt where) {
    where.kind = StmtKind::kUnsupported;
    return make(where);
  }

  // Refuses line ends that tree-sitter allows and Python does not. It is called in source order for
  // everything that may begin a logical line; a logical line before it that begins with nothing of
  // the kind is refused.
  void begin_line(std::uint32_t begin);

  const Stmt* stmt(const Node& node);
  const Stmt* dispatch(const Node& node);
  Block block(const Node& node);
  Block block_of(const Node& node);
  Block else_of(const Node& node);

  const Stmt* expression(const Node& node);
  const Stmt* assignment(const Node& node);
  const Stmt* annotated(const Node& node);
  const Stmt* augmented(const Node& node);
  const Expr* right_hand_side(const Node& node);
  const Stmt* python_2(const Node& node, const char* what);
  const Stmt* type_alias(const Node& node);
  const Stmt* del(const Node& node);
  const Stmt* raise(const Node& node);
  const Stmt* assertion(const Node& node);
  const Stmt* returning(const Node& node);
  const Stmt* jump(const Node& node, StmtKind kind);
  const Stmt* scope(const Node& node, StmtKind kind);

  const Stmt* import(const Node& node);
  const Stmt* import_from(const Node& node);
  const Stmt* import_future(const Node& node);
  std::span<const ImportedName> imported(const Node& node, int skip, bool is_from);
  std::string_view dotted(const Node& node);

  const Stmt* if_stmt(const Node& node);
  const Stmt* if_from(Node::Iterator from, Node::Iterator end, std::uint32_t begin);
  static bool is_clause(const Node& node);
  bool check_async(const Node& node, const char* message);
  const Stmt* for_stmt(const Node& node);
  const Stmt* while_stmt(const Node& node);
  Block loop_body(const Node& node);
  const Stmt* with_stmt(const Node& node);
  std::span<const WithItem> with_items(const Node& clause);
  std::span<const WithItem> tuple_item(const Node& list);
  WithItem with_item(const Node& node);
  // Returns the `c as d` in which a conditional or a lambda ends; null if it does not.
  static const Node* aliased_end(const Node& node);
  // Lowers what stands before the `as`.
  const Expr* aliased(const Node& node, const Node& pattern);
  const Stmt* try_stmt(const Node& node);
  Handler handler(const Node& node);
  const Stmt* match_stmt(const Node& node);
  Case match_case(const Node& clause);
  const Pattern* pattern(const Node& node);
  List<Pattern> parts(const std::vector<const Pattern*>& patterns);
  const Expr* dotted_value(const Node& node);

  const Stmt* decorated(const Node& node);
  const Stmt* function(const Node& node, std::uint32_t begin, Exprs decorators);
  const Stmt* class_stmt(const Node& node, std::uint32_t begin, Exprs decorators);

  std::vector<std::uint32_t> misread_;
  std::span<const std::uint32_t> lines_;
  bool nested_ = false;          // inside of a block
  std::uint32_t block_end_ = 0;  // of the block that was lowered last, its last ';' included
};

}  // namespace mmlint::syntax
