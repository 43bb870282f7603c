#include <vector>

#include "syntax/lower_stmt.h"

namespace mmlint::syntax {

const Stmt* StmtLowering::match_stmt(const Node& node) {
  std::vector<const Expr*> subjects;
  std::vector<Case> cases;
  for (const Node& part : node.children()) {
    if (part.is_token()) continue;
    if (part.kind != NodeKind::kBlock) {
      subjects.push_back(expr(part, kStar | kWalrus));
      continue;
    }
    for (const Node& clause : part.children()) {
      if (clause.kind == NodeKind::kCaseClause) cases.push_back(match_case(clause));
    }
  }
  const Expr* subject = subjects.front();
  if (token(node, ",") != nullptr) {
    const auto items = array<const Expr*>(subjects.size());
    std::ranges::copy(subjects, items.begin());
    const Expr where{ExprKind::kTuple, subject->begin, subjects.back()->end};
    subject = make(Sequence{where, items});
  }
  const auto all = array<Case>(cases.size());
  std::ranges::copy(cases, all.begin());
  return make(Match{compound_at(StmtKind::kMatch, node.begin), subject, all});
}

Case StmtLowering::match_case(const Node& clause) {
  begin_line(clause.begin);
  std::vector<const Pattern*> patterns;
  for (const Node& part : clause.children()) {
    if (part.kind == NodeKind::kCasePattern) patterns.push_back(pattern(part));
  }
  Case out{};
  if (token(clause, ",") != nullptr)
    out.pattern = make(Pattern{Pattern::Kind::kSequence, nullptr, {}, parts(patterns), {}});
  else
    out.pattern = patterns.front();
  if (const Node* guard = child(clause, NodeKind::kIfClause))
    out.guard = expr(child(*guard, 0), kWalrus);
  out.body = block_of(clause);
  return out;
}

List<Pattern> StmtLowering::parts(const std::vector<const Pattern*>& patterns) {
  const auto out = array<const Pattern*>(patterns.size());
  std::ranges::copy(patterns, out.begin());
  return out;
}

// A dotted name: a capture or `_` if it has no dot, else a value.
const Expr* StmtLowering::dotted_value(const Node& node) {
  const Expr* out = nullptr;
  for (const Node& part : node.children()) {
    if (part.is_token()) continue;
    const Name* one = name(part);
    if (out == nullptr)
      out = one;
    else
      out = make(Attribute{{ExprKind::kAttribute, out->begin, one->end}, out, one->id, one->begin});
  }
  return out;
}

const Pattern* StmtLowering::pattern(const Node& node) {
  const NestingLevel level(*this, node);
  Pattern out;
  if (!level) return make(out);
  std::vector<const Pattern*> below;
  std::vector<const Expr*> keys;
  switch (node.kind) {
    case NodeKind::kCasePattern: {
      const Node* only = maybe_child(node, 0);
      if (only == nullptr) return make(out);  // _
      const Pattern* inner = pattern(*only);
      if (token(node, "-") == nullptr || inner->value == nullptr) return inner;
      out = *inner;
      out.value = make(Unary{expr_at(ExprKind::kUnary, node), Operator::kNegative, inner->value});
      return make(out);
    }
    case NodeKind::kAsPattern: {
      below.push_back(pattern(child(node, 0)));
      out = {Pattern::Kind::kOr, nullptr, name(child(node, 1))->id, parts(below), {}};
      return make(out);
    }
    case NodeKind::kUnionPattern:
      // A sign stands between the alternatives as a token: what it belongs to is not known then.
      out.kind = Pattern::Kind::kOr;
      for (const Node& part : node.children()) {
        const std::string_view written = text(part);
        if (part.is_token() && written == "-") return make(Pattern{Pattern::Kind::kClass});
        if (!part.is_token()) below.push_back(pattern(part));
        if (part.is_token() && written == "_") below.push_back(make(Pattern{}));
      }
      out.parts = parts(below);
      return make(out);
    case NodeKind::kListPattern:
    case NodeKind::kTuplePattern: {
      for (const Node& part : node.children()) {
        if (!part.is_token()) below.push_back(pattern(part));
      }
      const bool in_parentheses = node.kind == NodeKind::kTuplePattern && below.size() == 1 &&
                                  token(node, ",") == nullptr &&
                                  below.front()->kind != Pattern::Kind::kStar;
      if (in_parentheses) return below.front();
      out.kind = Pattern::Kind::kSequence;
      out.parts = parts(below);
      return make(out);
    }
    case NodeKind::kSplatPattern:
      out.kind = Pattern::Kind::kStar;
      if (const Node* bound = maybe_child(node, 0)) out.name = name(*bound)->id;
      return make(out);
    case NodeKind::kDictPattern: {
      out.kind = Pattern::Kind::kMapping;
      const Node* key = nullptr;
      for (const Node& part : node.children()) {
        if (part.is_token()) continue;
        if (part.kind == NodeKind::kSplatPattern) {
          out.name = {};
          below.push_back(pattern(part));
        } else if (part.kind != NodeKind::kCasePattern) {
          key = &part;
        } else {
          const Expr* at = key != nullptr ? pattern(*key)->value : nullptr;
          keys.push_back(at != nullptr ? at : unsupported(part));
          below.insert(below.begin() + static_cast<std::ptrdiff_t>(keys.size() - 1), pattern(part));
          key = nullptr;
        }
      }
      const auto all = array<const Expr*>(keys.size());
      std::ranges::copy(keys, all.begin());
      out.keys = all;
      out.parts = parts(below);
      return make(out);
    }
    case NodeKind::kClassPattern:
      out.kind = Pattern::Kind::kClass;
      out.value = dotted_value(child(node, 0));
      for (const Node& part : node.children()) {
        if (part.kind == NodeKind::kCasePattern) below.push_back(pattern(part));
      }
      out.parts = parts(below);
      return make(out);
    case NodeKind::kKeywordPattern: {
      const Node* inner = maybe_child(node, 1);
      return inner != nullptr ? pattern(*inner) : make(out);
    }
    case NodeKind::kDottedName: {
      const Expr* named = dotted_value(node);
      if (named->kind != ExprKind::kName) {
        out.kind = Pattern::Kind::kValue;
        out.value = named;
      } else if (as<Name>(*named).id != "_") {
        out.name = as<Name>(*named).id;
      }
      return make(out);
    }
    case NodeKind::kComplexPattern:
      out.kind = Pattern::Kind::kClass;  // no number that is computed equals it
      return make(out);
    default:
      out.kind = Pattern::Kind::kValue;
      out.value = expr(node);
      return make(out);
  }
}

}  // namespace mmlint::syntax
